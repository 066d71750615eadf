#include "runtime/joined_looks.h"

#include <string.h>

#include "runtime/look_ahead.h"
#include "runtime/sharing.h"
#include "runtime/spinning.h"

namespace selvage::runtime {

namespace {

inline constexpr uint32_t kMostValues = 16;

// What has been at the place since the thread was created, or since it last wrote there itself.
struct Values {
  uint32_t count;
  bool complete;
  char bytes[kMostValues][kMaxBytes];

  void add(const char* value, uint32_t size) {
    for (uint32_t i = 0; i < count; i++)
      if (memcmp(bytes[i], value, size) == 0) return;
    complete &= count < kMostValues;
    if (count < kMostValues) memcpy(bytes[count++], value, size);
  }
};

void collect_values(const Thread& t, Values& values) {
  uint64_t begin = t.pending.object, end = begin + t.pending.size;
  char bytes[kMaxBytes];
  memcpy(bytes, reinterpret_cast<const void*>(begin), t.pending.size);
  values.count = 0;
  values.complete = model().remembered_count < kMaxRemembered;
  values.add(bytes, t.pending.size);
  for (uint32_t i = model().remembered_count; i-- > t.first_write_met;) {
    const RememberedWrite& write = remembered()[i];
    if (write.address >= end || write.address + write.size <= begin) continue;
    if (write.thread == t.number) return;
    if (!write.known) {
      values.complete = false;
      return;
    }
    for (uint64_t at = write.address; at < write.address + write.size; at++)
      if (at >= begin && at < end) bytes[at - begin] = static_cast<char>(write.before >> (8 * (at - write.address)));
    values.add(bytes, t.pending.size);
  }
}

// With this value the thread goes on to a second access to the place, or waits there.
bool is_joined(const Ahead& ahead) { return ahead.met_again && (ahead.came_back || ahead.updates); }

// What comes of the access, with each of the values.
struct Outcomes {
  bool joined[kMostValues];
  uint32_t inner_loop[kMostValues];
};

// Whatever else was there before the second access would only have led back; or the thread would have come to wait in a
// loop in which it would have ended up also if it had found that at first.
bool always_leads_back(Thread& t, const Values& values, const Outcomes& outcomes, uint32_t first) {
  for (uint32_t i = 0; i < values.count; i++) {
    if (i == first) continue;
    Ahead ahead = run_from_access(t, values.bytes[first], values.bytes[i]);
    if (!ahead.came_back || (ahead.inner_loop && ahead.inner_loop != outcomes.inner_loop[i])) return false;
  }
  return true;
}

bool looks_matter(Thread& t) {
  Values values;
  Outcomes outcomes;
  collect_values(t, values);
  if (!values.complete) return true;
  if (values.count < 2) return false;
  for (uint32_t i = 0; i < values.count; i++) {
    Ahead ahead = run_from_access(t, values.bytes[i], nullptr);
    outcomes.joined[i] = is_joined(ahead);
    outcomes.inner_loop[i] = ahead.inner_loop;
  }
  for (uint32_t i = 0; i < values.count; i++)
    if (outcomes.joined[i] && !always_leads_back(t, values, outcomes, i)) return true;
  return false;
}

}  // namespace

void check_joined_looks(Thread& t) {
  if (is_shared(kLooksMatter) || !model().looking_ahead.contains(t.number) || !looks_at_live_memory(t)) return;
  LoopState& s = loop_state(t);
  uint32_t ends_loop = s.ends_loop;
  bool sleeps_ahead = s.sleeps_ahead;
  if (looks_matter(t)) note_found(kLooksMatter);
  s.ends_loop = ends_loop;
  s.sleeps_ahead = sleeps_ahead;
}

}  // namespace selvage::runtime

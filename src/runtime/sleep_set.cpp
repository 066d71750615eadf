#include "runtime/sleep_set.h"

#include <string.h>

#include "contract/dependence.h"
#include "runtime/atoms.h"
#include "runtime/choosing.h"
#include "runtime/host.h"

namespace selvage::runtime {

namespace {

Footprint announced_by(const Thread& t) {
  Footprint footprint = footprint_of_pending(t);
  footprint.flags |= seen_flag(t.pending);
  return footprint;
}

// Most of what is executed wakes nobody. Accesses to memory and operations on mutexes meet only where their addresses do: a
// set of hashed addresses tells for most of them that no sleeper would do anything there.
bool meets_by_address(Operation operation) {
  ObjectKind kind = traits(operation).object;
  return kind == ObjectKind::Memory || kind == ObjectKind::Mutex;
}

struct Granules {
  uint64_t first, last;
};
inline constexpr uint64_t kMostGranules = 8;

Granules granules_of(const Footprint& f) {
  uint64_t width = traits(f.operation).object == ObjectKind::Memory ? dependence::width(f) : 1;
  return {f.object / kSharingGranule, (f.object + width - 1) / kSharingGranule};
}

uint64_t& filter_word(uint64_t granule, unsigned& bit) {
  auto hash = static_cast<unsigned>(granule * 0x9e3779b97f4a7c15u >> (64 - kSleepFilterBits));
  bit = hash % 64;
  return host().sleep_filter[hash / 64];
}

void add_to_filter(const Footprint& sleeper) {
  Host& h = host();
  Granules granules = granules_of(sleeper);
  // Changes that atoms may see meet others anywhere.
  if (dependence::is_seen(sleeper)) h.sleep_filter_off = 1;
  if (!meets_by_address(sleeper.operation) || granules.last - granules.first >= kMostGranules) h.sleep_filter_off = 1;
  if (h.sleep_filter_off) return;
  for (uint64_t granule = granules.first; granule <= granules.last; granule++) {
    unsigned bit;
    uint64_t& word = filter_word(granule, bit);
    word |= uint64_t{1} << bit;
  }
}

bool may_wake_someone(const Footprint& executed) {
  Granules granules = granules_of(executed);
  if (host().sleep_filter_off || !meets_by_address(executed.operation) ||
      granules.last - granules.first >= kMostGranules)
    return true;
  for (uint64_t granule = granules.first; granule <= granules.last; granule++) {
    unsigned bit;
    if (filter_word(granule, bit) >> bit & 1) return true;
  }
  return false;
}

// The schedule says what a sleeping thread would do, where that is more than its announced operation tells.
bool wakes(const Footprint& executed, const Sleeper& entry, const Footprint* footprints) {
  if (entry.footprint_count == 0) return dependent(executed, announced_by(thread(entry.thread)));
  for (uint32_t i = 0; i < entry.footprint_count; i++)
    if (dependent(executed, footprints[i])) return true;
  return false;
}

const Event* next_event(const Event* event) {
  auto* words = reinterpret_cast<const uint64_t*>(event + 1);
  if (!(event->flags & kEventLocal)) words += host().enabled_words;
  if (host().flags & kRecordValues) words += kValueWords;
  if (host().flags & kRecordStacks) words += 1 + *words;
  return reinterpret_cast<const Event*>(words);
}

void count_sleepers() {
  Model& m = model();
  uint64_t anyone = 0;
  for (uint32_t i = 0; i < m.word_count; i++) anyone |= m.asleep.words[i];
  m.anyone_asleep = anyone != 0;
}

// All entries of a thread count: an operation with several outcomes has one for each.
void wake_for(const Footprint& executed) {
  const Host& h = host();
  Model& m = model();
  m.asleep.erase(executed.thread);
  if (!may_wake_someone(executed)) return count_sleepers();
  const Footprint* footprints = h.sleeper_footprints;
  for (uint32_t i = 0; i < h.sleepers_done; i++) {
    const Sleeper& entry = h.sleepers[i];
    if (entry.thread < kMaxThreads && m.asleep.contains(entry.thread) && wakes(executed, entry, footprints))
      m.asleep.erase(entry.thread);
    footprints += entry.footprint_count;
  }
  count_sleepers();
}

void add_to_filter(const Sleeper& entry, const Footprint* footprints) {
  if (entry.footprint_count == 0) add_to_filter(announced_by(thread(entry.thread)));
  for (uint32_t i = 0; i < entry.footprint_count; i++) add_to_filter(footprints[i]);
}

void begin_filter() {
  Host& h = host();
  memset(h.sleep_filter, 0, sizeof h.sleep_filter);
  h.sleep_filter_off = 0;
  h.footprints_done = 0;
}

}  // namespace

void put_to_sleep() {
  Host& h = host();
  Model& m = model();
  if (h.sleepers_done == 0) begin_filter();
  for (; h.sleepers_done < h.sleeper_count; h.sleepers_done++) {
    const Sleeper& sleeper = h.sleepers[h.sleepers_done];
    if (sleeper.from > h.step_index) return;
    const Footprint* footprints = h.sleeper_footprints + h.footprints_done;
    h.footprints_done += sleeper.footprint_count;
    if (sleeper.thread >= kMaxThreads) continue;
    add_to_filter(sleeper, footprints);
    if (sleeper.from < h.step_index) continue;
    if (!m.anyone_asleep) h.slept_until = h.cursor;
    m.asleep.insert(sleeper.thread);
    m.anyone_asleep = true;
  }
}

void wake_sleepers() {
  Host& h = host();
  for (const char* at = h.slept_until; at < h.cursor && model().anyone_asleep;) {
    auto* event = reinterpret_cast<const Event*>(at);
    wake_for(footprint_of(*event));
    at = reinterpret_cast<const char*>(next_event(event));
  }
  h.slept_until = h.cursor;
}

}  // namespace selvage::runtime

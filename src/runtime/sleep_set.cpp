#include "runtime/sleep_set.h"

#include "contract/dependence.h"
#include "runtime/host.h"

namespace selvage::runtime {

namespace {

Footprint footprint_of_pending(const Thread& t) {
  return {t.pending.operation, t.pending.flags, t.number, t.pending.size, t.pending.object, t.pending.value};
}

// The schedule says what a sleeping thread would do, where that is more than its announced operation tells. All of its
// entries count: an operation with several outcomes has one for each.
bool wakes(const Footprint& executed, const Thread& sleeper) {
  const Host& h = host();
  const Footprint* footprints = h.sleeper_footprints;
  for (uint32_t i = 0; i < h.sleepers_done; i++) {
    const Sleeper& entry = h.sleepers[i];
    if (entry.thread == sleeper.number) {
      if (entry.footprint_count == 0 && dependent(executed, footprint_of_pending(sleeper))) return true;
      for (uint32_t k = 0; k < entry.footprint_count; k++)
        if (dependent(executed, footprints[k])) return true;
    }
    footprints += entry.footprint_count;
  }
  return false;
}

const Event* next_event(const Event* event) {
  auto* words = reinterpret_cast<const uint64_t*>(event + 1);
  if (!(event->flags & kEventLocal)) words += host().enabled_words;
  if (host().flags & kRecordStacks) words += 1 + *words;
  return reinterpret_cast<const Event*>(words);
}

void wake_for(const Footprint& executed) {
  Model& m = model();
  m.asleep.erase(executed.thread);
  bool anyone = false;
  for (uint32_t i = 0; i < m.word_count; i++)
    for (uint64_t bits = m.asleep.words[i]; bits; bits &= bits - 1) {
      Thread& sleeper = thread(i * 64 + static_cast<unsigned>(__builtin_ctzll(bits)));
      if (wakes(executed, sleeper))
        m.asleep.erase(sleeper.number);
      else
        anyone = true;
    }
  m.anyone_asleep = anyone;
}

}  // namespace

void put_to_sleep() {
  Host& h = host();
  Model& m = model();
  for (; h.sleepers_done < h.sleeper_count; h.sleepers_done++) {
    const Sleeper& sleeper = h.sleepers[h.sleepers_done];
    if (sleeper.from > h.step_index) return;
    if (sleeper.from < h.step_index || sleeper.thread >= kMaxThreads) continue;
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

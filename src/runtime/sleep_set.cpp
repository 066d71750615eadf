#include "runtime/sleep_set.h"

#include "contract/dependence.h"
#include "runtime/host.h"

namespace selvage::runtime {

namespace {

Footprint footprint_of_pending(const Thread& t) {
  return {t.pending.operation, t.pending.flags, t.number, t.pending.size, t.pending.object, t.pending.value};
}

// The schedule says what a sleeping thread would do, where that is more than its announced operation tells.
bool wakes(const Footprint& executed, const Sleeper& entry, const Footprint* footprints) {
  if (entry.footprint_count == 0) return dependent(executed, footprint_of_pending(thread(entry.thread)));
  for (uint32_t i = 0; i < entry.footprint_count; i++)
    if (dependent(executed, footprints[i])) return true;
  return false;
}

const Event* next_event(const Event* event) {
  auto* words = reinterpret_cast<const uint64_t*>(event + 1);
  if (!(event->flags & kEventLocal)) words += host().enabled_words;
  if (host().flags & kRecordStacks) words += 1 + *words;
  return reinterpret_cast<const Event*>(words);
}

// All entries of a thread count: an operation with several outcomes has one for each.
void wake_for(const Footprint& executed) {
  const Host& h = host();
  Model& m = model();
  m.asleep.erase(executed.thread);
  const Footprint* footprints = h.sleeper_footprints;
  for (uint32_t i = 0; i < h.sleepers_done; i++) {
    const Sleeper& entry = h.sleepers[i];
    if (entry.thread < kMaxThreads && m.asleep.contains(entry.thread) && wakes(executed, entry, footprints))
      m.asleep.erase(entry.thread);
    footprints += entry.footprint_count;
  }
  uint64_t anyone = 0;
  for (uint32_t i = 0; i < m.word_count; i++) anyone |= m.asleep.words[i];
  m.anyone_asleep = anyone != 0;
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

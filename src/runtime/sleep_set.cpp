#include "runtime/sleep_set.h"

#include "contract/dependence.h"
#include "runtime/host.h"

namespace selvage::runtime {

namespace {

Footprint footprint_of_pending(const Thread& t) {
  return {t.pending.operation, t.pending.flags, t.number, t.pending.size, t.pending.object, t.pending.value};
}

}  // namespace

void put_to_sleep() {
  Host& h = host();
  Model& m = model();
  for (; h.sleepers_done < h.sleeper_count; h.sleepers_done++) {
    const Sleeper& sleeper = h.sleepers[h.sleepers_done];
    if (sleeper.from > h.step_index) return;
    if (sleeper.from < h.step_index || sleeper.thread >= kMaxThreads) continue;
    m.asleep.insert(sleeper.thread);
    m.anyone_asleep = true;
  }
}

void wake_dependent_sleepers(const Thread& self) {
  Model& m = model();
  Footprint executed = footprint_of_pending(self);
  m.asleep.erase(self.number);
  bool anyone = false;
  for (uint32_t i = 0; i < m.word_count; i++)
    for (uint64_t bits = m.asleep.words[i]; bits; bits &= bits - 1) {
      Thread& sleeper = thread(i * 64 + static_cast<unsigned>(__builtin_ctzll(bits)));
      if (dependent(executed, footprint_of_pending(sleeper)))
        m.asleep.erase(sleeper.number);
      else
        anyone = true;
    }
  m.anyone_asleep = anyone;
}

}  // namespace selvage::runtime

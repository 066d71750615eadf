// Yuan, Yang, Gu: Partial Order Aware Concurrency Sampling (CAV 2018). Every announced operation has a drawn priority, and
// the highest goes; those that depend on it are drawn anew, so that the orders of independent operations do not weigh on
// those of dependent ones.
#include "contract/dependence.h"
#include "runtime/choosing.h"
#include "runtime/drawing.h"
#include "runtime/host.h"
#include "runtime/scheduler.h"

namespace selvage::runtime {

unsigned draw_by_partial_order() {
  Host& h = host();
  const Model& m = model();
  uint64_t* priorities = h.drawn.priorities;
  unsigned best = kMaxThreads;
  for (uint32_t i = 0; i < m.word_count; i++)
    for (uint64_t bits = m.enabled.words[i]; bits; bits &= bits - 1) {
      unsigned number = i * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
      if (priorities[number] == 0) priorities[number] = next_random(h.random_state) | 1;
      if (best == kMaxThreads || priorities[number] > priorities[best]) best = number;
    }
  Footprint chosen = footprint_of_pending(thread(best));
  for (unsigned number = 0; number <= m.highest_thread; number++) {
    if (priorities[number] == 0) continue;
    if (number == best || dependent(footprint_of_pending(thread(number)), chosen)) priorities[number] = 0;
  }
  return best;
}

}  // namespace selvage::runtime

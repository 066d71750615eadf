// Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs
// (ASPLOS 2010). Threads have priorities drawn at first, and the highest goes; in front of d - 1 drawn steps the thread that
// would go gets priority 1, 2, ..., d - 1, below all that were drawn. Steps count from the end of the schedule's prefix.
// A thread that yields, or comes round a loop in which nothing changes, goes below everybody: the paper's programs end
// under every scheduler, real ones do not.
#include "runtime/drawing.h"
#include "runtime/host.h"
#include "runtime/scheduler.h"

namespace selvage::runtime {

namespace {

inline constexpr uint64_t kDrawn = uint64_t{1} << 63;    // of a priority that was drawn
inline constexpr uint64_t kChanged = uint64_t{1} << 62;  // of one that a change gave
inline constexpr uint64_t kGaveWay = uint64_t{1} << 61;  // less the number of times that threads gave way

uint64_t& priority_of(unsigned number) {
  Host& h = host();
  uint64_t& priority = h.drawn.priorities[number];
  if (priority == 0) priority = next_random(h.random_state) | kDrawn;
  return priority;
}

unsigned highest() {
  const Model& m = model();
  unsigned best = kMaxThreads;
  for (uint32_t i = 0; i < m.word_count; i++)
    for (uint64_t bits = m.enabled.words[i]; bits; bits &= bits - 1) {
      unsigned number = i * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
      if (best == kMaxThreads || priority_of(number) > priority_of(best)) best = number;
    }
  return best;
}

}  // namespace

unsigned draw_by_priority() {
  Host& h = host();
  uint64_t step = h.step_index - h.step_count;
  for (uint32_t i = 0; i < h.drawing.changes && i < kMaxChanges; i++)
    if (h.drawn.changes[i] == step) priority_of(highest()) = kChanged + i;
  unsigned chosen = highest();
  if (thread(chosen).pending.operation == Operation::Yield) give_way(thread(chosen));
  return chosen;
}

void give_way(const Thread& self) {
  if (host().policy == Policy::ByPriority) host().drawn.priorities[self.number] = kGaveWay - ++host().drawn.given_way;
}

}  // namespace selvage::runtime

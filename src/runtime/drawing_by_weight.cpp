// Zhao, Wolff, Mathur, Roychoudhury: Selectively Uniform Concurrency Testing (ASPLOS 2024). Which thread does the next
// operation on the object is drawn by how many of them it is expected to have left, so that every order of theirs is as
// likely as any other; all other operations go at random until it has done so. A thread that does not exist yet leaves its
// weight to who will create it. Where the expectation was wrong, or the intended thread cannot go on, the draw is uniform.
#include "runtime/choosing.h"
#include "runtime/drawing.h"
#include "runtime/host.h"

namespace selvage::runtime {

namespace {

bool is_ordered(const Thread& t) {
  uint64_t object = host().drawing.object;
  return object == 0 || t.pending.object / kSharingGranule == object / kSharingGranule;
}

// The nearest ancestor that has begun, or the thread itself; kMaxThreads: it is over.
unsigned stand_in(unsigned number) {
  const ControlBlock& control = *host().control;
  for (unsigned i = 0; i < kMaxThreads; i++) {
    if (number <= model().highest_thread) {
      ThreadState state = thread(number).state;
      if (state == ThreadState::Alive) return number;
      if (state == ThreadState::Exited) return kMaxThreads;
    }
    if (number == 0 || number >= control.thread_count) return kMaxThreads;
    number = control.threads[number].parent;
  }
  return kMaxThreads;
}

unsigned draw_intended() {
  const Host& h = host();
  uint32_t count = h.drawing.weight_count < kMaxThreads ? h.drawing.weight_count : kMaxThreads;
  uint32_t sum = 0;
  for (uint32_t i = 0; i < count; i++)
    if (h.drawn.remaining[i] > 0 && stand_in(i) != kMaxThreads) sum += h.drawn.remaining[i];
  if (sum == 0) return kMaxThreads;
  uint32_t drawn = random_below(sum);
  for (uint32_t i = 0; i < count; i++) {
    if (h.drawn.remaining[i] == 0 || stand_in(i) == kMaxThreads) continue;
    if (drawn < h.drawn.remaining[i]) return i;
    drawn -= h.drawn.remaining[i];
  }
  return kMaxThreads;
}

// Uniformly among the enabled threads that `may_go` holds for; kMaxThreads: there is none.
template <typename Predicate>
unsigned draw_among(Predicate may_go) {
  const Model& m = model();
  unsigned chosen = kMaxThreads, count = 0;
  for (uint32_t i = 0; i < m.word_count; i++)
    for (uint64_t bits = m.enabled.words[i]; bits; bits &= bits - 1) {
      unsigned number = i * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
      if (may_go(number) && random_below(++count) == 0) chosen = number;
    }
  return chosen;
}

}  // namespace

unsigned draw_by_weight() {
  DrawingState& s = host().drawn;
  if (s.intended == kMaxThreads || stand_in(s.intended) == kMaxThreads) s.intended = draw_intended();
  unsigned chosen = kMaxThreads;
  if (s.intended != kMaxThreads) {
    unsigned intended = stand_in(s.intended);
    chosen = draw_among([&](unsigned number) { return number == intended || !is_ordered(thread(number)); });
  }
  if (chosen == kMaxThreads) chosen = draw_among([](unsigned) { return true; });
  if (is_ordered(thread(chosen))) {
    if (s.remaining[chosen] > 0) s.remaining[chosen]--;
    s.intended = kMaxThreads;
  }
  return chosen;
}

}  // namespace selvage::runtime

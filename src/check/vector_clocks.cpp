#include "check/vector_clocks.h"

namespace selvage::check {

void VectorClocks::make_room(unsigned threads) {
  while (thread_clock_.size() < threads) thread_clock_.push_back(0);
  if (threads <= stride_) return;
  unsigned wider = stride_;
  while (wider < threads) wider *= 2;
  std::vector<uint32_t> clocks(size_t{count_} * wider);
  for (size_t i = 0; i < count_; i++) std::copy_n(clocks_.data() + i * stride_, stride_, clocks.data() + i * wider);
  clocks_ = std::move(clocks);
  stride_ = wider;
}

uint32_t VectorClocks::push_join(uint32_t a, uint32_t b) {
  if (clocks_.size() < (size_t{count_} + 1) * stride_) clocks_.resize((size_t{count_} + 1) * 2 * stride_);
  uint32_t* result = clocks_.data() + size_t{count_} * stride_;
  const uint32_t *left = clock(a), *right = clock(b);
  for (unsigned i = 0; i < stride_; i++) result[i] = std::max(left[i], right[i]);
  return count_++;
}

// Who knows a thread's time knows all that the thread knew then: one entry tells, unless several were merged.
bool VectorClocks::includes(const Release& whole, const Release& part) const {
  const uint32_t* known = clock(whole.clock);
  if (part.thread != kMerged)
    return part.thread == whole.thread ? whole.time >= part.time : known[part.thread] >= part.time;
  const uint32_t* wanted = clock(part.clock);
  for (unsigned i = 0; i < stride_; i++)
    if (wanted[i] > known[i] && (i != whole.thread || wanted[i] > whole.time)) return false;
  return true;
}

void VectorClocks::acquire(unsigned thread, const Release& release) {
  if (release.empty() || release.thread == thread) return;
  if (includes({thread_clock_[thread], UINT32_MAX, thread}, release)) return;
  uint32_t joined = push_join(thread_clock_[thread], release.clock);
  raise(joined, release);
  thread_clock_.change(thread) = joined;
}

Release VectorClocks::merge(const Release& a, const Release& b) {
  if (a.empty() || includes(b, a)) return b;
  if (b.empty() || includes(a, b)) return a;
  uint32_t joined = push_join(a.clock, b.clock);
  raise(joined, a);
  raise(joined, b);
  return {joined, std::max(a.time, b.time), kMerged};
}

void VectorClocks::undo(const Mark& mark) {
  count_ = mark.clocks;
  thread_clock_.undo(mark.threads);
}

}  // namespace selvage::check

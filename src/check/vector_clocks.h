// Vector clocks of threads, as far as synchronisation orders them.
//
// Time is the number of operations executed so far, all threads together. A thread's clock says, for every other
// thread, up to which time it knows what that thread did. Clocks are never changed, only replaced: what a thread
// releases refers to the clock it has, and taking back is forgetting the newest ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/undo_vector.h"

namespace selvage::check {

// What some thread, or several of them, knew at some time; handed on through objects.
struct Release {
  uint32_t clock = 0;
  uint32_t time = 0;    // 0: nothing was released
  uint32_t thread = 0;  // the thread that knew it, or kMerged

  bool empty() const { return time == 0; }
  bool operator==(const Release&) const = default;
};

class VectorClocks {
 public:
  struct Mark {
    uint32_t clocks;
    model::UndoVector<uint32_t>::Mark threads;
  };

  VectorClocks() : clocks_(kFirstStride) {}

  void make_room(unsigned threads);

  // Does `thread` know what `other`, a different one, did at `time`?
  bool knows(unsigned thread, unsigned other, uint32_t time) const { return clock_of(thread)[other] >= time; }
  // Up to which time it knows what the other did; 0: nothing.
  uint32_t known(unsigned thread, unsigned other) const { return clock_of(thread)[other]; }
  // All that a thread knows and has done.
  Release knowledge(unsigned thread, uint32_t time) const { return {thread_clock_[thread], time, thread}; }
  void acquire(unsigned thread, const Release& release);
  // Both at once.
  Release merge(const Release& a, const Release& b);

  void save(Mark& mark) const {
    mark.clocks = count_;
    thread_clock_.save(mark.threads);
  }
  void undo(const Mark& mark);

 private:
  static constexpr uint32_t kMerged = UINT32_MAX;
  static constexpr unsigned kFirstStride = 8;

  const uint32_t* clock(uint32_t index) const { return clocks_.data() + size_t{index} * stride_; }
  const uint32_t* clock_of(unsigned thread) const { return clock(thread_clock_[thread]); }
  bool includes(const Release& whole, const Release& part) const;
  uint32_t push_join(uint32_t a, uint32_t b);
  void raise(uint32_t clock, const Release& own) {
    if (own.thread == kMerged) return;
    uint32_t& entry = clocks_[size_t{clock} * stride_ + own.thread];
    entry = std::max(entry, own.time);
  }

  std::vector<uint32_t> clocks_;  // the first one knows nothing
  uint32_t count_ = 1;
  unsigned stride_ = kFirstStride;
  model::UndoVector<uint32_t> thread_clock_;
};

}  // namespace selvage::check

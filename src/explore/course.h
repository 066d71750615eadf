// What all workers of a search see: whether it goes on, and why it ended.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "explore/search.h"

namespace selvage::explore {

class Course {
 public:
  explicit Course(uint64_t max_executions, const std::atomic<End>* stop = nullptr,
                  const std::atomic<bool>* interrupted = nullptr)
      : max_executions_(max_executions), stop_(stop), interrupted_(interrupted) {}
  // Of something that ends when what is outside ends the other one, and has no limit of its own.
  static Course beside(const Course& other) { return Course(0, other.stop_, other.interrupted_); }

  bool is_over() const { return over_.load(std::memory_order_relaxed) || is_stopped(); }
  // By what is outside the search.
  bool is_stopped() const {
    return (stop_ != nullptr && stop_->load(std::memory_order_relaxed) != End::Complete) || is_interrupted();
  }
  bool is_interrupted() const { return interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed); }
  // The first thing that ends the search counts.
  void finish(End why);
  void find(const std::vector<SharedLocation>& locations);
  // Entries for the table that belong together in pairs.
  void guard(const std::vector<SharedLocation>& entries);
  void suspect(const model::Path& path);
  void fail(std::exception_ptr failure);

  // Something else that the calling thread does now and then while it takes in executions of a batch: with long ones that
  // takes seconds.
  void meanwhile(std::function<void()> action) {
    meanwhile_ = std::move(action);
    thread_ = std::this_thread::get_id();
  }
  // An execution of so many steps was taken in.
  void note_taken_in(size_t steps) {
    if (!meanwhile_ || std::this_thread::get_id() != thread_ || (steps_since_ += steps) < kStepsBetween) return;
    steps_since_ = 0;
    meanwhile_();
  }

  // Whether there may be one more. Blocked ones have a limit too, so that a search which has hardly any others ends as well.
  bool count_execution() { return count(executions_, limit()); }
  bool count_blocked() {
    return count(blocked_, limit() > UINT64_MAX / kBlockedToOne ? UINT64_MAX : limit() * kBlockedToOne);
  }
  void resume_with(const Counts& counts) {
    executions_ = counts.executions;
    blocked_ = counts.blocked;
  }
  uint64_t executions() const { return std::min(executions_.load(std::memory_order_relaxed), limit()); }

  // Once nobody works any more.
  End end() const { return end_; }
  const std::vector<SharedLocation>& found() const { return found_; }
  const std::vector<Step>& suspect() const { return suspect_; }
  const std::exception_ptr& failure() const { return failure_; }

 private:
  // Under the mutex. Also where another worker has just ended the search early: who goes on from there would not come upon
  // these locations again.
  void start_over();
  static constexpr uint64_t kBlockedToOne = 16;
  static constexpr size_t kStepsBetween = 4096;
  bool count(std::atomic<uint64_t>& so_far, uint64_t most);
  uint64_t limit() const { return max_executions_ ? max_executions_ : UINT64_MAX; }

  uint64_t max_executions_;
  const std::atomic<End>* stop_;
  const std::atomic<bool>* interrupted_;
  std::atomic<bool> over_ = false;
  std::atomic<uint64_t> executions_ = 0;
  std::atomic<uint64_t> blocked_ = 0;
  std::mutex mutex_;
  End end_ = End::Complete;
  std::vector<SharedLocation> found_;
  std::vector<Step> suspect_;
  std::exception_ptr failure_;
  std::function<void()> meanwhile_;
  std::thread::id thread_;  // that does it
  size_t steps_since_ = 0;
};

}  // namespace selvage::explore

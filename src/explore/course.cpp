#include "explore/course.h"

namespace selvage::explore {

void Course::finish(End why) {
  std::lock_guard lock(mutex_);
  if (!over_) end_ = why;
  over_ = true;
}

void Course::start_over() {
  bool ends_early =
      end_ == End::Interrupted || end_ == End::TimeLimit || end_ == End::ExecutionLimit || end_ == End::MemoryLimit;
  if (!over_ || ends_early) end_ = End::Restart;
  over_ = true;
}

void Course::find(const std::vector<SharedLocation>& locations) {
  std::lock_guard lock(mutex_);
  start_over();
  for (const SharedLocation& location : locations)
    if (std::ranges::find(found_, location) == found_.end()) found_.push_back(location);
}

void Course::guard(const std::vector<SharedLocation>& entries) {
  std::lock_guard lock(mutex_);
  start_over();
  found_.insert(found_.end(), entries.begin(), entries.end());
}

void Course::suspect(const model::Path& path) {
  std::lock_guard lock(mutex_);
  if (over_) return;
  for (model::Position i = 0; i < path.size(); i++) suspect_.push_back({path.thread(i), path[i].alternative});
  end_ = End::NotDeterministic;
  over_ = true;
}

void Course::fail(std::exception_ptr failure) {
  std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::move(failure);
  over_ = true;
}

bool Course::count(std::atomic<uint64_t>& so_far, uint64_t most) {
  if (so_far.fetch_add(1, std::memory_order_relaxed) < most) return true;
  finish(End::ExecutionLimit);
  return false;
}

}  // namespace selvage::explore

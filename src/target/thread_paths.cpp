#include "target/thread_paths.h"

#include <algorithm>
#include <cstring>

namespace selvage::target {

bool ThreadPaths::adopt(const ControlBlock& control) {
  uint32_t count = control.thread_count;
  if (count == paths_.size()) return true;
  if (count > kMaxThreads) return false;
  // A private copy first: the program could still be writing.
  std::vector<ThreadPath> copy(count);
  if (count != 0) std::memcpy(copy.data(), control.threads, count * sizeof(ThreadPath));
  return adopt(copy);
}

bool ThreadPaths::adopt(std::span<const ThreadPath> paths) {
  if (paths.size() < paths_.size() || paths.size() > kMaxThreads) return false;
  if (!std::equal(paths_.begin(), paths_.end(), paths.begin(), [](const ThreadPath& a, const ThreadPath& b) {
        return a.parent == b.parent && a.child_index == b.child_index;
      })) {
    return false;
  }
  for (size_t i = std::max<size_t>(paths_.size(), 1); i < paths.size(); ++i) {
    if (paths[i].parent >= i) return false;
  }
  paths_.assign(paths.begin(), paths.end());
  return true;
}

bool ThreadPaths::is_flat() const {
  return std::ranges::all_of(paths_, [](const ThreadPath& path) { return path.parent == 0; });
}

}  // namespace selvage::target

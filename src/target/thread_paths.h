// The agreement on thread numbers: which creation path has which number (contract/channel.h).
//
// It is the explorer's; a process only appends to it, and what it appends is checked before it counts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contract/channel.h"

namespace selvage::target {

class ThreadPaths {
 public:
  // Takes over what a process has appended. False, and nothing is taken, if the table there cannot be right.
  bool adopt(const ControlBlock& control);
  // The same from elsewhere, for example from a trace.
  bool adopt(std::span<const ThreadPath> paths);

  std::span<const ThreadPath> all() const { return paths_; }
  // True if the numbers follow from the order of creation alone: main created all threads.
  bool is_flat() const;

 private:
  std::vector<ThreadPath> paths_;
};

}  // namespace selvage::target

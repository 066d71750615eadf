// A state of the search: reached by a sequence of steps, with the branches that were and will be taken from it.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "explore/branch.h"
#include "explore/target.h"

namespace selvage::explore {

inline constexpr uint16_t kNoThread = UINT16_MAX;

// A branch that has not been taken yet: one step of a thread.
struct Pending {
  Step step{};                       // kNoThread: the very first schedule, which has none
  std::unique_ptr<Execution> ahead;  // executed before its turn
};

struct Node {
  // Threads whose next step from here is covered elsewhere, with all alternatives of it. They belong to nodes above.
  std::vector<const Branch*> sleep;
  // Taken from here so far, in the order in which they were begun; without the one that a walker with this node to
  // itself is in.
  std::vector<std::unique_ptr<Branch>> explored;
  std::vector<Pending> pending;   // to be taken, in order
  std::vector<uint16_t> threads;  // that have a branch here, pending, begun or explored

  void clear() {
    sleep.clear();
    explored.clear();
    pending.clear();
    threads.clear();
  }

  bool is_asleep(uint16_t thread) const {
    return std::ranges::any_of(sleep, [&](const Branch* b) { return b->thread == thread; });
  }
  bool has_branch(uint16_t thread) const { return std::ranges::find(threads, thread) != threads.end(); }
  bool covers(uint16_t thread) const { return is_asleep(thread) || has_branch(thread); }

  // What the thread does next, unless that is covered; whether it was not.
  bool add(uint16_t thread) {
    if (covers(thread)) return false;
    threads.push_back(thread);
    pending.push_back({{thread, 0}, nullptr});
    return true;
  }
  Pending take_first() {
    Pending first = std::move(pending.front());
    pending.erase(pending.begin());
    return first;
  }
};

}  // namespace selvage::explore

// Data races in the executions that a search goes through: two accesses to the same memory by different threads, one
// of them a write, not both atomic, with nothing that orders them.
//
// Order is what the language promises: program order, thread creation and join, unlock before lock, signal before wake,
// post before wait, barriers, once, and atomics by their memory orders (a relaxed load orders nothing). It is therefore
// weaker than model::Path's own happens-before, in which any two conflicting accesses are ordered.
//
// The search goes along a path, cuts it back and continues elsewhere; what the common beginning of two executions
// already showed is not looked at again.
#pragma once

#include <cstdint>
#include <vector>

#include "model/path.h"

namespace selvage::check {

struct DataRace {
  model::Position first;
  model::Position second;
  bool observed;  // both were enabled in the state before the first
};

class RaceDetector {
 public:
  // `path` agrees with the path of the last call in its first `known` steps. Appends the races whose second access is
  // not among them.
  void advance(const model::Path& path, size_t known, std::vector<DataRace>& races);
};

}  // namespace selvage::check

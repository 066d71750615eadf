// What an execution went round in when it was cut off, read off its last steps.
#pragma once

#include <cstdint>
#include <map>

#include "model/path.h"

namespace selvage::cli {

struct CutLoop {
  uint64_t rounds = 0;      // most in one execution
  bool has_choice = false;  // a choice may prolong it: __VERIFIER_nondet_* and the like
  bool times_out = false;   // waits in it ended because their time was over
};

// The shortest execution that was cut off: where it has fewer steps than are allowed, the number of steps is not what cut it.
struct ShortestCut {
  uint64_t steps = UINT64_MAX;
  uint64_t operations = 0;       // in all of them
  uint64_t last_operations = 0;  // in the last one
  uint32_t last_site = 0;
};

// By the site that comes most often in it.
class CutLoops {
 public:
  // The path was cut off. No loop is noted where its last steps are none.
  void note(const model::Path& path);
  void merge(const CutLoops& others);
  void clear() { *this = {}; }
  const std::map<uint32_t, CutLoop>& all() const { return loops_; }
  const ShortestCut& shortest() const { return shortest_; }

 private:
  void note_length(const model::Path& path);
  void add(uint32_t site, const CutLoop& loop);

  std::map<uint32_t, CutLoop> loops_;
  ShortestCut shortest_;
};

}  // namespace selvage::cli

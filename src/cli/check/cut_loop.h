// What an execution went round in when it was cut off, read off its last steps.
#pragma once

#include <cstdint>
#include <map>

#include "model/path.h"

namespace selvage::cli {

struct CutLoop {
  uint64_t rounds = 0;      // most in one execution
  bool has_choice = false;  // a choice may prolong it: __VERIFIER_nondet_* and the like
  bool times_out = false;   // waits with a deadline are in it
};

// By the site that comes most often in it.
class CutLoops {
 public:
  // The path was cut off. Nothing is noted where its last steps are no loop.
  void note(const model::Path& path);
  void merge(const CutLoops& others);
  void clear() { loops_.clear(); }
  const std::map<uint32_t, CutLoop>& all() const { return loops_; }

 private:
  void add(uint32_t site, const CutLoop& loop);

  std::map<uint32_t, CutLoop> loops_;
};

}  // namespace selvage::cli

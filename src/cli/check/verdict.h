// The word that a check ends with follows from what was executed, by one function.
#pragma once

#include <cstdint>

namespace selvage::cli {

enum class Verdict : uint8_t {
  None,      // the command failed
  Verified,  // every interleaving for this input, and none goes wrong
  Bounded,   // the same within stated bounds
  Sampled,   // what was executed, no claim beyond it
  Bug,
};

const char* verdict_name(Verdict verdict);  // published; empty for None

// What speaks against calling a program verified although a search came to its end and found nothing.
enum class Gap : uint8_t {
  NothingExecuted,  // no execution came to its end, or each was cut short because others cover it
  OnlyAssumptions,  // every execution ended in an assumption that does not hold
  OneThread,        // no other thread was ever started: there were no interleavings
  NarrowChoices,    // __VERIFIER_nondet_* chose from fewer values than its type has
  PreemptionBound,  // interleavings were left out by their cost
  FewerPoints,      // threads were switched at some operations only
  CutOff,           // executions were longer than --max-depth
  InexactStrikes,   // of the moments in which signals reach threads some may be missing
  Unfollowed,       // the program could not follow orders that the search called for
  StatesCut,        // the graph of states is not complete
  EndedBeforeStep,  // the first thread ended the program before another was seen to share memory with it
  UnseenCode,       // accesses in code that the wrappers did not compile
  LibraryCalls,     // calls of library functions of which it is not known what they do to memory
  Count,
};

const char* gap_name(Gap gap);  // published

class Gaps {
 public:
  void insert(Gap gap, bool is_there = true) {
    if (is_there) bits_ |= bit(gap);
  }
  bool contains(Gap gap) const { return (bits_ & bit(gap)) != 0; }
  bool empty() const { return bits_ == 0; }
  bool operator==(const Gaps&) const = default;

 private:
  static uint32_t bit(Gap gap) { return uint32_t{1} << static_cast<unsigned>(gap); }
  uint32_t bits_ = 0;
};

struct Evidence {
  bool found = false;          // something went wrong
  bool finished = false;       // the search came to its end by itself
  bool explored_part = false;  // if not: all of a part that can be named, by cost or by preemption points
  bool drawn = false;          // executions were chosen at random
  Gaps gaps;
};

Verdict verdict_for(const Evidence& evidence);

}  // namespace selvage::cli

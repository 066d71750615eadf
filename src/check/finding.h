// Something that goes wrong in one execution, as the search sees it: enough to tell findings apart and to execute the
// interleaving again. Sentences, source places and call stacks come from that second execution.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "check/property.h"
#include "contract/channel.h"
#include "model/path.h"

namespace selvage::check {

enum class FindingKind : uint8_t {
  Assertion,
  Abort,
  Killed,
  Crash,
  StackOverflow,
  Deadlock,
  DataRace,
  Misuse,
  UseAfterFree,
  HeapOverrun,
  DoubleFree,
  BadFree,
  MemoryError,  // any other
  Leak,
  Stuck,
  Livelock,
  StuckThreads,
  Temporal,
  Flow,
  ExitStatus,
  Count,
};

std::string_view finding_kind_name(FindingKind kind);  // published: summaries
Property property_of(FindingKind kind);
int exit_code_of(FindingKind kind);  // of the design: 10, 11, 12, 13, 14, 15, 16

struct Finding {
  FindingKind kind;
  // Two findings of the same kind and identity are the same one. Made from sites, not from the interleaving.
  uint64_t identity = 0;
  // Where: for races the site of the earlier and of the later access; for misuse the site of the operation; for ends of
  // executions the site where it ended, 0 if unknown.
  uint32_t site = 0;
  uint32_t other_site = 0;
  // Races and misuse: the steps concerned, in `schedule`. The later access of a race may be one that its thread waits with
  // at the end, and then has none.
  model::Position step = model::kNone;
  model::Position other_step = model::kNone;
  // Races: both accesses were enabled in one state, as opposed to merely unordered.
  bool observed = false;
  // The memory or the primitive that it is about, or a hash of several; 0: unknown. Not part of the identity: the same
  // lines may do the same wrong to several objects.
  uint64_t object = 0;
  uint32_t stack = 0, other_stack = 0;   // numbers of the call stacks of the steps concerned, where those are recorded
  Outcome outcome = Outcome::Completed;  // how the execution ended
  std::vector<Step> schedule = {};       // the whole execution, from the first choice on, unless it is cut
  bool is_cut = false;                   // the execution is to be stopped there: what would follow does not matter
  uint32_t loop_steps = 0;               // so many last steps of the schedule are a loop, which goes on for ever
  size_t shared_count = 0;               // how many of the search's shared locations were scheduling points
  uint64_t execution = 0;                // its number in the search, from 1
};

}  // namespace selvage::check

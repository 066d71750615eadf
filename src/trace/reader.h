// Reads the file of a counterexample. It may be anybody's: nothing in it is believed before it has been looked at, and
// where it is damaged, what came before is kept.
#pragma once

#include <string>
#include <string_view>

#include "trace/trace.h"

namespace selvage::trace {

enum class Condition {
  Whole,
  Damaged,       // a part is missing or wrong; what was read before it is in `trace`
  OtherVersion,  // of the format; only what every version has is in `trace`
  NotATrace,
};

struct Read {
  Condition condition = Condition::NotATrace;
  std::string problem = {};  // what is wrong, without a full stop; empty where nothing is
  uint64_t version = 0;
  Trace trace = {};

  // It can be executed: the steps, and all that says what they mean, were read.
  bool has_schedule = false;
};

// Compressed or not.
Read parse(std::string_view bytes);

// Whether these bytes begin like a trace file, whatever its version and condition.
bool is_trace(std::string_view bytes);

}  // namespace selvage::trace

// Where `selvage replay --gdb` stops the program, and what gdb has to know about it.
#pragma once

#include <cstdint>
#include <string>

#include "cli/check/diagnosis.h"
#include "cli/replay/debugger.h"
#include "cli/replay/replay_program.h"
#include "target/schedule_batch.h"
#include "trace/trace.h"

namespace selvage::cli {

struct Standpoint {
  target::ScheduleRequest request;  // its steps are the trace's
  std::string thread;               // the one to look at
  std::string banner;
};

// Where the finding shows: at the end of the execution; where two accesses race, or a call is against the rules but
// returns, just before the later of them.
Standpoint failing_point(const trace::Trace& trace, const report::Counterexample& shown, const Diagnosis& diagnosis);
// Just before the step that is shown with this number, or that this one is a part of. Throws Error (usage) if there is none.
Standpoint before_step(const trace::Trace& trace, const report::Counterexample& shown, uint64_t number);

DebuggerRequest debugger_request(const Standpoint& standpoint, ReplayProgram& program);

}  // namespace selvage::cli

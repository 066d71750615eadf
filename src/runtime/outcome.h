// How an execution ends. None of these returns to the caller: control goes to the host, which writes the result
// and starts the next execution.
#pragma once

#include <stdint.h>

#include "contract/channel.h"

namespace selvage::runtime {

// The record is written as if the execution ended here, and the program goes on behind it: nothing that follows is
// recorded. Only the outcome may still be changed.
void close_record_early(Outcome outcome);

// `format` knows %s %d %u %x %p %%, no widths.
[[noreturn]] void finish_execution(Outcome outcome, const char* format = nullptr, ...);

// What the record says of the end besides: the exit status, whether it is allowed and where it comes from; narrow choices.
void note_end(Outcome outcome, ExecutionRecord& record);

// A defect of the program's use of memory; `site` is where it shows, `block` what it is about, if anything.
struct Block;
[[noreturn]] void finish_memory_error(Defect defect, uint32_t site, const Block* block, const char* format, ...);

// A call that cannot be modelled: names it and says what to do.
[[noreturn]] void unmodelled(const char* call, const char* advice);

// A primitive used against its rules in a way that POSIX leaves undefined.
[[noreturn]] void misuse(const char* format, ...);

// The run as a whole cannot go on (internal limit, bad environment): the explorer gets the sentence and the exit
// code; the process ends.
[[noreturn]] void fail_run(uint32_t exit_code, const char* format, ...);

// The same with where it happened: used by the signal handler.
struct CrashPlace {
  uint64_t instruction;
  uint64_t frame;
  uint64_t stack;
};
[[noreturn]] void finish_crashed(Outcome outcome, int signal, uint64_t fault_address, const CrashPlace& place,
                                 const char* format, ...);
[[noreturn]] void finish_overflowed_stack(int signal, uint64_t fault_address, const CrashPlace& place);

// Starts the execution over with more room per event (a thread number beyond the enabled words appeared).
[[noreturn]] void retry_execution();
// Executes the schedule once more: behind its end the program is in a livelock, which is to be shown.
[[noreturn]] void execute_with_livelock();

}  // namespace selvage::runtime

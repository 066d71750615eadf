#include "runtime/outcome.h"

#include <stdarg.h>
#include <string.h>
#include <sys/prctl.h>

#include "contract/hooks.h"
#include "runtime/atoms.h"
#include "runtime/carrier.h"
#include "runtime/executor.h"
#include "runtime/host.h"
#include "runtime/look_ahead.h"
#include "runtime/model.h"
#include "runtime/modules.h"
#include "runtime/rewind.h"
#include "runtime/scratch_room.h"
#include "runtime/sharing.h"
#include "runtime/stack.h"
#include "runtime/symmetry.h"
#include "runtime/system.h"
#include "runtime/text.h"
#include "runtime/trace.h"

namespace selvage::runtime {

static bool is_status_refused() { return !host().configuration.allowed_statuses.contains(model().exit_status); }

void note_end(Outcome outcome, ExecutionRecord& record) {
  record.status = static_cast<int32_t>(model().exit_status);
  record.nondet_narrowed = model().nondet_narrowed != 0 ? 1 : 0;
  if (outcome != Outcome::Completed || !is_status_refused()) return;
  record.status_refused = 1;
  record.site = model().exit_site;
}

namespace {

// Debuggers that are no ancestors of this process may look too.
void stand_at_end() {
  if (!(host().flags & kStandAtEnd)) return;
  system_call(SYS_prctl, PR_SET_PTRACER, static_cast<long>(PR_SET_PTRACER_ANY));
  uint32_t& standing = host().control->standing_process;
  auto process = static_cast<uint32_t>(system_call(SYS_getpid));
  __atomic_store_n(&standing, process, __ATOMIC_RELEASE);
  while (__atomic_load_n(&standing, __ATOMIC_ACQUIRE) == process) futex_wait(&standing, process);
}

void write_record(Outcome outcome, const uint64_t* stack, uint32_t depth, const char* message) {
  Host& h = host();
  // It ended while its creator waited for its first operation: what the creator would have done must be seen as well.
  if (current_thread().started_by) note_found(kThreadExits);
  if (h.configuration.symmetry) watch_joiners_at_end(outcome);
  ExecutionRecord& record = *h.record;
  record.signal = h.fatal_signal;
  record.fault_address = h.fault_address;
  if (watches_atoms()) message = settle_atoms_at_end(outcome, message);
  record.outcome = outcome;
  record.defect = h.defect;
  record.thread = current_thread().number;
  note_end(outcome, record);
  // Where assert or abort was called; otherwise the operation that the thread was about to do.
  if (outcome == Outcome::Assertion || outcome == Outcome::Abort) record.site = selvage_call_site;
  if (outcome != Outcome::Completed && !record.site) record.site = current_thread().pending.site;
  close_record(stack, depth, message);
}

// Otherwise it may have written anywhere, also over the loader's list of libraries.
bool had_control(Outcome outcome) {
  return outcome != Outcome::Crash && outcome != Outcome::MemoryError && outcome != Outcome::Stuck;
}

[[noreturn]] void finish(Outcome outcome, const uint64_t* stack, uint32_t depth, const char* message) {
  if (running_ahead())
    stop_ahead(static_cast<uint64_t>(outcome) + 1);  // it will come to that when it really goes there
  if (had_control(outcome)) publish_late_modules();
  require_room_at_end(outcome, is_status_refused());
  if (!host().snapshot_taken) finish_single_threaded(outcome, stack, depth, message);
  if (host().record->went_on) {
    // What the continuation would have shown depends on memory that is shared without having been known to be.
    if (outcome == Outcome::StepLimit) add_found_locations();
    leave_threads();
  }
  stand_at_end();
  write_record(outcome, stack, depth, message);
  leave_threads();
}

[[noreturn]] void finish_here(Outcome outcome, const char* message) {
  uint64_t stack[kMaxStackDepth];
  // A leak shows at the end of the program; it happened elsewhere.
  bool happened_here = (outcome != Outcome::Completed || is_status_refused()) && host().defect != Defect::Leak;
  uint64_t depth = happened_here ? capture_stack(stack, kMaxStackDepth) : 0;
  finish(outcome, stack, static_cast<uint32_t>(depth), message);
}

}  // namespace

void close_record_early(Outcome outcome) {
  Host& h = host();
  write_record(outcome, nullptr, 0, nullptr);
  record_output(*h.record);
  h.record->went_on = 1;
  h.wants_livelock_shown = (h.flags & kShowLivelock) != 0;
  h.flags = 0;
  h.last_event = nullptr;
}

void finish_execution(Outcome outcome, const char* format, ...) {
  if (!format) finish_here(outcome, nullptr);
  char message[kMessageSize];
  va_list arguments;
  va_start(arguments, format);
  format_text(message, sizeof message, format, arguments);
  va_end(arguments);
  finish_here(outcome, message);
}

void finish_memory_error(Defect defect, uint32_t site, const Block* block, const char* format, ...) {
  char message[kMessageSize];
  va_list arguments;
  va_start(arguments, format);
  format_text(message, sizeof message, format, arguments);
  va_end(arguments);
  host().defect = defect;
  host().block = block;
  host().unsettled = nullptr;  // the access was not executed
  current_thread().pending.site = site;
  finish_here(Outcome::MemoryError, message);
}

void misuse(const char* format, ...) {
  char message[kMessageSize];
  va_list arguments;
  va_start(arguments, format);
  format_text(message, sizeof message, format, arguments);
  va_end(arguments);
  if (host().snapshot_taken) host().record->site = selvage_call_site;
  finish_here(Outcome::Misuse, message);
}

void unmodelled(const char* call, const char* advice) {
  if (host().snapshot_taken) host().record->site = selvage_call_site;
  finish_execution(Outcome::Unmodelled, "the program calls %s, which is not modelled: %s", call, advice);
}

void finish_crashed(Outcome outcome, int signal, uint64_t fault_address, const CrashPlace& place, const char* format,
                    ...) {
  char message[kMessageSize];
  va_list arguments;
  va_start(arguments, format);
  format_text(message, sizeof message, format, arguments);
  va_end(arguments);
  uint64_t stack[kMaxStackDepth];
  uint64_t depth = capture_stack_at(place.instruction, place.frame, place.stack, stack, kMaxStackDepth);
  host().fatal_signal = static_cast<uint32_t>(signal);
  host().fault_address = fault_address;
  finish(outcome, stack, static_cast<uint32_t>(depth), message);
}

void finish_overflowed_stack(int signal, uint64_t fault_address, const CrashPlace& place) {
  host().defect = Defect::StackOverflow;
  finish_crashed(Outcome::Crash, signal, fault_address, place, "thread %u overflows its stack",
                 current_thread().number);
}

void retry_execution() {
  host().ended = kEndedRetry;
  leave_threads();
}

void execute_with_livelock() {
  host().ended = kEndedInLivelock;
  leave_threads();
}

void fail_run(uint32_t exit_code, const char* format, ...) {
  ControlBlock& control = *host().control;
  va_list arguments;
  va_start(arguments, format);
  format_text(control.failure_message, sizeof control.failure_message, format, arguments);
  va_end(arguments);
  control.failure_code = exit_code;
  __atomic_store_n(&control.phase, static_cast<uint32_t>(Phase::Failed), __ATOMIC_RELEASE);
  __atomic_add_fetch(&control.batch_finished, 1, __ATOMIC_RELEASE);
  futex_wake(&control.batch_finished, 1);
  for (;;) system_call(SYS_exit_group, 3);
}

}  // namespace selvage::runtime

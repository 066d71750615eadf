// exit, _exit, quick_exit, assert.
#include "runtime/exit.h"

#include "contract/hooks.h"
#include "runtime/enabledness.h"
#include "runtime/failing.h"
#include "runtime/host.h"
#include "runtime/keys.h"
#include "runtime/leaks.h"
#include "runtime/outcome.h"
#include "runtime/quick_exit.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/sharing.h"
#include "runtime/test_interface.h"
#include "runtime/trace.h"

extern "C" {
void __cxa_finalize(void*);
extern FILE* _IO_list_all;
extern void (*__fini_array_start[])() __attribute__((weak, visibility("hidden")));
extern void (*__fini_array_end[])() __attribute__((weak, visibility("hidden")));
}

namespace selvage::runtime {

namespace {

void run_executable_destructors() {
  for (auto* destructor = __fini_array_end; destructor != __fini_array_start;) (*--destructor)();
}

// What fflush(nullptr) looks for. The call itself takes locks, and every page that it touches is to be restored.
bool output_is_pending() {
  for (const FILE* stream = _IO_list_all; stream; stream = stream->_chain)
    if (stream->_mode > 0 || stream->_IO_write_ptr > stream->_IO_write_base) return true;
  return false;
}

// What the program has come to since its end began. Both are told by what the thread that ends it has done itself: others went
// on only where it announced something.
struct Progress {
  uint64_t step;
  uint32_t local_events;
  bool operator==(const Progress&) const = default;
};
Progress present_progress() { return {host().step_index, model().local_events}; }

// Of all who want to end the program, the one that gets to it decides where that is. An atomic block does not hold the program's end:
// others go on until that has come.
void announce_exit(uint64_t kind, int status) {
  uint32_t site = selvage_call_site;
  leave_atomic_blocks();
  announce(Operation::ProcessExit, kind, static_cast<uint64_t>(status));
  model().exit_site = site;
}

// Stands for the list of exit handlers, wherever it is kept. Handlers run in the opposite order of their registration, which
// orders nothing else: no race is hidden by it.
alignas(8) char exit_handlers;
constexpr uint32_t kNoOrder = static_cast<uint32_t>(MemoryOrder::Relaxed);

// While one thread registers all handlers, registering is no step.
bool is_only_watched(Operation operation) {
  return only_watched(current_thread(), operation, reinterpret_cast<uint64_t>(&exit_handlers), 1);
}

// A part of the step that begins the program's end.
void look_at_exit_handlers() {
  if (!exploring() || is_only_watched(Operation::AtomicLoad)) return;
  Thread& self = current_thread();
  self.pending =
      Pending{Operation::AtomicLoad, 0, 0, 1, selvage_call_site, 0, reinterpret_cast<uint64_t>(&exit_handlers), 0, 0};
  record_inner_event(self);
  self.pending.operation = Operation::None;
}

// Exit handlers are run by one thread: others that call exit wait for ever.
Progress begin_exit(int status) {
  announce_exit(process_end::kBegin, status);
  model().exiting = true;
  model().exiting_thread = current_thread().number;
  any_state_changed();
  look_at_exit_handlers();
  return present_progress();
}

// Exit handlers have done something that others may notice, or wait for: these go on before the program is gone.
void announce_end(int status, const Progress& begin) {
  if (present_progress() == begin) return;
  announce(Operation::ProcessExit, process_end::kBehindHandlers, static_cast<uint64_t>(status));
}

// Where an assumption has failed in another thread, the program might have ended before that thread came to it: so this end is
// one of the program's all the same.
[[noreturn]] void end_now(int status) {
  model().exit_status = static_cast<uint32_t>(status) & 0xff;
  finish_execution(Outcome::Completed);
}

}  // namespace

void announce_exit_handler() {
  if (!exploring() || is_only_watched(Operation::AtomicUpdate)) return;
  selvage_hook_atomic_update(&exit_handlers, 1, 0, kNoOrder, selvage_call_site);
}

unsigned exit_outcomes(const Thread& t) {
  bool waits = t.pending.object == process_end::kBegin && model().exiting && model().exiting_thread != t.number;
  return waits ? 0 : 1;
}

void exit_program(int status) {
  __builtin_unwind_init();  // registers of the caller go to the stack, where they are looked at for leaks
  if (model().exiting && model().exiting_thread == current_thread().number) {
    announce_exit(process_end::kAtOnce, status);  // from an exit handler
    end_now(status);
  }
  Progress begin = begin_exit(status);
  model().exit_status = static_cast<uint32_t>(status);  // for on_exit handlers
  run_thread_local_destructors(current_thread());
  __cxa_finalize(nullptr);
  run_executable_destructors();
  if (output_is_pending()) fflush(nullptr);
  announce_end(status, begin);
  check_leaks(__builtin_frame_address(0));
  end_now(status);
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

// What atexit calls, and what compiled code calls where a static object with a destructor has been constructed.
SELVAGE_INTERCEPT int __cxa_atexit(void (*function)(void*), void* argument, void* module) {
  if (modelling()) announce_exit_handler();
  return REAL(__cxa_atexit)(function, argument, module);
}

SELVAGE_INTERCEPT void exit(int status) {
  if (!modelling()) REAL(exit)(status);
  exit_program(status);
}

SELVAGE_INTERCEPT void _exit(int status) {
  if (!modelling()) REAL(_exit)(status);
  announce_exit(process_end::kAtOnce, status);
  end_now(status);
}

SELVAGE_INTERCEPT void _Exit(int status) { _exit(status); }

SELVAGE_INTERCEPT void quick_exit(int status) {
  if (!modelling()) REAL(quick_exit)(status);
  Progress begin = begin_exit(status);
  run_quick_exit_handlers();
  announce_end(status, begin);
  end_now(status);
}

extern "C" __attribute__((weak, visibility("default"), noreturn)) void __assert_fail(const char* expression,
                                                                                     const char* file, unsigned line,
                                                                                     const char* function) noexcept {
  if (!modelling())
    reinterpret_cast<decltype(&__assert_fail)>(look_up_real("__assert_fail"))(expression, file, line, function);
  come_to_failure();
  finish_execution(Outcome::Assertion, "assertion `%s' fails in %s, %s:%u", expression, function, file, line);
}

extern "C" __attribute__((weak, visibility("default"), noreturn)) void __assert_perror_fail(
    int error, const char* file, unsigned line, const char* function) noexcept {
  if (!modelling())
    reinterpret_cast<decltype(&__assert_perror_fail)>(look_up_real("__assert_perror_fail"))(error, file, line,
                                                                                            function);
  come_to_failure();
  finish_execution(Outcome::Assertion, "unexpected error %d (%s) in %s, %s:%u", error, strerror(error), function, file,
                   line);
}

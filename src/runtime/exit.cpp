// exit, _exit, quick_exit, assert.
#include "runtime/exit.h"

#include "runtime/failing.h"
#include "runtime/host.h"
#include "runtime/keys.h"
#include "runtime/leaks.h"
#include "runtime/outcome.h"
#include "runtime/quick_exit.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"

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

// Of all who want to end the program, the one that gets to it decides where that is.
void announce_exit(int status) {
  uint32_t site = selvage_call_site;
  announce(Operation::ProcessExit, 0, static_cast<uint64_t>(status));
  model().exit_site = site;
}

// Where an assumption has failed in another thread, the program might have ended before that thread came to it: so this end is
// one of the program's all the same.
[[noreturn]] void end_now(int status) {
  model().exit_status = static_cast<uint32_t>(status) & 0xff;
  finish_execution(Outcome::Completed);
}

}  // namespace

void exit_program(int status) {
  __builtin_unwind_init();  // registers of the caller go to the stack, where they are looked at for leaks
  announce_exit(status);
  if (model().exiting) end_now(status);  // exit called from an exit handler
  model().exiting = true;
  model().exit_status = static_cast<uint32_t>(status);  // for on_exit handlers
  run_thread_local_destructors(current_thread());
  __cxa_finalize(nullptr);
  run_executable_destructors();
  if (output_is_pending()) fflush(nullptr);
  check_leaks(__builtin_frame_address(0));
  end_now(status);
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT void exit(int status) {
  if (!modelling()) REAL(exit)(status);
  exit_program(status);
}

SELVAGE_INTERCEPT void _exit(int status) {
  if (!modelling()) REAL(_exit)(status);
  announce_exit(status);
  end_now(status);
}

SELVAGE_INTERCEPT void _Exit(int status) { _exit(status); }

SELVAGE_INTERCEPT void quick_exit(int status) {
  if (!modelling()) REAL(quick_exit)(status);
  announce_exit(status);
  run_quick_exit_handlers();
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

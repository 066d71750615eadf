// abort and std::terminate. What is known of the exception that led there goes into the finding.
#include "runtime/failing.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/signals.h"

extern "C" {
// The C++ library's, where the program has it.
void* __cxa_current_exception_type() __attribute__((weak));
char* __cxa_demangle(const char* name, char* buffer, size_t* size, int* status) __attribute__((weak));
}

namespace selvage::runtime {

namespace {

// The type of the exception that the current thread handles, or null. A std::type_info is a table of functions and a
// name; a leading asterisk says that the name is unique to its module.
const char* type_of_current_exception() {
  if (!__cxa_current_exception_type) return nullptr;
  void* type = __cxa_current_exception_type();
  if (!type) return nullptr;
  const char* name = static_cast<const char* const*>(type)[1];
  if (*name == '*') name++;
  char* readable = __cxa_demangle ? __cxa_demangle(name, nullptr, nullptr, nullptr) : nullptr;
  return readable ? readable : name;
}

// POSIX lets the program's own handler run first; a handler that jumps or exits prevents the abort.
void run_abort_handler() {
  Thread& self = current_thread();
  uint64_t handler = model().signal_actions[SIGABRT].handler;
  if (handler == reinterpret_cast<uint64_t>(SIG_DFL) || handler == reinterpret_cast<uint64_t>(SIG_IGN)) return;
  self.signal_mask &= ~signal_bit(SIGABRT);
  send_signal(self, SIGABRT);
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT void abort() {
  if (!modelling()) REAL(abort)();
  run_abort_handler();
  come_to_failure();
  unsigned number = current_thread().number;
  const char* type = type_of_current_exception();
  if (current_thread().terminating && type)
    finish_execution(Outcome::Abort, "thread %u ends by an uncaught exception of type %s", number, type);
  if (current_thread().terminating) finish_execution(Outcome::Abort, "thread %u calls std::terminate", number);
  if (type) finish_execution(Outcome::Abort, "thread %u aborts while it handles an exception of type %s", number, type);
  finish_execution(Outcome::Abort, "thread %u aborts", number);
}

// std::terminate(): goes on to the program's handler, which by default prints what it knows and aborts.
extern "C" __attribute__((weak, visibility("default"), noreturn)) void _ZSt9terminatev() noexcept {
  if (modelling()) current_thread().terminating = true;
  auto terminate = reinterpret_cast<void (*)()>(look_up_real("_ZSt9terminatev"));
  if (terminate) terminate();
  abort();
}

// Handlers that exit.cpp cannot leave to the C library: those of at_quick_exit, which the library keeps to itself, and
// those of on_exit, which __cxa_finalize passes over.
#include "runtime/quick_exit.h"

#include "runtime/exit.h"
#include "runtime/heap.h"
#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/real.h"

namespace selvage::runtime {

struct QuickExitHandler {
  QuickExitHandler* next;
  void (*function)(void*);
};

namespace {

struct StatusHandler {
  void (*function)(int, void*);
  void* argument;
};

void call_status_handler(void* entry) {
  auto& handler = *static_cast<StatusHandler*>(entry);
  handler.function(static_cast<int>(model().exit_status), handler.argument);
}

}  // namespace

void run_quick_exit_handlers() {
  while (QuickExitHandler* handler = model().quick_exit_handlers) {
    model().quick_exit_handlers = handler->next;
    handler->function(nullptr);
  }
}

}  // namespace selvage::runtime

using namespace selvage::runtime;

// What at_quick_exit calls.
SELVAGE_INTERCEPT int __cxa_at_quick_exit(void (*function)(void*), void* module) {
  if (!modelling())
    return reinterpret_cast<decltype(&__cxa_at_quick_exit)>(look_up_real("__cxa_at_quick_exit"))(function, module);
  auto* handler = static_cast<QuickExitHandler*>(allocate(sizeof(QuickExitHandler), 16));
  if (!handler) return -1;
  announce_exit_handler();
  *handler = QuickExitHandler{model().quick_exit_handlers, function};
  model().quick_exit_handlers = handler;
  return 0;
}

SELVAGE_INTERCEPT int on_exit(void (*function)(int, void*), void* argument) {
  if (!modelling()) return REAL(on_exit)(function, argument);
  auto* handler = static_cast<StatusHandler*>(allocate(sizeof(StatusHandler), 16));
  if (!handler) return -1;
  *handler = StatusHandler{function, argument};
  return __cxa_atexit(call_status_handler, handler, nullptr);
}

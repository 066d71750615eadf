// The hooks that every instrumented shared object carries (libselvage_hooks.a), so that it can be linked without
// undefined symbols and loaded into a process that is not under test, where they do nothing.
//
// In an instrumented program the runtime's hooks must be the ones that run. Usually the dynamic linker sees to that,
// because the executable comes first in the lookup order. Version scripts, -Bsymbolic and --exclude-libs can bind
// the object to its own definitions, though. Then its own selvage_hook_register_module runs, before any other hook,
// and makes all of them forward to the definitions that the process has.
//
// Freestanding but for dlsym; built without exceptions and without C++ library state.
#include <dlfcn.h>

#include "contract/hooks.h"
#include "contract/measured_bytes.h"

#define SELVAGE_EXPORT __attribute__((weak, visibility("default")))

extern "C" {

SELVAGE_EXPORT uint32_t selvage_call_site = 0;
// Where the instrumented code of this object stores its call sites.
__attribute__((visibility("hidden"))) uint32_t* selvage_call_site_pointer = &selvage_call_site;

}  // extern "C"

// name, parameters, arguments
#define SELVAGE_FORWARDED_HOOKS(HOOK)                                                                               \
  HOOK(selvage_hook_read, (const void* address, uint32_t size, uint32_t site), (address, size, site))               \
  HOOK(selvage_hook_write, (void* address, uint32_t size, uint64_t value, uint32_t site),                           \
       (address, size, value, site))                                                                                \
  HOOK(selvage_hook_read_range, (const void* address, uint64_t size, uint32_t site), (address, size, site))         \
  HOOK(selvage_hook_write_range, (void* address, uint64_t size, uint32_t site), (address, size, site))              \
  HOOK(selvage_hook_with_read_range, (const void* address, uint64_t size, uint32_t site), (address, size, site))    \
  HOOK(selvage_hook_with_write_range, (void* address, uint64_t size, uint32_t site), (address, size, site))         \
  HOOK(selvage_hook_atomic_load, (const void* address, uint32_t size, uint32_t order, uint32_t site),               \
       (address, size, order, site))                                                                                \
  HOOK(selvage_hook_atomic_store, (void* address, uint32_t size, uint64_t value, uint32_t order, uint32_t site),    \
       (address, size, value, order, site))                                                                         \
  HOOK(selvage_hook_atomic_update, (void* address, uint32_t size, uint64_t operand, uint32_t order, uint32_t site), \
       (address, size, operand, order, site))                                                                       \
  HOOK(selvage_hook_atomic_compare_exchange,                                                                        \
       (void* address, uint32_t size, uint64_t expected, uint64_t desired, uint32_t order, uint32_t site),          \
       (address, size, expected, desired, order, site))                                                             \
  HOOK(selvage_hook_fence, (uint32_t order, uint32_t site), (order, site))                                          \
  HOOK(selvage_hook_loop, (uint64_t activation, uint64_t state, uint32_t site), (activation, state, site))          \
  HOOK(selvage_hook_loop_exit, (uint64_t activation), (activation))                                                 \
  HOOK(selvage_hook_private_write, (void* address, uint64_t size), (address, size))                                 \
  HOOK(selvage_hook_leaving_call, (void), ())                                                                       \
  HOOK(selvage_hook_unseen_call, (const void* function), (function))                                                \
  HOOK(selvage_hook_library_call, (const void* function, uint32_t site), (function, site))                          \
  HOOK(selvage_hook_unseen_return, (void), ())                                                                      \
  HOOK(selvage_hook_leave_callback, (uint32_t called_from), (called_from))                                          \
  HOOK(selvage_hook_deadline_clock, (void), ())                                                                     \
  HOOK(selvage_hook_instant_clock, (void), ())                                                                      \
  HOOK(selvage_hook_led_by_time, (void), ())                                                                        \
  HOOK(selvage_hook_endless_function, (const void* return_address), (return_address))                               \
  HOOK(selvage_hook_assumption, (const void* address, uint32_t size, uint32_t site), (address, size, site))         \
  HOOK(selvage_hook_block_acts, (void), ())                                                                         \
  HOOK(selvage_atomic_begin, (void), ())                                                                            \
  HOOK(selvage_atomic_end, (void), ())

#define SELVAGE_DEFINE(name, parameters, arguments)      \
  static void(*other_##name) parameters = nullptr;       \
  extern "C" SELVAGE_EXPORT void name parameters {       \
    if (other_##name != nullptr) other_##name arguments; \
  }
SELVAGE_FORWARDED_HOOKS(SELVAGE_DEFINE)
#undef SELVAGE_DEFINE

static uint64_t (*other_cycle_counter)() = nullptr;

extern "C" SELVAGE_EXPORT uint64_t selvage_hook_cycle_counter() {
  return other_cycle_counter != nullptr ? other_cycle_counter() : __builtin_ia32_rdtsc();
}

static uint64_t (*other_loop_enter)() = nullptr;

extern "C" SELVAGE_EXPORT uint64_t selvage_hook_loop_enter() {
  return other_loop_enter != nullptr ? other_loop_enter() : 0;
}

static uint32_t (*other_enter_callback)() = nullptr;

extern "C" SELVAGE_EXPORT uint32_t selvage_hook_enter_callback() {
  return other_enter_callback != nullptr ? other_enter_callback() : 0;
}

// These say something of memory and have no state; but only the program's own knows the standard streams.
static void* (*other_stream_object)(void*) = nullptr;

extern "C" SELVAGE_EXPORT void* selvage_stream_object(void* part) {
  return other_stream_object != nullptr ? other_stream_object(part) : nullptr;
}

extern "C" SELVAGE_EXPORT uint64_t selvage_compared_bytes(const void* first, const void* second, uint64_t bound) {
  return selvage::compared_bytes(static_cast<const char*>(first), static_cast<const char*>(second), bound);
}

extern "C" SELVAGE_EXPORT uint64_t selvage_searched_bytes(const void* bytes, int wanted, uint64_t bound) {
  return selvage::searched_bytes(static_cast<const char*>(bytes), wanted, bound);
}

// The definition of `name` that the executable has or sees first; null if that is ours. RTLD_DEFAULT would look into
// this object first if it was linked with -Bsymbolic.
template <typename Definition>
static Definition* other_definition(void* program, const char* name, Definition* ours) {
  auto* found = reinterpret_cast<Definition*>(dlsym(program, name));
  return found == ours ? nullptr : found;
}

extern "C" SELVAGE_EXPORT void selvage_hook_register_module(const selvage::ModuleRecord* module) {
  void* program = dlopen(nullptr, RTLD_LAZY);
#define SELVAGE_BIND(name, parameters, arguments) other_##name = other_definition(program, #name, &name);
  SELVAGE_FORWARDED_HOOKS(SELVAGE_BIND)
#undef SELVAGE_BIND
  other_cycle_counter = other_definition(program, "selvage_hook_cycle_counter", &selvage_hook_cycle_counter);
  other_loop_enter = other_definition(program, "selvage_hook_loop_enter", &selvage_hook_loop_enter);
  other_stream_object = other_definition(program, "selvage_stream_object", &selvage_stream_object);
  other_enter_callback = other_definition(program, "selvage_hook_enter_callback", &selvage_hook_enter_callback);
  if (void* call_site = dlsym(program, "selvage_call_site")) {
    selvage_call_site_pointer = static_cast<uint32_t*>(call_site);
  }
  auto* other = other_definition(program, "selvage_hook_register_module", &selvage_hook_register_module);
  if (other != nullptr) other(module);
}

#include "runtime/library_state.h"

#include <locale.h>

#include "runtime/host.h"
#include "runtime/look_ahead.h"
#include "runtime/real.h"
#include "runtime/sharing.h"

namespace selvage::runtime {

namespace {

constexpr uint32_t kNoOrder = static_cast<uint32_t>(MemoryOrder::Relaxed);

void* place_of(FILE* stream) { return &stream->_lock; }

// While one thread alone uses a state, its uses are not recorded, not even where all accesses are asked for.
bool matters(Operation operation, const void* address) {
  if (!is_call_compared()) return false;
  const Thread& self = current_thread();
  if (running_ahead() || self.follows_loops || self.follows_rounds) return true;
  return !only_watched(self, operation, reinterpret_cast<uint64_t>(address), sizeof(LibraryState));
}

bool is_compared(FILE* stream) { return stream != stdout && stream != stderr; }

}  // namespace

bool is_call_compared() { return exploring() && !current_thread().in_unseen_code; }

void update_state(LibraryState& state) {
  if (matters(Operation::AtomicUpdate, &state))
    selvage_hook_atomic_update(&state, sizeof state, 0, kNoOrder, selvage_call_site);
}

void look_at_state(LibraryState& state) {
  if (matters(Operation::AtomicLoad, &state))
    selvage_hook_atomic_load(&state, sizeof state, kNoOrder, selvage_call_site);
}

void write_state(LibraryState& state) {
  if (matters(Operation::Write, &state)) selvage_hook_write(&state, sizeof state, 0, selvage_call_site);
}

void read_state(LibraryState& state) {
  if (matters(Operation::Read, &state)) selvage_hook_read(&state, sizeof state, selvage_call_site);
}

void update_stream(FILE* stream) {
  if (is_compared(stream) && matters(Operation::AtomicUpdate, place_of(stream)))
    selvage_hook_atomic_update(place_of(stream), 8, 0, kNoOrder, selvage_call_site);
}

void look_at_stream(FILE* stream) {
  if (is_compared(stream) && matters(Operation::AtomicLoad, place_of(stream)))
    selvage_hook_atomic_load(place_of(stream), 8, kNoOrder, selvage_call_site);
}

void close_stream_for_all(FILE* stream) {
  if (is_compared(stream) && matters(Operation::Write, place_of(stream)))
    selvage_hook_write(place_of(stream), 8, 0, selvage_call_site);
}

namespace {

LibraryState random_numbers asm("state of rand");
LibraryState numbers_of_48_bits asm("state of drand48");
LibraryState environment asm("environment");
LibraryState locale_of_process asm("locale");
LibraryState broken_down_time asm("result of gmtime");
LibraryState text_of_time asm("result of asctime");
LibraryState terminate_handler asm("terminate handler");
LibraryState unexpected_handler asm("unexpected handler");
LibraryState new_handler asm("new handler");
LibraryState default_resource asm("default memory resource");
LibraryState global_locale asm("global locale");

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

// The generators of random numbers take a lock.
SELVAGE_INTERCEPT int rand() {
  update_state(random_numbers);
  return REAL(rand)();
}
SELVAGE_INTERCEPT void srand(unsigned seed) {
  update_state(random_numbers);
  REAL(srand)(seed);
}
SELVAGE_INTERCEPT long random() {
  update_state(random_numbers);
  return REAL(random)();
}
SELVAGE_INTERCEPT void srandom(unsigned seed) {
  update_state(random_numbers);
  REAL(srandom)(seed);
}
SELVAGE_INTERCEPT char* initstate(unsigned seed, char* state, size_t size) {
  update_state(random_numbers);
  return REAL(initstate)(seed, state, size);
}
SELVAGE_INTERCEPT char* setstate(char* state) {
  update_state(random_numbers);
  return REAL(setstate)(state);
}

// These take none: MT-Unsafe race:drand48.
SELVAGE_INTERCEPT double drand48() {
  write_state(numbers_of_48_bits);
  return REAL(drand48)();
}
SELVAGE_INTERCEPT long lrand48() {
  write_state(numbers_of_48_bits);
  return REAL(lrand48)();
}
SELVAGE_INTERCEPT long mrand48() {
  write_state(numbers_of_48_bits);
  return REAL(mrand48)();
}
SELVAGE_INTERCEPT double erand48(unsigned short state[3]) {
  write_state(numbers_of_48_bits);
  if (is_call_compared()) selvage_hook_write_range(state, 6, selvage_call_site);
  return REAL(erand48)(state);
}
SELVAGE_INTERCEPT long nrand48(unsigned short state[3]) {
  write_state(numbers_of_48_bits);
  if (is_call_compared()) selvage_hook_write_range(state, 6, selvage_call_site);
  return REAL(nrand48)(state);
}
SELVAGE_INTERCEPT long jrand48(unsigned short state[3]) {
  write_state(numbers_of_48_bits);
  if (is_call_compared()) selvage_hook_write_range(state, 6, selvage_call_site);
  return REAL(jrand48)(state);
}
SELVAGE_INTERCEPT void srand48(long seed) {
  write_state(numbers_of_48_bits);
  REAL(srand48)(seed);
}
SELVAGE_INTERCEPT unsigned short* seed48(unsigned short seed[3]) {
  write_state(numbers_of_48_bits);
  return REAL(seed48)(seed);
}
SELVAGE_INTERCEPT void lcong48(unsigned short parameters[7]) {
  write_state(numbers_of_48_bits);
  REAL(lcong48)(parameters);
}

// MT-Safe env: reading is allowed as long as nobody writes.
SELVAGE_INTERCEPT char* getenv(const char* name) {
  read_state(environment);
  return REAL(getenv)(name);
}
SELVAGE_INTERCEPT char* secure_getenv(const char* name) {
  read_state(environment);
  return REAL(secure_getenv)(name);
}
SELVAGE_INTERCEPT int setenv(const char* name, const char* value, int overwrite) {
  write_state(environment);
  return REAL(setenv)(name, value, overwrite);
}
SELVAGE_INTERCEPT int unsetenv(const char* name) {
  write_state(environment);
  return REAL(unsetenv)(name);
}
SELVAGE_INTERCEPT int putenv(char* entry) {
  write_state(environment);
  return REAL(putenv)(entry);
}
SELVAGE_INTERCEPT int clearenv() {
  write_state(environment);
  return REAL(clearenv)();
}

// MT-Unsafe const:locale; asking is no change.
SELVAGE_INTERCEPT char* setlocale(int category, const char* name) {
  if (name)
    write_state(locale_of_process);
  else
    read_state(locale_of_process);
  return REAL(setlocale)(category, name);
}
SELVAGE_INTERCEPT lconv* localeconv() {
  read_state(locale_of_process);
  return REAL(localeconv)();
}

// MT-Unsafe race:tmbuf, race:asctime.
SELVAGE_INTERCEPT tm* gmtime(const time_t* time) {
  write_state(broken_down_time);
  return REAL(gmtime)(time);
}
SELVAGE_INTERCEPT tm* localtime(const time_t* time) {
  write_state(broken_down_time);
  return REAL(localtime)(time);
}
SELVAGE_INTERCEPT char* asctime(const tm* time) {
  write_state(text_of_time);
  return REAL(asctime)(time);
}
SELVAGE_INTERCEPT char* ctime(const time_t* time) {
  write_state(broken_down_time);
  write_state(text_of_time);
  return REAL(ctime)(time);
}

// Handlers of libstdc++, the default memory resource and the global locale: threads may set and ask for them at the same time.
// std::terminate asks, too: the library's own functions are looked up before the program begins to be explored.
#define SELVAGE_SETTERS(DO)                         \
  DO(_ZSt13set_terminatePFvvE, terminate_handler)   \
  DO(_ZSt14set_unexpectedPFvvE, unexpected_handler) \
  DO(_ZSt15set_new_handlerPFvvE, new_handler)       \
  DO(_ZNSt3pmr20set_default_resourceEPNS_15memory_resourceE, default_resource)
#define SELVAGE_GETTERS(DO)                     \
  DO(_ZSt13get_terminatev, terminate_handler)   \
  DO(_ZSt14get_unexpectedv, unexpected_handler) \
  DO(_ZSt15get_new_handlerv, new_handler)       \
  DO(_ZNSt3pmr20get_default_resourceEv, default_resource)

namespace selvage::runtime {

namespace {

struct OwnFunctions {
#define SELVAGE_DECLARE(name, state) void* name;
  SELVAGE_SETTERS(SELVAGE_DECLARE)
  SELVAGE_GETTERS(SELVAGE_DECLARE)
#undef SELVAGE_DECLARE
  void* set_global_locale;
  void* copy_global_locale;
} of_library;

}  // namespace

void look_up_library_functions() {
#define SELVAGE_LOOK_UP(name, state) of_library.name = look_up_real(#name);
  SELVAGE_SETTERS(SELVAGE_LOOK_UP)
  SELVAGE_GETTERS(SELVAGE_LOOK_UP)
#undef SELVAGE_LOOK_UP
  of_library.set_global_locale = look_up_real("_ZNSt6locale6globalERKS_");
  of_library.copy_global_locale = look_up_real("_ZNSt6localeC1Ev");
}

}  // namespace selvage::runtime

#define SELVAGE_SETTER(name, state)                                    \
  SELVAGE_INTERCEPT void* name(void* value) {                          \
    update_state(state);                                               \
    real();                                                            \
    return reinterpret_cast<void* (*)(void*)>(of_library.name)(value); \
  }
#define SELVAGE_GETTER(name, state)                          \
  SELVAGE_INTERCEPT void* name() {                           \
    look_at_state(state);                                    \
    real();                                                  \
    return reinterpret_cast<void* (*)()>(of_library.name)(); \
  }
SELVAGE_SETTERS(SELVAGE_SETTER)
SELVAGE_GETTERS(SELVAGE_GETTER)
#undef SELVAGE_SETTER
#undef SELVAGE_GETTER

// std::locale::global(const std::locale&), which returns an object, and std::locale::locale().
SELVAGE_INTERCEPT void* _ZNSt6locale6globalERKS_(void* result, const void* locale) {
  update_state(global_locale);
  real();
  return reinterpret_cast<void* (*)(void*, const void*)>(of_library.set_global_locale)(result, locale);
}
SELVAGE_INTERCEPT void _ZNSt6localeC1Ev(void* locale) {
  look_at_state(global_locale);
  real();
  reinterpret_cast<void (*)(void*)>(of_library.copy_global_locale)(locale);
}

// Randomness from the system: getrandom, getentropy, arc4random, std::random_device. What a thread draws depends on
// the run's seed, on the thread and on its own earlier draws, never on what other threads draw in between. rand() and
// its kin stay the C library's: their state is memory of the program.
#include <sys/random.h>

#include "runtime/host.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"

namespace selvage::runtime {

namespace {

uint64_t draw() {
  Thread& self = current_thread();
  if (!self.random_state) {
    uint64_t seed = host().configuration.random_seed ^ (0xd1342543de82ef95u * (self.number + 1u));
    self.random_state = next_random(seed) | 1;
  }
  return next_random(self.random_state);
}

void fill(void* buffer, size_t size) {
  auto* bytes = static_cast<unsigned char*>(buffer);
  while (size > 0) {
    uint64_t value = draw();
    size_t count = size < sizeof value ? size : sizeof value;
    memcpy(bytes, &value, count);
    bytes += count;
    size -= count;
  }
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT ssize_t getrandom(void* buffer, size_t size, unsigned flags) {
  if (!modelling()) return REAL(getrandom)(buffer, size, flags);
  if (flags & ~(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE)) {
    errno = EINVAL;
    return -1;
  }
  fill(buffer, size);
  return static_cast<ssize_t>(size);
}

SELVAGE_INTERCEPT int getentropy(void* buffer, size_t size) {
  if (!modelling()) return REAL(getentropy)(buffer, size);
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  fill(buffer, size);
  return 0;
}

SELVAGE_INTERCEPT uint32_t arc4random() { return modelling() ? static_cast<uint32_t>(draw()) : REAL(arc4random)(); }

SELVAGE_INTERCEPT void arc4random_buf(void* buffer, size_t size) {
  if (modelling())
    fill(buffer, size);
  else
    REAL(arc4random_buf)(buffer, size);
}

SELVAGE_INTERCEPT uint32_t arc4random_uniform(uint32_t bound) {
  if (!modelling()) return REAL(arc4random_uniform)(bound);
  return static_cast<uint32_t>((static_cast<unsigned __int128>(draw()) * bound) >> 64);
}

// std::random_device of libstdc++. Its object holds a file or a function of the processor; with nothing opened there
// is nothing to close. A token that is none of its sources goes to the library, which throws.

namespace {

// Both of the library's string types begin with a pointer to their characters.
bool names_a_source(const void* token) {
  static constexpr const char* kSources[] = {"default",     "rand_s",   "rdseed",     "rdrand",     "rdrnd",
                                             "hw",          "hardware", "getentropy", "arc4random", "/dev/urandom",
                                             "/dev/random", "mt19937",  "prng"};
  const char* text = *static_cast<const char* const*>(token);
  for (const char* source : kSources)
    if (strcmp(text, source) == 0) return true;
  return *text >= '0' && *text <= '9';
}

void initialise_random_device(void* device, const void* token, const char* function) {
  if (modelling() && names_a_source(token)) return;
  reinterpret_cast<void (*)(void*, const void*)>(look_up_real(function))(device, token);
}

}  // namespace

#define SELVAGE_RANDOM_DEVICE_INITIALISER(name) \
  SELVAGE_INTERCEPT void name(void* device, const void* token) { initialise_random_device(device, token, #name); }
SELVAGE_RANDOM_DEVICE_INITIALISER(_ZNSt13random_device7_M_initERKSs)
SELVAGE_RANDOM_DEVICE_INITIALISER(_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
SELVAGE_RANDOM_DEVICE_INITIALISER(_ZNSt13random_device14_M_init_pretr1ERKSs)
SELVAGE_RANDOM_DEVICE_INITIALISER(
    _ZNSt13random_device14_M_init_pretr1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
#undef SELVAGE_RANDOM_DEVICE_INITIALISER

SELVAGE_INTERCEPT void _ZNSt13random_device7_M_finiEv(void* device) {
  if (!modelling()) reinterpret_cast<void (*)(void*)>(look_up_real("_ZNSt13random_device7_M_finiEv"))(device);
}

SELVAGE_INTERCEPT unsigned _ZNSt13random_device9_M_getvalEv(void* device) {
  if (modelling()) return static_cast<unsigned>(draw());
  return reinterpret_cast<unsigned (*)(void*)>(look_up_real("_ZNSt13random_device9_M_getvalEv"))(device);
}

SELVAGE_INTERCEPT unsigned _ZNSt13random_device16_M_getval_pretr1Ev(void* device) {
  if (modelling()) return static_cast<unsigned>(draw());
  return reinterpret_cast<unsigned (*)(void*)>(look_up_real("_ZNSt13random_device16_M_getval_pretr1Ev"))(device);
}

SELVAGE_INTERCEPT double _ZNKSt13random_device13_M_getentropyEv(const void* device) {
  if (modelling()) return 32;
  return reinterpret_cast<double (*)(const void*)>(look_up_real("_ZNKSt13random_device13_M_getentropyEv"))(device);
}

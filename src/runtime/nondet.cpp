// __VERIFIER_nondet_*: a value of the configured range, as far as it has values of the type. In a plain run it is 0.
#include <stddef.h>
#include <stdint.h>

#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/test_interface.h"

namespace selvage::runtime {

namespace {

int64_t nondet(const char* type, int64_t least, int64_t most) {
  if (!modelling()) return 0;
  const int32_t low = host().configuration.nondet_low, high = host().configuration.nondet_high;
  if (low > high) {
    fail_run(2, "--nondet: the range %d..%d has no values", low, high);
  }
  if (least < low || most > high) model().nondet_narrowed = 1;
  if (least < low) least = low;
  if (most > high) most = high;
  if (least > most) {
    fail_run(2, "--nondet: no number of the range %d..%d is a value that __VERIFIER_nondet_%s can have", low, high,
             type);
  }
  if (most - least >= kMostAlternatives) {
    fail_run(2, "--nondet: %d..%d are too many values for __VERIFIER_nondet_%s: at most %u can be explored", low, high,
             type, kMostAlternatives);
  }
  return least + choose(static_cast<unsigned>(most - least + 1));
}

// What the type has of 32-bit numbers, which is what the range consists of.
template <typename Type>
inline constexpr bool kIsUnsigned = Type(-1) > Type(0);
template <typename Type>
inline constexpr bool kIsNarrow = sizeof(Type) < sizeof(int32_t);

template <typename Type>
constexpr int64_t least_of() {
  if constexpr (kIsUnsigned<Type>) {
    return 0;
  } else if constexpr (kIsNarrow<Type>) {
    return -(int64_t{1} << (8 * sizeof(Type) - 1));
  } else {
    return INT32_MIN;
  }
}

template <typename Type>
constexpr int64_t most_of() {
  if constexpr (kIsNarrow<Type>) {
    return (int64_t{1} << (8 * sizeof(Type) - (kIsUnsigned<Type> ? 0 : 1))) - 1;
  } else {
    return INT32_MAX;
  }
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

#define SELVAGE_NONDET(type, name)                                              \
  SELVAGE_INTERCEPT type __VERIFIER_nondet_##name() {                           \
    return static_cast<type>(nondet(#name, least_of<type>(), most_of<type>())); \
  }
SELVAGE_NONDET(char, char)
SELVAGE_NONDET(signed char, schar)
SELVAGE_NONDET(unsigned char, uchar)
SELVAGE_NONDET(unsigned char, unsigned_char)
SELVAGE_NONDET(short, short)
SELVAGE_NONDET(unsigned short, ushort)
SELVAGE_NONDET(unsigned short, unsigned_short)
SELVAGE_NONDET(int, int)
SELVAGE_NONDET(unsigned, uint)
SELVAGE_NONDET(unsigned, unsigned)
SELVAGE_NONDET(unsigned, unsigned_int)
SELVAGE_NONDET(long, long)
SELVAGE_NONDET(unsigned long, ulong)
SELVAGE_NONDET(unsigned long, unsigned_long)
SELVAGE_NONDET(long long, longlong)
SELVAGE_NONDET(unsigned long long, ulonglong)
SELVAGE_NONDET(__int128, int128)
SELVAGE_NONDET(unsigned __int128, uint128)
SELVAGE_NONDET(size_t, size_t)
SELVAGE_NONDET(ptrdiff_t, ptrdiff_t)
SELVAGE_NONDET(long, ssize_t)
SELVAGE_NONDET(long, loff_t)
SELVAGE_NONDET(unsigned long, sector_t)
SELVAGE_NONDET(unsigned long, pthread_t)
SELVAGE_NONDET(int8_t, int8_t)
SELVAGE_NONDET(int16_t, int16_t)
SELVAGE_NONDET(int32_t, int32_t)
SELVAGE_NONDET(int64_t, int64_t)
SELVAGE_NONDET(uint8_t, uint8_t)
SELVAGE_NONDET(uint16_t, uint16_t)
SELVAGE_NONDET(uint32_t, uint32_t)
SELVAGE_NONDET(uint64_t, uint64_t)
SELVAGE_NONDET(int8_t, s8)
SELVAGE_NONDET(int16_t, s16)
SELVAGE_NONDET(int32_t, s32)
SELVAGE_NONDET(int64_t, s64)
SELVAGE_NONDET(uint8_t, u8)
SELVAGE_NONDET(uint16_t, u16)
SELVAGE_NONDET(uint32_t, u32)
SELVAGE_NONDET(uint64_t, u64)
#undef SELVAGE_NONDET

// Truth values are both, whatever the range.
SELVAGE_INTERCEPT bool __VERIFIER_nondet_bool() { return choose(2) != 0; }
SELVAGE_INTERCEPT bool __VERIFIER_nondet__Bool() { return choose(2) != 0; }

// Of the real numbers only the integers of the range.
SELVAGE_INTERCEPT float __VERIFIER_nondet_float() { return static_cast<float>(nondet("float", INT32_MIN, INT32_MAX)); }
SELVAGE_INTERCEPT double __VERIFIER_nondet_double() {
  return static_cast<double>(nondet("double", INT32_MIN, INT32_MAX));
}

// Of the addresses only the small numbers of the range: null, and what must not be followed.
SELVAGE_INTERCEPT void* __VERIFIER_nondet_pointer() { return reinterpret_cast<void*>(nondet("pointer", 0, INT32_MAX)); }
SELVAGE_INTERCEPT char* __VERIFIER_nondet_pchar() { return reinterpret_cast<char*>(nondet("pchar", 0, INT32_MAX)); }
SELVAGE_INTERCEPT char* __VERIFIER_nondet_charp() { return reinterpret_cast<char*>(nondet("charp", 0, INT32_MAX)); }

// Raw system calls. The runtime does not go through the C library for its own business: it must not touch errno,
// which belongs to the program's thread, and it must not meet its own interception layer.
#pragma once

#include <stdint.h>
#include <sys/syscall.h>

namespace selvage::runtime {

inline long system_call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  long result;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;  // negative errno on failure
}

template <typename T>
inline long word(T* pointer) {
  return reinterpret_cast<long>(pointer);
}

inline constexpr uint64_t kPageSize = 4096;

inline uint64_t page_of(uint64_t address) { return address & ~(kPageSize - 1); }
inline uint64_t round_up(uint64_t value, uint64_t alignment) { return (value + alignment - 1) & ~(alignment - 1); }

void* map_fixed(uint64_t address, uint64_t size, int protection, int extra_flags);  // null on failure
void futex_wait(uint32_t* word, uint32_t while_value);
void futex_wake(uint32_t* word, int count);

}  // namespace selvage::runtime

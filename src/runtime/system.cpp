#include "runtime/system.h"

#include <linux/futex.h>
#include <sys/mman.h>

namespace selvage::runtime {

void* map_fixed(uint64_t address, uint64_t size, int protection, int extra_flags) {
  long result = system_call(SYS_mmap, static_cast<long>(address), static_cast<long>(size), protection,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE | extra_flags, -1, 0);
  return result == static_cast<long>(address) ? reinterpret_cast<void*>(result) : nullptr;
}

void futex_wait(uint32_t* futex, uint32_t while_value) {
  while (__atomic_load_n(futex, __ATOMIC_ACQUIRE) == while_value)
    system_call(SYS_futex, word(futex), FUTEX_WAIT, while_value);
}

void futex_wake(uint32_t* futex, int count) { system_call(SYS_futex, word(futex), FUTEX_WAKE, count); }

}  // namespace selvage::runtime

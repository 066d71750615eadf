// System calls that write into memory of the program, its stacks included. The kernel does not fault on pages that
// the snapshot protects, it fails: so the memory is touched first.
#pragma once

#include <sys/stat.h>

#include "runtime/snapshot.h"
#include "runtime/system.h"

namespace selvage::runtime {

inline long kernel_fstat(long number, struct stat& status) {
  touch_for_kernel(&status, sizeof status);
  return system_call(SYS_fstat, number, word(&status));
}

inline long kernel_fstatat(long directory, const char* path, struct stat& status, int flags) {
  touch_for_kernel(&status, sizeof status);
  return system_call(SYS_newfstatat, directory, word(path), word(&status), flags);
}

// The result is not terminated.
inline long kernel_readlink(long directory, const char* path, char* buffer, uint64_t size) {
  touch_for_kernel(buffer, size);
  return system_call(SYS_readlinkat, directory, word(path), word(buffer), static_cast<long>(size));
}

inline long kernel_getcwd(char* buffer, uint64_t size) {
  touch_for_kernel(buffer, size);
  return system_call(SYS_getcwd, word(buffer), static_cast<long>(size));
}

}  // namespace selvage::runtime

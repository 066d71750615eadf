// How much of its caller's memory a function of the C library looks at: instrumented code asks before it calls the function.
// Every instrumented executable and shared object has these.
#pragma once

#include <stdint.h>

namespace selvage {

// strcmp and strncmp: up to the byte that tells the strings apart, or ends them.
inline uint64_t compared_bytes(const char* first, const char* second, uint64_t bound) {
  uint64_t count = 0;
  while (count < bound) {
    count++;
    if (first[count - 1] != second[count - 1] || first[count - 1] == 0) break;
  }
  return count;
}

// strchr, and memchr where there is a bound: up to the byte that is looked for, or the end.
inline uint64_t searched_bytes(const char* bytes, int wanted, uint64_t bound) {
  uint64_t count = 0;
  while (count < bound) {
    char one = bytes[count++];
    if (one == static_cast<char>(wanted) || (bound == UINT64_MAX && one == 0)) break;
  }
  return count;
}

}  // namespace selvage

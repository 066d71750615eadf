// What instrumented code asks before it calls functions of the libraries.
#include "contract/hooks.h"
#include "contract/measured_bytes.h"

extern "C" {

// std::cout and its like, in a program that has them. Threads may use them at the same time.
extern char _ZSt4cout __attribute__((weak));
extern char _ZSt4cerr __attribute__((weak));
extern char _ZSt4clog __attribute__((weak));
extern char _ZSt3cin __attribute__((weak));
extern char _ZSt5wcout __attribute__((weak));
extern char _ZSt5wcerr __attribute__((weak));
extern char _ZSt5wclog __attribute__((weak));
extern char _ZSt4wcin __attribute__((weak));

#define SELVAGE_HOOK __attribute__((visibility("default")))

SELVAGE_HOOK uint64_t selvage_compared_bytes(const void* first, const void* second, uint64_t bound) {
  return selvage::compared_bytes(static_cast<const char*>(first), static_cast<const char*>(second), bound);
}

SELVAGE_HOOK uint64_t selvage_searched_bytes(const void* bytes, int wanted, uint64_t bound) {
  return selvage::searched_bytes(static_cast<const char*>(bytes), wanted, bound);
}

// All parts of a stream have virtual functions. Their table says, before its first function, how far the object is from the part.
SELVAGE_HOOK void* selvage_stream_object(void* part) {
  const int64_t* table = *static_cast<const int64_t* const*>(part);
  char* object = static_cast<char*>(part) + table[-2];
  const char* const standard_streams[] = {&_ZSt4cout,  &_ZSt4cerr,  &_ZSt4clog,  &_ZSt3cin,
                                          &_ZSt5wcout, &_ZSt5wcerr, &_ZSt5wclog, &_ZSt4wcin};
  for (const char* standard : standard_streams)
    if (object == standard) return nullptr;
  return object;
}

}  // extern "C"

// Functions of the C library that take strings apart or make them up, and access memory that only they can tell. What they are
// about to access is found out in front of the call, and announced as one step.
#define __NO_INLINE__ 1
#include <stdarg.h>

#include "contract/hooks.h"
#include "runtime/formats.h"
#include "runtime/host.h"
#include "runtime/library_state.h"
#include "runtime/real.h"
#include "runtime/streams.h"

// Where strtok goes on: memory of the program, which is restored with it.
extern "C" __attribute__((section(".bss.selvage_strtok"))) char* selvage_strtok_position asm("state of strtok");
char* selvage_strtok_position;

namespace selvage::runtime {

namespace {

uint32_t site() { return selvage_call_site; }

void announce_string(const char* string) { selvage_hook_with_read_range(string, strlen(string) + 1, site()); }

// What is read from `begin` on, up to the end of a token behind so many bytes, where a zero is written in place of a delimiter.
void announce_token(char* begin, size_t before, const char* delimiters) {
  size_t length = before + strcspn(begin + before, delimiters);
  selvage_hook_with_read_range(begin, length + 1, site());
  if (begin[length]) selvage_hook_with_write_range(begin + length, 1, site());
}

char* next_token(char* text, const char* delimiters, char** position) {
  if (is_call_compared()) {
    announce_string(delimiters);
    if (char* begin = text ? text : *position) {
      size_t before = strspn(begin, delimiters);
      if (begin[before])
        announce_token(begin, before, delimiters);
      else
        selvage_hook_with_read_range(begin, before + 1, site());
    }
    selvage_hook_write_range(position, sizeof *position, site());
  }
  return REAL(strtok_r)(text, delimiters, position);
}

int format_into(char* buffer, size_t bound, const char* format, va_list arguments) {
  if (is_call_compared()) {
    announce_formatted(format, arguments);
    va_list again;
    va_copy(again, arguments);
    auto length = static_cast<size_t>(REAL(vsnprintf)(nullptr, 0, format, again)) + 1;
    va_end(again);
    selvage_hook_write_range(buffer, length < bound ? length : bound, site());
  }
  return bound == SIZE_MAX ? REAL(vsprintf)(buffer, format, arguments)
                           : REAL(vsnprintf)(buffer, bound, format, arguments);
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT char* strtok(char* text, const char* delimiters) {
  return modelling() ? next_token(text, delimiters, &selvage_strtok_position) : REAL(strtok)(text, delimiters);
}

SELVAGE_INTERCEPT char* strtok_r(char* text, const char* delimiters, char** position) {
  return next_token(text, delimiters, position);
}
SELVAGE_INTERCEPT char* __strtok_r(char* text, const char* delimiters, char** position) {
  return next_token(text, delimiters, position);
}

SELVAGE_INTERCEPT char* strsep(char** text, const char* delimiters) {
  if (is_call_compared()) {
    if (*text) {
      announce_string(delimiters);
      announce_token(*text, 0, delimiters);
    }
    selvage_hook_write_range(text, sizeof *text, site());
  }
  return REAL(strsep)(text, delimiters);
}

SELVAGE_INTERCEPT int vsprintf(char* buffer, const char* format, va_list arguments) {
  return format_into(buffer, SIZE_MAX, format, arguments);
}
SELVAGE_INTERCEPT int vsnprintf(char* buffer, size_t bound, const char* format, va_list arguments) {
  return format_into(buffer, bound, format, arguments);
}

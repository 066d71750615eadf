// Reading from streams.
#define __NO_INLINE__ 1  // the headers define some of these functions inline
#include <stdarg.h>
#include <wchar.h>

#include "contract/hooks.h"
#include "runtime/files.h"
#include "runtime/real.h"
#include "runtime/streams.h"

extern "C" [[noreturn]] void __chk_fail();

namespace selvage::runtime {

namespace {

// Large requests are read into the program's memory directly.
void before_input_into(FILE* stream, void* buffer, size_t size) {
  if (!modelling()) return;
  before_input(stream);
  if (belongs_to_program(stream->_fileno)) touch_for_read(stream->_fileno, buffer, size);
}

// Where the line is, how long it may be, and what was in there.
void announce_line(char** line, size_t* size) {
  if (!exploring()) return;
  if (*line) selvage_hook_with_write_range(*line, *size, selvage_call_site);
  selvage_hook_with_write_range(size, sizeof *size, selvage_call_site);
  selvage_hook_write_range(line, sizeof *line, selvage_call_site);
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT size_t fread(void* buffer, size_t size, size_t count, FILE* stream) {
  before_input_into(stream, buffer, size * count);
  StreamCall call;
  return REAL(fread)(buffer, size, count, stream);
}
SELVAGE_INTERCEPT size_t fread_unlocked(void* buffer, size_t size, size_t count, FILE* stream) {
  before_input_into(stream, buffer, size * count);
  StreamCall call;
  return REAL(fread)(buffer, size, count, stream);
}
SELVAGE_INTERCEPT size_t __fread_chk(void* buffer, size_t room, size_t size, size_t count, FILE* stream) {
  size_t bytes;
  if (__builtin_mul_overflow(size, count, &bytes) || bytes > room) __chk_fail();
  return fread(buffer, size, count, stream);
}
SELVAGE_INTERCEPT size_t __fread_unlocked_chk(void* buffer, size_t room, size_t size, size_t count, FILE* stream) {
  return __fread_chk(buffer, room, size, count, stream);
}

SELVAGE_INTERCEPT char* fgets(char* buffer, int size, FILE* stream) {
  before_input(stream);
  StreamCall call;
  return REAL(fgets)(buffer, size, stream);
}
SELVAGE_INTERCEPT char* fgets_unlocked(char* buffer, int size, FILE* stream) { return fgets(buffer, size, stream); }
SELVAGE_INTERCEPT char* __fgets_chk(char* buffer, size_t room, int size, FILE* stream) {
  if (size > 0 && static_cast<size_t>(size) > room) __chk_fail();
  return fgets(buffer, size, stream);
}
SELVAGE_INTERCEPT char* __fgets_unlocked_chk(char* buffer, size_t room, int size, FILE* stream) {
  return __fgets_chk(buffer, room, size, stream);
}

SELVAGE_INTERCEPT int fgetc(FILE* stream) {
  before_input(stream);
  StreamCall call;
  return REAL(fgetc)(stream);
}
SELVAGE_INTERCEPT int getc(FILE* stream) { return fgetc(stream); }
SELVAGE_INTERCEPT int _IO_getc(FILE* stream) { return fgetc(stream); }
SELVAGE_INTERCEPT int getc_unlocked(FILE* stream) { return fgetc(stream); }
SELVAGE_INTERCEPT int fgetc_unlocked(FILE* stream) { return fgetc(stream); }
SELVAGE_INTERCEPT int getchar() { return fgetc(stdin); }
SELVAGE_INTERCEPT int getchar_unlocked() { return fgetc(stdin); }
SELVAGE_INTERCEPT int getw(FILE* stream) {
  before_input(stream);
  StreamCall call;
  return REAL(getw)(stream);
}
// What the inlined forms of getc_unlocked and the like call when the buffer is empty.
SELVAGE_INTERCEPT int __uflow(FILE* stream) {
  before_input(stream);
  StreamCall call;
  return REAL(__uflow)(stream);
}
SELVAGE_INTERCEPT int __underflow(FILE* stream) {
  before_input(stream);
  StreamCall call;
  return REAL(__underflow)(stream);
}

SELVAGE_INTERCEPT ssize_t getdelim(char** line, size_t* size, int delimiter, FILE* stream) {
  announce_line(line, size);
  before_input(stream);
  StreamCall call;
  return REAL(getdelim)(line, size, delimiter, stream);
}
SELVAGE_INTERCEPT ssize_t __getdelim(char** line, size_t* size, int delimiter, FILE* stream) {
  return getdelim(line, size, delimiter, stream);
}
SELVAGE_INTERCEPT ssize_t getline(char** line, size_t* size, FILE* stream) {
  return getdelim(line, size, '\n', stream);
}

SELVAGE_INTERCEPT wint_t fgetwc(FILE* stream) {
  before_input(stream);
  StreamCall call;
  return REAL(fgetwc)(stream);
}
SELVAGE_INTERCEPT wint_t getwc(FILE* stream) { return fgetwc(stream); }
SELVAGE_INTERCEPT wint_t getwchar() { return fgetwc(stdin); }
SELVAGE_INTERCEPT wchar_t* fgetws(wchar_t* buffer, int size, FILE* stream) {
  before_input(stream);
  StreamCall call;
  return REAL(fgetws)(buffer, size, stream);
}

// The headers give scanf's names to its C99 versions: each is defined under its own symbol.
#define SELVAGE_SCANF(prefix)                                                                         \
  SELVAGE_INTERCEPT int selvage##prefix##vfscanf(FILE*, const char*, va_list) asm(#prefix "vfscanf"); \
  int selvage##prefix##vfscanf(FILE* stream, const char* format, va_list arguments) {                 \
    before_input(stream);                                                                             \
    StreamCall call;                                                                                  \
    return REAL(prefix##vfscanf)(stream, format, arguments);                                          \
  }                                                                                                   \
  SELVAGE_INTERCEPT int selvage##prefix##fscanf(FILE*, const char*, ...) asm(#prefix "fscanf");       \
  int selvage##prefix##fscanf(FILE* stream, const char* format, ...) {                                \
    va_list arguments;                                                                                \
    va_start(arguments, format);                                                                      \
    int result = selvage##prefix##vfscanf(stream, format, arguments);                                 \
    va_end(arguments);                                                                                \
    return result;                                                                                    \
  }                                                                                                   \
  SELVAGE_INTERCEPT int selvage##prefix##vscanf(const char*, va_list) asm(#prefix "vscanf");          \
  int selvage##prefix##vscanf(const char* format, va_list arguments) {                                \
    return selvage##prefix##vfscanf(stdin, format, arguments);                                        \
  }                                                                                                   \
  SELVAGE_INTERCEPT int selvage##prefix##scanf(const char*, ...) asm(#prefix "scanf");                \
  int selvage##prefix##scanf(const char* format, ...) {                                               \
    va_list arguments;                                                                                \
    va_start(arguments, format);                                                                      \
    int result = selvage##prefix##vfscanf(stdin, format, arguments);                                  \
    va_end(arguments);                                                                                \
    return result;                                                                                    \
  }
SELVAGE_SCANF(__isoc99_)
SELVAGE_SCANF()
#undef SELVAGE_SCANF

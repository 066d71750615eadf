// Writing to streams.
#define __NO_INLINE__ 1  // the headers define some of these functions inline
#include <stdarg.h>

#include "runtime/formats.h"
#include "runtime/real.h"
#include "runtime/streams.h"

using namespace selvage::runtime;

SELVAGE_INTERCEPT int vfprintf(FILE* stream, const char* format, va_list arguments) {
  announce_printed(format, arguments);
  use_stream(stream);
  StreamCall call;
  return REAL(vfprintf)(stream, format, arguments);
}
SELVAGE_INTERCEPT int fprintf(FILE* stream, const char* format, ...) {
  use_stream(stream);
  StreamCall call;
  va_list arguments;
  va_start(arguments, format);
  int result = REAL(vfprintf)(stream, format, arguments);
  va_end(arguments);
  return result;
}
SELVAGE_INTERCEPT int vprintf(const char* format, va_list arguments) {
  announce_printed(format, arguments);
  use_stream(stdout);
  StreamCall call;
  return REAL(vfprintf)(stdout, format, arguments);
}
SELVAGE_INTERCEPT int printf(const char* format, ...) {
  use_stream(stdout);
  StreamCall call;
  va_list arguments;
  va_start(arguments, format);
  int result = REAL(vfprintf)(stdout, format, arguments);
  va_end(arguments);
  return result;
}
SELVAGE_INTERCEPT int __vfprintf_chk(FILE* stream, int level, const char* format, va_list arguments) {
  announce_printed(format, arguments);
  use_stream(stream);
  StreamCall call;
  return REAL(__vfprintf_chk)(stream, level, format, arguments);
}
SELVAGE_INTERCEPT int __fprintf_chk(FILE* stream, int level, const char* format, ...) {
  use_stream(stream);
  StreamCall call;
  va_list arguments;
  va_start(arguments, format);
  int result = REAL(__vfprintf_chk)(stream, level, format, arguments);
  va_end(arguments);
  return result;
}
SELVAGE_INTERCEPT int __vprintf_chk(int level, const char* format, va_list arguments) {
  announce_printed(format, arguments);
  use_stream(stdout);
  StreamCall call;
  return REAL(__vfprintf_chk)(stdout, level, format, arguments);
}
SELVAGE_INTERCEPT int __printf_chk(int level, const char* format, ...) {
  use_stream(stdout);
  StreamCall call;
  va_list arguments;
  va_start(arguments, format);
  int result = REAL(__vfprintf_chk)(stdout, level, format, arguments);
  va_end(arguments);
  return result;
}
SELVAGE_INTERCEPT int fputs(const char* text, FILE* stream) {
  use_stream(stream);
  StreamCall call;
  return REAL(fputs)(text, stream);
}
SELVAGE_INTERCEPT int puts(const char* text) {
  use_stream(stdout);
  StreamCall call;
  return REAL(puts)(text);
}
SELVAGE_INTERCEPT int fputc(int character, FILE* stream) {
  use_stream(stream);
  StreamCall call;
  return REAL(fputc)(character, stream);
}
SELVAGE_INTERCEPT int putc(int character, FILE* stream) {
  use_stream(stream);
  StreamCall call;
  return REAL(fputc)(character, stream);
}
SELVAGE_INTERCEPT int putchar(int character) {
  use_stream(stdout);
  StreamCall call;
  return REAL(fputc)(character, stdout);
}
SELVAGE_INTERCEPT size_t fwrite(const void* buffer, size_t size, size_t count, FILE* stream) {
  use_stream(stream);
  StreamCall call;
  return REAL(fwrite)(buffer, size, count, stream);
}
SELVAGE_INTERCEPT int fputs_unlocked(const char* text, FILE* stream) { return fputs(text, stream); }
SELVAGE_INTERCEPT int fputc_unlocked(int character, FILE* stream) { return fputc(character, stream); }
SELVAGE_INTERCEPT int putc_unlocked(int character, FILE* stream) { return fputc(character, stream); }
SELVAGE_INTERCEPT int _IO_putc(int character, FILE* stream) { return fputc(character, stream); }
SELVAGE_INTERCEPT int putchar_unlocked(int character) { return fputc(character, stdout); }
SELVAGE_INTERCEPT size_t fwrite_unlocked(const void* buffer, size_t size, size_t count, FILE* stream) {
  return fwrite(buffer, size, count, stream);
}
SELVAGE_INTERCEPT int putw(int word, FILE* stream) {
  use_stream(stream);
  StreamCall call;
  return REAL(putw)(word, stream);
}
SELVAGE_INTERCEPT wint_t fputwc(wchar_t character, FILE* stream) {
  use_stream(stream);
  StreamCall call;
  return REAL(fputwc)(character, stream);
}
SELVAGE_INTERCEPT wint_t putwc(wchar_t character, FILE* stream) { return fputwc(character, stream); }
SELVAGE_INTERCEPT wint_t putwchar(wchar_t character) { return fputwc(character, stdout); }
// What the inlined forms of putc_unlocked and the like call when the buffer is full.
SELVAGE_INTERCEPT int __overflow(FILE* stream, int character) {
  use_stream(stream);
  StreamCall call;
  return REAL(__overflow)(stream, character);
}

// Writing to streams: no operation of its own, see streams.h.
#define __NO_INLINE__ 1  // the headers define some of these functions inline
#include <stdarg.h>

#include "runtime/real.h"
#include "runtime/streams.h"

using namespace selvage::runtime;

SELVAGE_INTERCEPT int vfprintf(FILE* stream, const char* format, va_list arguments) {
  wait_for_stream(stream);
  StreamCall call;
  return REAL(vfprintf)(stream, format, arguments);
}
SELVAGE_INTERCEPT int fprintf(FILE* stream, const char* format, ...) {
  wait_for_stream(stream);
  StreamCall call;
  va_list arguments;
  va_start(arguments, format);
  int result = REAL(vfprintf)(stream, format, arguments);
  va_end(arguments);
  return result;
}
SELVAGE_INTERCEPT int vprintf(const char* format, va_list arguments) {
  wait_for_stream(stdout);
  StreamCall call;
  return REAL(vfprintf)(stdout, format, arguments);
}
SELVAGE_INTERCEPT int printf(const char* format, ...) {
  wait_for_stream(stdout);
  StreamCall call;
  va_list arguments;
  va_start(arguments, format);
  int result = REAL(vfprintf)(stdout, format, arguments);
  va_end(arguments);
  return result;
}
SELVAGE_INTERCEPT int __vfprintf_chk(FILE* stream, int level, const char* format, va_list arguments) {
  wait_for_stream(stream);
  StreamCall call;
  return REAL(__vfprintf_chk)(stream, level, format, arguments);
}
SELVAGE_INTERCEPT int __fprintf_chk(FILE* stream, int level, const char* format, ...) {
  wait_for_stream(stream);
  StreamCall call;
  va_list arguments;
  va_start(arguments, format);
  int result = REAL(__vfprintf_chk)(stream, level, format, arguments);
  va_end(arguments);
  return result;
}
SELVAGE_INTERCEPT int __vprintf_chk(int level, const char* format, va_list arguments) {
  wait_for_stream(stdout);
  StreamCall call;
  return REAL(__vfprintf_chk)(stdout, level, format, arguments);
}
SELVAGE_INTERCEPT int __printf_chk(int level, const char* format, ...) {
  wait_for_stream(stdout);
  StreamCall call;
  va_list arguments;
  va_start(arguments, format);
  int result = REAL(__vfprintf_chk)(stdout, level, format, arguments);
  va_end(arguments);
  return result;
}
SELVAGE_INTERCEPT int fputs(const char* text, FILE* stream) {
  wait_for_stream(stream);
  StreamCall call;
  return REAL(fputs)(text, stream);
}
SELVAGE_INTERCEPT int puts(const char* text) {
  wait_for_stream(stdout);
  StreamCall call;
  return REAL(puts)(text);
}
SELVAGE_INTERCEPT int fputc(int character, FILE* stream) {
  wait_for_stream(stream);
  StreamCall call;
  return REAL(fputc)(character, stream);
}
SELVAGE_INTERCEPT int putc(int character, FILE* stream) {
  wait_for_stream(stream);
  StreamCall call;
  return REAL(fputc)(character, stream);
}
SELVAGE_INTERCEPT int putchar(int character) {
  wait_for_stream(stdout);
  StreamCall call;
  return REAL(fputc)(character, stdout);
}
SELVAGE_INTERCEPT size_t fwrite(const void* buffer, size_t size, size_t count, FILE* stream) {
  wait_for_stream(stream);
  StreamCall call;
  return REAL(fwrite)(buffer, size, count, stream);
}

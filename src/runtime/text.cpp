#include "runtime/text.h"

#include <stdint.h>
#include <string.h>

namespace selvage::runtime {

namespace {

struct Writer {
  char* at;
  char* end;
  void put(char c) {
    if (at < end) *at++ = c;
  }
  void put(const char* text) {
    for (; *text; text++) put(*text);
  }
  void put(uint64_t value, unsigned base) {
    char digits[24];
    unsigned count = 0;
    do digits[count++] = "0123456789abcdef"[value % base];
    while (value /= base);
    while (count) put(digits[--count]);
  }
};

}  // namespace

void format_text(char* buffer, size_t size, const char* format, va_list arguments) {
  Writer writer{buffer, buffer + size - 1};
  for (const char* p = format; *p; p++) {
    if (*p != '%') {
      writer.put(*p);
      continue;
    }
    switch (*++p) {
      case 's': {
        const char* text = va_arg(arguments, const char*);
        writer.put(text ? text : "(null)");
        break;
      }
      case 'd': {
        int value = va_arg(arguments, int);
        if (value < 0) writer.put('-');
        writer.put(value < 0 ? 0 - static_cast<uint64_t>(static_cast<int64_t>(value)) : static_cast<uint64_t>(value),
                   10);
        break;
      }
      case 'u':
        writer.put(va_arg(arguments, unsigned), 10);
        break;
      case 'x':
        writer.put(va_arg(arguments, unsigned), 16);
        break;
      case 'p':
        writer.put("0x");
        writer.put(reinterpret_cast<uint64_t>(va_arg(arguments, void*)), 16);
        break;
      case '\0':
        p--;
        break;
      default:
        writer.put(*p);
    }
  }
  *writer.at = '\0';
}

void Text::add(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  format_text(at_, static_cast<size_t>(end_ - at_), format, arguments);
  va_end(arguments);
  at_ += strlen(at_);
}

}  // namespace selvage::runtime

// Formatting for messages, without the C library's stdio.
#pragma once

#include <stdarg.h>
#include <stddef.h>

namespace selvage::runtime {

// Knows %s %d %u %x %p %%; always ends in a zero byte.
void format_text(char* buffer, size_t size, const char* format, va_list arguments);

// Text that grows at its end; what has no room is left out.
class Text {
 public:
  Text(char* buffer, size_t size) : at_(buffer), end_(buffer + size) { *at_ = '\0'; }
  void add(const char* format, ...);

 private:
  char* at_;
  char* end_;
};

}  // namespace selvage::runtime

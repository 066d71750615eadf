// Formatting for messages, without the C library's stdio.
#pragma once

#include <stdarg.h>
#include <stddef.h>

namespace selvage::runtime {

// Knows %s %d %u %x %p %%; always ends in a zero byte.
void format_text(char* buffer, size_t size, const char* format, va_list arguments);

}  // namespace selvage::runtime

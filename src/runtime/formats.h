// What a function of the printf family reads of its caller's memory, when its arguments are a list.
#pragma once

#include <stdarg.h>

namespace selvage::runtime {

// Announces the format and the strings, all but the last as parts of a step that the caller announces next
// (selvage_hook_with_read_range). The list stays as it is.
void announce_formatted(const char* format, va_list arguments);
// The same as a step of its own.
void announce_printed(const char* format, va_list arguments);

}  // namespace selvage::runtime

// Code that the wrappers did not compile and that does not weaken a verdict: the runtimes of the languages themselves. Every
// program has them, and what they do to memory that threads share is modelled, or announced where they are called.
#pragma once

#include <string_view>

namespace selvage::target {

// A shared library by its path or its name ("/lib/x86_64-linux-gnu/libc.so.6", "libm.so.6").
bool is_language_runtime(std::string_view library);

// A function that start files and archives of the compiler and of the C library put into every executable that needs it, by
// the name of its symbol.
bool is_runtime_function(std::string_view symbol);

}  // namespace selvage::target

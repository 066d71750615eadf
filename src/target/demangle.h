// C++ names as people write them.
#pragma once

#include <string>

namespace selvage::target {

// A name that is not mangled comes back as it is.
std::string demangle(const std::string& name);

// Whether the user may mean this function, by its symbol or as it is written, with or without parameters.
bool is_function_called(const std::string& symbol, const std::string& name);

}  // namespace selvage::target

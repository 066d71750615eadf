// C++ names as people write them.
#pragma once

#include <string>

namespace selvage::target {

// A name that is not mangled comes back as it is.
std::string demangle(const std::string& name);

}  // namespace selvage::target

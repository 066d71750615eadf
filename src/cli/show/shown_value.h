// What was read or written, for people: decimal where it is small, the name of what it points to, else hexadecimal.
#pragma once

#include <cstdint>
#include <string>

#include "cli/show/names.h"

namespace selvage::cli {

std::string value_text(uint64_t value, uint32_t size, Names& names);

}  // namespace selvage::cli

// gzip, as other programs read and write it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace selvage::trace {

// `hurried`: less of it, in a fraction of the time.
std::string compress(std::string_view text, bool hurried = false);

bool is_compressed(std::string_view bytes);

struct Expanded {
  std::string text;               // as far as it could be read
  const char* problem = nullptr;  // null: all of it
};
Expanded expand(std::string_view bytes, uint64_t limit);

}  // namespace selvage::trace

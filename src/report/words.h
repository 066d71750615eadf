// Numbers and lists as sentences have them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace selvage::report {

// 1234567 as "1,234,567".
std::string grouped(uint64_t number);
// "1 execution", "2 executions".
std::string counted(uint64_t number, std::string_view noun);
// "a, b and c"
std::string listed(const std::vector<std::string>& words);

}  // namespace selvage::report

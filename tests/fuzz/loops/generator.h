// Random looping programs, family by family.
#pragma once

#include <random>
#include <string_view>
#include <vector>

#include "program.h"

namespace selvage::fuzz::loops {

// In the families that come first, a round of a loop that waits changes nothing, mostly.
std::vector<std::string_view> family_names();

Program random_program(std::mt19937& random, std::string_view family);

}  // namespace selvage::fuzz::loops

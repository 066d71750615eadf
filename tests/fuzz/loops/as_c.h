// Looping programs as one C program that executes the one whose number is its argument.
//
// Compiling takes much longer than exploring; so all of them are compiled together. The exit status is the hash of the
// state that a program ends with (state_space.h has the same).
#pragma once

#include <span>
#include <string>

#include "program.h"

namespace selvage::fuzz::loops {

std::string as_c(std::span<const Program> programs);

}  // namespace selvage::fuzz::loops

// Which of the user's options are passed on, and which stand in our way.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "instrument/wrapper/command_line.h"

namespace selvage::instrument {

enum class Optimisation { None, Speed, Size };

// What the user's options say about matters that the wrapper decides for itself.
struct UserChoices {
  Optimisation optimisation = Optimisation::None;
  bool fast_math = false;       // -Ofast
  bool has_debug_info = false;  // a -g option other than -g0
  bool keeps_code = true;       // -O0, -Og, or no such option
  // A build that is meant for a debugger: all variables are expected to be there.
  bool is_debug_build() const { return has_debug_info && keeps_code; }
};

UserChoices read_choices(const std::vector<Argument>& arguments);

using Note = std::function<void(const std::string&)>;

// The user's options without those that defeat instrumentation or that clang or lld refuse although gcc or GNU ld
// know them. `note` is told about those whose absence the user may notice.
std::vector<std::string> accepted_options(const CommandLine& command, const Note& note);

}  // namespace selvage::instrument

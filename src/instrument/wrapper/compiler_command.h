// The command that does the user's command with instrumentation.
#pragma once

#include <string>
#include <vector>

#include "instrument/wrapper/command_line.h"
#include "instrument/wrapper/option_policy.h"
#include "instrument/wrapper/toolchain.h"

namespace selvage::instrument {

// Words after the compiler's name. Empty paths of `toolchain` are the caller's problem.
std::vector<std::string> compiler_command(const CommandLine& command, const Toolchain& toolchain, const Note& note);

}  // namespace selvage::instrument

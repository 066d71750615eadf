// Runs the built command as a user would, and collects what it says.
#pragma once

#include <string>
#include <vector>

namespace selvage::test {

struct CommandResult {
  int exit_code;  // 128 + signal if it was killed
  std::string output, error_output;
};

// `arguments` without the command's own name.
CommandResult run_selvage(const std::vector<std::string>& arguments);

// The same, but sends `signal` after `milliseconds`.
CommandResult run_selvage_and_signal(const std::vector<std::string>& arguments, int signal, int milliseconds);

std::string read_text(const std::string& path);

}  // namespace selvage::test

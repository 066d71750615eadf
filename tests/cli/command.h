// Runs the built command as a user would, and collects what it says.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace selvage::test {

struct CommandResult {
  int exit_code;  // 128 + signal if it was killed
  std::string output, error_output;
};

// `arguments` without the command's own name.
CommandResult run_selvage(const std::vector<std::string>& arguments);

// Whether the command, which is `process`, has come to where a test wants to send a signal.
using Moment = std::function<bool(pid_t process)>;

// The programs that the command has started for the user have used that much processor time; compilers do not count. So a
// test does not depend on how fast the machine is.
Moment has_executed_for(int milliseconds);

// The same, but sends `signal` when it is time.
CommandResult run_selvage_and_signal(const std::vector<std::string>& arguments, int signal, const Moment& is_time);

std::string read_text(const std::string& path);

}  // namespace selvage::test

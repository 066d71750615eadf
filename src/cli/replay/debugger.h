// gdb on a program that stands still: with its threads under the names that reports give them, without the frames of
// Selvage's own code, and with the thread selected that the finding is about.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace selvage::cli {

struct DebuggerRequest {
  std::string executable;
  pid_t process = -1;
  std::string thread;                           // the name of the one to be selected
  std::string banner;                           // said first
  uint64_t runtime_begin = 0, runtime_end = 0;  // Selvage's own code in the running program
  uint64_t standing_process = 0;                // address of the word that keeps the program standing
  std::vector<std::string> arguments = {};      // of the user's, for gdb
  std::string folder = {};                      // for a file that gdb reads
};

// Returns when gdb ends, with its exit status. Throws Error if there is no gdb.
int run_debugger(const DebuggerRequest& request);
// What it says about an expression, as the selected thread sees it; nothing if there is no gdb, or no such expression.
std::optional<std::string> ask_debugger(const DebuggerRequest& request, const std::string& expression);

}  // namespace selvage::cli

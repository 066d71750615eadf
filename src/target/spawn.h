// Starts a process in a process group of its own, so that it and everything it leaves can be killed together.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "target/confinement.h"

namespace selvage::target {

struct SpawnRequest {
  struct Passed {
    int source;  // in the explorer
    int target;  // in the new process
  };

  std::string path;
  std::vector<std::string> arguments;      // with the name of the program first
  std::vector<std::string> environment;    // NAME=value
  std::vector<Passed> descriptors;         // everything else is closed
  std::optional<Seclusion> confined = {};  // not there: it may do what this process may
  bool as_tested_program = false;          // fixed addresses, no core dumps, a stack limit that fixes the layout
};

struct SpawnResult {
  pid_t process = -1;
  // What failed, and errno, if process is -1.
  const char* failed_call = nullptr;
  int error = 0;
};

// The process dies with the thread that started it. Throws Error if it cannot be confined as it has to be.
SpawnResult spawn(const SpawnRequest& request);

// Descriptors from here on are for Selvage's own use in the new process: high, so that the program's own
// first open still gives 3.
int first_private_descriptor();

// This process's environment.
std::vector<std::string> current_environment();
// Sets a variable, replacing it if it is there.
void set_variable(std::vector<std::string>& environment, const std::string& name, const std::string& value);

// Kills the whole group and reaps what can be reaped. `process` is the group's leader.
void kill_group(pid_t process);

}  // namespace selvage::target

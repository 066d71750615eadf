// One process of the program under test, with its channel, its captured output and its scratch directory.
#pragma once

#include <sys/types.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "contract/channel.h"
#include "target/channel.h"
#include "target/confinement.h"
#include "target/descriptor.h"
#include "target/resources.h"
#include "target/standard_input.h"
#include "target/workspace.h"

namespace selvage::target {

struct Launch {
  std::string path;
  std::vector<std::string> arguments;         // with the name of the program first
  std::vector<std::string> environment = {};  // empty: that of this process
  std::optional<Seclusion> confined = {};     // see confinement.h
  Configuration configuration{};              // descriptors are filled in at the start
  Resources* resources = nullptr;             // where the process is counted; null: nowhere
};

// How a process ended.
struct ProcessEnd {
  int status = 0;  // exit status, if signal is 0
  int signal = 0;
};
// "was killed by signal 11 (Segmentation fault)" or "left with exit status 3".
std::string describe(const ProcessEnd& end);

class ProgramProcess {
 public:
  // Throws Error if the program cannot be started.
  ProgramProcess(const Launch& launch, std::span<const ThreadPath> paths, const StandardInput& input,
                 Workspace& workspace);
  ProgramProcess(const ProgramProcess&) = delete;
  ProgramProcess& operator=(const ProgramProcess&) = delete;
  // Kills the process and whatever it started, and removes its files.
  ~ProgramProcess();

  Channel& channel() { return channel_; }
  // Whether and how the process has ended; does not block.
  std::optional<ProcessEnd> ended();
  // Whether this is it, or a child of it that executes: a number that the program wrote down itself says nothing.
  bool has(pid_t process) const;
  pid_t id() const { return process_; }
  // Asks the runtime to end an execution that makes no progress.
  void interrupt_execution();
  // Most memory that it had resident so far, in bytes; 0 once it has ended.
  uint64_t peak_memory() const;
  // What the program wrote, at most `limit` bytes of it.
  std::string output(uint64_t limit) const { return read_captured(output_, limit); }
  std::string error_output(uint64_t limit) const { return read_captured(error_, limit); }

 private:
  static std::string read_captured(const Descriptor& file, uint64_t limit);

  Workspace& workspace_;
  Resources* resources_;
  Descriptor output_, error_;
  std::string scratch_path_;
  Descriptor scratch_;
  Channel channel_;
  pid_t process_ = -1;
  std::optional<ProcessEnd> end_;
};

}  // namespace selvage::target

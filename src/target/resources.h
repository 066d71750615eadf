// What the processes of a command use together: the explorer, and every process of the tested program that it has started.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace selvage::target {

struct MemoryUse {
  uint64_t explorer = 0;  // bytes
  uint64_t programs = 0;  // with what they wrote, as far as it is kept
  uint64_t total() const { return explorer + programs; }
};

class Resources {
 public:
  struct Program {
    pid_t process;
    int output, error;  // files that hold what it wrote
    bool forks;         // it executes in children
    bool keeps_output;  // all of its output is compared, so that none is cut
  };

  void add(const Program& program);
  // It has ended; its files may be closed.
  void remove(pid_t process);
  // A process that works for the explorer; what it and its children use counts as the explorer's.
  void add_helper(pid_t process);
  void remove_helper(pid_t process);
  // A file in memory that stays open as long as this; it counts as the explorer's.
  void add_file(int file);

  size_t program_count() const;
  // What is resident; memory that explorer and program share counts as the program's.
  MemoryUse memory() const;
  // Gives memory of output back that nobody will read. Programs are none the wiser: what they wrote there is gone, and
  // their positions in the files stay as they are.
  void cut_output() const;
  // At once, and whatever they have started.
  void kill_programs() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Program> programs_;
  std::vector<pid_t> helpers_;
  std::vector<int> files_;
};

}  // namespace selvage::target

// Call stacks for people: function, file and line of a code address.
//
// LLVM's symbolizer runs as a process of its own, started when the first stack is to be shown. Without it, or
// if it does not answer, a frame has the name that the symbol table gives.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "target/descriptor.h"
#include "target/execution_view.h"
#include "target/ids.h"
#include "target/module_map.h"
#include "target/resources.h"

namespace selvage::target {

struct Frame {
  TargetAddress address{};
  std::string function;  // empty: unknown
  std::string file;      // empty: unknown
  uint32_t line = 0;
  uint32_t column = 0;
  bool in_runtime = false;  // Selvage's own code
};

// A signal interrupted the thread that ended the execution: the first address of its stack is the instruction itself.
bool is_interrupted(const ExecutionView& execution);

class Symbolizer {
 public:
  explicit Symbolizer(ModuleMap& modules) : modules_(modules) {}
  Symbolizer(const Symbolizer&) = delete;
  Symbolizer& operator=(const Symbolizer&) = delete;
  ~Symbolizer();

  // It gives no answers any more while this is set; null: it always does.
  void obey(const std::atomic<bool>* limit) { limit_ = limit; }
  // Its process counts among these.
  void count_among(Resources& resources) { resources_ = &resources; }
  // Starts the process, which ends with the thread that starts it, before it is needed.
  void start();

  // The frames of one code address, innermost inlined function first. `is_return_address`: the call stands
  // before it. Valid until the next call.
  const std::vector<Frame>& frames(TargetAddress address, bool is_return_address);
  // A whole stack, innermost first. Frames of the runtime are left out. All addresses are return addresses, but the
  // first is the instruction itself where a signal interrupted the thread.
  enum class First { Instruction, ReturnAddress };
  std::vector<Frame> stack(std::span<const uint64_t> addresses, First first);
  std::vector<Frame> stack(const ExecutionView& execution);

 private:
  std::vector<Frame> look_up(TargetAddress address, bool is_return_address);
  bool ask(const std::string& question, std::string& answer);
  void stop();
  bool is_limited() const { return limit_ != nullptr && *limit_; }

  ModuleMap& modules_;
  std::map<std::pair<uint64_t, bool>, std::vector<Frame>> known_;
  std::vector<Frame> not_known_;  // what was left of an answer that was not waited for
  pid_t process_ = -1;
  bool unavailable_ = false;
  const std::atomic<bool>* limit_ = nullptr;
  Resources* resources_ = nullptr;
  Descriptor questions_;  // answers come back through it
};

}  // namespace selvage::target

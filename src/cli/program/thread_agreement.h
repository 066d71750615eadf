// Which thread has which number, agreed between several processes of one program.
//
// A process numbers a thread when it first meets its creation path. Where threads create threads, two processes that
// execute different schedules may meet the same paths in a different order. The first to report a number fixes it; a
// process that used it otherwise is to be started again, and what it executed last is to be executed again.
#pragma once

#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "contract/channel.h"
#include "target/program_target.h"

namespace selvage::cli {

class ThreadAgreement {
 public:
  // The numbers of a search that is resumed.
  void start_with(std::span<const ThreadPath> paths);
  // With programs on other machines: given the paths that a program here has met, returns what all know from then on.
  using Assembly = std::function<std::vector<ThreadPath>(std::span<const ThreadPath> met)>;
  void ask(Assembly assembly) { assembly_ = std::move(assembly); }
  // Takes over what the program has met, and tells it what others have met. False: it used other numbers. Then it was
  // stopped, has forgotten its own, and was told the agreed ones.
  bool settle(target::ProgramTarget& program);
  std::vector<ThreadPath> paths() const;

 private:
  mutable std::mutex mutex_;
  target::ThreadPaths agreed_;
  Assembly assembly_;
};

}  // namespace selvage::cli

// Executes what a random strategy draws: consecutive numbers, divided between several processes of the program, and given to
// whoever looks at them in the order of the numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cli/program/batch_size.h"
#include "cli/program/stack_table.h"
#include "cli/program/thread_agreement.h"
#include "explore/target.h"
#include "model/path.h"
#include "sample/sampler.h"
#include "target/program_target.h"

namespace selvage::cli {

target::ScheduleRequest request_of(const sample::Draw& draw, uint32_t flags);

class DrawnBatches {
 public:
  // `stacks` takes the call stacks of steps; null: they are not recorded.
  DrawnBatches(std::vector<target::ProgramTarget*> programs, const sample::Sampler& sampler, ThreadAgreement& agreement,
               StackTable* stacks);

  // The scheduling points from now on.
  void share(std::span<const SharedLocation> locations);

  enum class End { Visited, Stopped, Interrupted };
  // False: that is enough.
  using Visitor = std::function<bool(const explore::Execution& execution)>;
  // As many executions from this number on as make a batch, but no more than `most`, which is not 0.
  End run(uint64_t first, uint64_t most, const Visitor& visit);

 private:
  struct Share;
  void run_share(target::ProgramTarget& program, Share& share) const;
  void run_shares(std::vector<Share>& shares);

  std::vector<target::ProgramTarget*> programs_;
  const sample::Sampler& sampler_;
  ThreadAgreement& agreement_;
  StackTable* stacks_;
  BatchSize batch_size_;
  std::vector<size_t> starts_;
};

// One execution as a path, with its races.
class DrawnPath {
 public:
  void follow(const explore::Execution& execution);
  const model::Path& path() const { return path_; }
  const std::vector<model::Race>& races() const { return races_; }

 private:
  model::Path path_;
  std::vector<model::Race> races_;
};

}  // namespace selvage::cli

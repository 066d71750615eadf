// The program under test as a target of the search.
#pragma once

#include <memory>
#include <vector>

#include "cli/program/stack_table.h"
#include "cli/program/thread_agreement.h"
#include "explore/target.h"
#include "target/program_target.h"

namespace selvage::cli {

// What an execution was, as far as the search looks at it.
// `stacks` takes the call stacks of its steps; null: they are not recorded.
void translate(const target::ExecutionView& view, size_t known, explore::Execution& execution, StackTable* stacks);
// What to record of an execution that is translated.
uint32_t recorded_flags(const StackTable* stacks);

class ExploredProgram final : public explore::Target {
 public:
  // With an agreement, the numbers of threads are those of all programs that take part in it.
  explicit ExploredProgram(target::ProgramTarget& program, ThreadAgreement* agreement = nullptr,
                           StackTable* stacks = nullptr)
      : program_(program), agreement_(agreement), stacks_(stacks), starts_(program.starts()) {}

  // Accesses that are no steps of their own have their place for a value.
  void keep_places() { keeps_places_ = true; }

  size_t run(std::span<const explore::Request> requests,
             std::span<const std::unique_ptr<explore::Execution>> results) override;
  size_t run_each(std::span<const explore::Request> requests, const Visitor& visit) override;
  void share(std::span<const SharedLocation> locations) override;

  // An execution whose process went down without a record of its steps (it was killed, or it overwrote the channel): the
  // search cannot tell what it did.
  struct Lost {
    std::vector<Step> steps;
    Outcome outcome;
    uint64_t identity;
  };
  const std::vector<Lost>& lost() const { return lost_; }

 private:
  void put_in_order(std::span<const explore::Request> requests);
  size_t first_missing(size_t done) const;
  // Executes the requests, in the order that was found for them; `take` gets each by its index, as far as it was executed.
  using Take = std::function<void(uint32_t index, const target::ExecutionView& view)>;
  size_t execute(std::span<const explore::Request> requests, const Take& take);
  void take_in(const explore::Request& request, const target::ExecutionView& view, explore::Execution& execution);

  target::ProgramTarget& program_;
  ThreadAgreement* agreement_;
  StackTable* stacks_;
  bool keeps_places_ = false;
  size_t starts_;  // of the process that the thread which owns this target started last
  target::ScheduleBatch batch_;
  std::vector<uint32_t> order_;   // of the requests in the batch
  explore::Execution execution_;  // that is looked at
  std::vector<Lost> lost_;
};

}  // namespace selvage::cli

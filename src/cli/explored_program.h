// The program under test as a target of the search.
#pragma once

#include <vector>

#include "explore/target.h"
#include "target/program_target.h"

namespace selvage::cli {

class ExploredProgram final : public explore::Target {
 public:
  explicit ExploredProgram(target::ProgramTarget& program) : program_(program) {}

  void run(std::span<const explore::Request> requests,
           const std::function<void(size_t, const explore::Execution&)>& visit) override;

 private:
  void translate(const target::ExecutionView& view, size_t known);

  target::ProgramTarget& program_;
  explore::Execution execution_;
  target::ScheduleBatch batch_;
};

}  // namespace selvage::cli

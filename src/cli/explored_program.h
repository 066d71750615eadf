// The program under test as a target of the search.
#pragma once

#include <vector>

#include "explore/target.h"
#include "target/program_target.h"

namespace selvage::cli {

class ExploredProgram final : public explore::Target {
 public:
  explicit ExploredProgram(target::ProgramTarget& program) : program_(program) {}

  size_t run(std::span<const explore::Request> requests,
             std::span<const std::unique_ptr<explore::Execution>> results) override;
  void share(std::span<const SharedLocation> locations) override { program_.share(locations); }

 private:
  target::ProgramTarget& program_;
  target::ScheduleBatch batch_;
};

}  // namespace selvage::cli

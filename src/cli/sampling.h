// `--strategy random`: executions whose every choice is drawn, number I of a seed always the same one.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "cli/examination.h"
#include "cli/stack_table.h"
#include "cli/thread_agreement.h"
#include "explore/search.h"
#include "target/program_target.h"

namespace selvage::cli {

struct SamplingOptions {
  uint64_t seed = 0;
  uint64_t first = 0;           // number of the first execution
  uint64_t max_executions = 0;  // 0: no limit
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  StackTable* stacks = nullptr;  // for the call stacks of steps; null: they are not recorded
};

struct SamplingResult {
  explore::End end = explore::End::Complete;
  uint64_t next = 0;  // number of the execution to go on with
};

// Examines executions in the order of their numbers, whatever the number of programs. `after_batch` is told the number of
// the next one.
SamplingResult sample(const std::vector<target::ProgramTarget*>& programs, const SamplingOptions& options,
                      ThreadAgreement& agreement, Examination& examination,
                      const std::function<void(uint64_t next)>& after_batch);

}  // namespace selvage::cli

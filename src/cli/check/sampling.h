// Random strategies: executions whose every choice is drawn, number I of a seed always the same one.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "cli/check/check_options.h"
#include "cli/check/examination.h"
#include "cli/program/stack_table.h"
#include "cli/program/thread_agreement.h"
#include "cli/show/names.h"
#include "explore/search.h"
#include "sample/coverage.h"
#include "sample/sampler.h"
#include "target/program_target.h"

namespace selvage::cli {

// The strategy that was asked for. One that is a part learns for another one.
std::unique_ptr<sample::Sampler> make_sampler(const CheckOptions& options, bool is_part = false);

struct SamplingOptions {
  uint64_t first = 0;           // number of the first execution
  uint64_t max_executions = 0;  // 0: no limit; those before the first count
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  const std::atomic<explore::End>* stop = nullptr;  // as in explore::SearchOptions
  bool whole_rounds = false;                        // the deadline ends it between two rounds
  StackTable* stacks = nullptr;                     // for the call stacks of steps; null: they are not recorded
};

// What a run of a random strategy knows, and goes on from.
struct Sampling {
  sample::Sampler& sampler;
  sample::Coverage& coverage;
  std::vector<SharedLocation>& shared;  // scheduling points; what is found goes there at the end of a round
  std::vector<SharedLocation> found;    // in this round
  // How executions were drawn that show a finding and have no record of their steps, by number.
  std::map<uint64_t, sample::Draw> unrecorded;
};

struct SamplingResult {
  explore::End end = explore::End::Complete;
  uint64_t next = 0;  // number of the execution to go on with
};

// Examines executions in the order of their numbers, whatever the number of programs. `after_batch` is told the number of
// the next one.
SamplingResult sample(const std::vector<target::ProgramTarget*>& programs, const SamplingOptions& options,
                      Sampling& sampling, ThreadAgreement& agreement, Examination& examination,
                      const std::function<void(uint64_t next)>& after_batch);

// Execution for execution, and round for round; for those who are not here, too (cli/cluster/cluster_sampling.h).
bool is_round_end(uint64_t next);
// Throws Error if the draw could not begin as an execution before it did.
void require_same_beginning(const explore::Execution& execution, uint64_t number);
std::vector<Step> steps_of(const explore::Execution& execution);
// It shows a finding, and nothing of how it came to that.
bool lacks_record(const explore::Execution& execution);
void add_found(Sampling& sampling, const std::vector<SharedLocation>& found);
// Whether locations have become scheduling points.
bool end_round(Sampling& sampling, Examination& examination);

// Throws Error if the program does something else the second time.
void draw_twice(target::ProgramTarget& program, const sample::Draw& draw, uint64_t number, Names& names);

// For checkpoints.
std::string save_sampling(const Sampling& sampling, uint64_t next);
// The number to go on with; none: the state is damaged.
std::optional<uint64_t> restore_sampling(Sampling& sampling, std::string_view state);

}  // namespace selvage::cli

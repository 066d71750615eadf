#include "cli/check/drawn_batches.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include "cli/interrupt.h"
#include "cli/program/explored_program.h"

namespace selvage::cli {

// Consecutive executions that one program runs.
struct DrawnBatches::Share {
  uint64_t first = 0;
  std::vector<explore::Execution> executions;
  size_t done = 0;
  std::exception_ptr failure;
};

target::ScheduleRequest request_of(const sample::Draw& draw, uint32_t flags) {
  return {.steps = draw.steps,
          .policy = draw.policy,
          .seed = draw.seed,
          .flags = flags,
          .drawing = draw.drawing,
          .weights = draw.weights};
}

DrawnBatches::DrawnBatches(std::vector<target::ProgramTarget*> programs, const sample::Sampler& sampler,
                           ThreadAgreement& agreement, StackTable* stacks)
    : programs_(std::move(programs)), sampler_(sampler), agreement_(agreement), stacks_(stacks) {
  for (target::ProgramTarget* program : programs_) starts_.push_back(program->starts());
}

void DrawnBatches::share(std::span<const SharedLocation> locations) {
  for (target::ProgramTarget* program : programs_) program->share(locations);
}

void DrawnBatches::run_share(target::ProgramTarget& program, Share& share) const {
  if (share.executions.empty()) return;
  try {
    target::ScheduleBatch batch;
    for (size_t i = 0; i < share.executions.size(); ++i) {
      sample::Draw draw = sampler_.draw(share.first + i);
      batch.append(request_of(draw, recorded_flags(stacks_)));
    }
    share.done = program.run(
        batch, [&](size_t i, const target::ExecutionView& view) { translate(view, 0, share.executions[i], stacks_); });
  } catch (...) {
    share.failure = std::current_exception();
  }
}

void DrawnBatches::run_shares(std::vector<Share>& shares) {
  {
    std::vector<std::jthread> threads;
    for (size_t i = 1; i < programs_.size(); ++i) {
      if (!shares[i].executions.empty()) threads.emplace_back([&, i] { run_share(*programs_[i], shares[i]); });
    }
    run_share(*programs_[0], shares[0]);
  }
  // Threads that other threads created are numbered by whoever meets them first.
  for (size_t i = 0; i < programs_.size(); ++i) {
    while (!shares[i].failure && !agreement_.settle(*programs_[i])) run_share(*programs_[i], shares[i]);
    if (programs_[i]->starts() != starts_[i] && !interrupted()) {
      programs_[i]->start_again();
      starts_[i] = programs_[i]->starts();
    }
  }
}

DrawnBatches::End DrawnBatches::run(uint64_t first, uint64_t most, const Visitor& visit) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  uint64_t left = most, even = (most + programs_.size() - 1) / programs_.size();
  std::vector<Share> shares(programs_.size());
  for (Share& share : shares) {
    uint64_t count = std::min({batch_size_.current(), even, left});
    share.first = first;
    share.executions.resize(count);
    first += count;
    left -= count;
  }
  run_shares(shares);
  for (Share& share : shares) {
    for (size_t i = 0; i < share.done; ++i)
      if (!visit(share.executions[i])) return End::Stopped;
    if (share.failure) std::rethrow_exception(share.failure);
    if (share.done < share.executions.size()) return End::Interrupted;
  }
  batch_size_.adapt(Clock::now() - begin);
  return End::Visited;
}

void DrawnPath::follow(const explore::Execution& execution) {
  path_.truncate(0);
  races_.clear();
  for (size_t i = 0; i < execution.steps.size(); ++i) {
    path_.forget_races();
    path_.push(execution.steps[i], execution.inner_of(i), execution.enabled_at(i), races_);
  }
}

}  // namespace selvage::cli

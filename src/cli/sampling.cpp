#include "cli/sampling.h"

#include <exception>
#include <thread>

#include "cli/batch_size.h"
#include "cli/explored_program.h"
#include "cli/interrupt.h"
#include "cli/seeds.h"

namespace selvage::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Consecutive executions that one program runs.
struct Share {
  std::vector<explore::Execution> executions;
  size_t done = 0;
  std::exception_ptr failure;
};

void run_share(target::ProgramTarget& program, const SamplingOptions& options, uint64_t first, Share& share) {
  try {
    target::ScheduleBatch batch;
    for (size_t i = 0; i < share.executions.size(); ++i) {
      batch.append({.policy = Policy::Random,
                    .seed = execution_seed(options.seed, first + i),
                    .flags = recorded_flags(options.stacks)});
    }
    share.done = program.run(batch, [&](size_t i, const target::ExecutionView& view) {
      translate(view, 0, share.executions[i], options.stacks);
    });
  } catch (...) {
    share.failure = std::current_exception();
  }
}

bool examine(const explore::Execution& execution, Examination& examination) {
  model::Path path;
  std::vector<model::Race> races;
  for (size_t i = 0; i < execution.steps.size(); ++i) {
    races.clear();
    path.forget_races();
    path.push(execution.steps[i], execution.inner_of(i), execution.enabled_at(i), races);
  }
  return examination.examine(path, 0, execution);
}

}  // namespace

SamplingResult sample(const std::vector<target::ProgramTarget*>& programs, const SamplingOptions& options,
                      ThreadAgreement& agreement, Examination& examination,
                      const std::function<void(uint64_t next)>& after_batch) {
  SamplingResult result{.next = options.first};
  BatchSize batch_size;
  std::vector<size_t> starts;
  for (target::ProgramTarget* program : programs) starts.push_back(program->starts());
  for (;;) {
    if (interrupted()) return result.end = explore::End::Interrupted, result;
    if (options.deadline && Clock::now() >= *options.deadline) return result.end = explore::End::TimeLimit, result;
    uint64_t left = options.max_executions == 0 ? UINT64_MAX : options.max_executions - result.next;
    if (left == 0) return result.end = explore::End::ExecutionLimit, result;

    Clock::time_point begin = Clock::now();
    std::vector<Share> shares(programs.size());
    std::vector<uint64_t> firsts(programs.size());
    uint64_t next = result.next;
    for (size_t i = 0; i < programs.size(); ++i) {
      uint64_t count = std::min(batch_size.current(), left);
      firsts[i] = next;
      shares[i].executions.resize(count);
      next += count;
      left -= count;
    }
    {
      std::vector<std::jthread> threads;
      for (size_t i = 1; i < programs.size(); ++i)
        threads.emplace_back([&, i] { run_share(*programs[i], options, firsts[i], shares[i]); });
      run_share(*programs[0], options, firsts[0], shares[0]);
    }
    // Threads that other threads created are numbered by whoever meets them first.
    for (size_t i = 0; i < programs.size(); ++i) {
      while (!shares[i].failure && !agreement.settle(*programs[i]))
        run_share(*programs[i], options, firsts[i], shares[i]);
      // A process dies with the thread that started it.
      if (programs[i]->starts() != starts[i] && !interrupted()) {
        programs[i]->stop();
        programs[i]->start();
        starts[i] = programs[i]->starts();
      }
    }
    for (Share& share : shares) {
      for (size_t i = 0; i < share.done; ++i) {
        ++result.next;
        if (!examine(share.executions[i], examination)) return result.end = explore::End::Stopped, result;
      }
      if (share.failure) std::rethrow_exception(share.failure);
      if (share.done < share.executions.size()) return result.end = explore::End::Interrupted, result;
    }
    batch_size.adapt(Clock::now() - begin);
    after_batch(result.next);
  }
}

}  // namespace selvage::cli

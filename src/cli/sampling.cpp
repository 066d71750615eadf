#include "cli/sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <thread>

#include "cli/batch_size.h"
#include "cli/explored_program.h"
#include "cli/interrupt.h"
#include "cli/self_check.h"
#include "sample/round.h"

namespace selvage::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Consecutive executions that one program runs.
struct Share {
  uint64_t first = 0;
  std::vector<explore::Execution> executions;
  size_t done = 0;
  std::exception_ptr failure;
};

void run_share(target::ProgramTarget& program, const SamplingOptions& options, const Sampling& sampling, Share& share) {
  if (share.executions.empty()) return;
  try {
    target::ScheduleBatch batch;
    for (size_t i = 0; i < share.executions.size(); ++i) {
      sample::Draw draw = sampling.sampler.draw(share.first + i);
      batch.append(request_of(draw, recorded_flags(options.stacks)));
    }
    share.done = program.run(batch, [&](size_t i, const target::ExecutionView& view) {
      translate(view, 0, share.executions[i], options.stacks);
    });
  } catch (...) {
    share.failure = std::current_exception();
  }
}

class Course {
 public:
  Course(const std::vector<target::ProgramTarget*>& programs, const SamplingOptions& options, Sampling& sampling,
         ThreadAgreement& agreement, Examination& examination)
      : programs_(programs),
        options_(options),
        sampling_(sampling),
        agreement_(agreement),
        examination_(examination),
        next_(options.first) {
    for (target::ProgramTarget* program : programs_) {
      starts_.push_back(program->starts());
      program->share(sampling_.shared);
    }
  }

  uint64_t next() const { return next_; }

  // Why it ends; none: it goes on.
  std::optional<explore::End> run_batch() {
    if (interrupted()) return explore::End::Interrupted;
    if (options_.deadline && Clock::now() >= *options_.deadline) return explore::End::TimeLimit;
    uint64_t left = options_.max_executions == 0 ? UINT64_MAX : options_.max_executions - next_;
    if (left == 0) return explore::End::ExecutionLimit;
    left = std::min(left, sample::round_end(next_) - next_);

    Clock::time_point begin = Clock::now();
    uint64_t even = (left + programs_.size() - 1) / programs_.size();
    std::vector<Share> shares(programs_.size());
    uint64_t first = next_;
    for (Share& share : shares) {
      uint64_t count = std::min({batch_size_.current(), even, left});
      share.first = first;
      share.executions.resize(count);
      first += count;
      left -= count;
    }
    run(shares);
    if (auto end = take_in(shares)) return end;
    batch_size_.adapt(Clock::now() - begin);
    if (next_ == sample::round_end(next_ - 1)) end_round();
    return std::nullopt;
  }

 private:
  void run(std::vector<Share>& shares) {
    {
      std::vector<std::jthread> threads;
      for (size_t i = 1; i < programs_.size(); ++i) {
        if (!shares[i].executions.empty())
          threads.emplace_back([&, i] { run_share(*programs_[i], options_, sampling_, shares[i]); });
      }
      run_share(*programs_[0], options_, sampling_, shares[0]);
    }
    // Threads that other threads created are numbered by whoever meets them first.
    for (size_t i = 0; i < programs_.size(); ++i) {
      while (!shares[i].failure && !agreement_.settle(*programs_[i]))
        run_share(*programs_[i], options_, sampling_, shares[i]);
      // A process dies with the thread that started it.
      if (programs_[i]->starts() != starts_[i] && !interrupted()) {
        programs_[i]->stop();
        programs_[i]->start();
        starts_[i] = programs_[i]->starts();
      }
    }
  }

  std::optional<explore::End> take_in(std::vector<Share>& shares) {
    for (Share& share : shares) {
      for (size_t i = 0; i < share.done; ++i) {
        if (!examine(share.executions[i])) return explore::End::Stopped;
      }
      if (share.failure) std::rethrow_exception(share.failure);
      if (share.done < share.executions.size()) return explore::End::Interrupted;
    }
    return std::nullopt;
  }

  bool examine(const explore::Execution& execution) {
    // What a draw begins with was executed before.
    if (execution.outcome == Outcome::ScheduleMismatch)
      throw not_deterministic_error(fmt::format("execution {} could not begin as one before it did", next_ + 1));
    path_.truncate(0);
    races_.clear();
    for (size_t i = 0; i < execution.steps.size(); ++i) {
      path_.forget_races();
      path_.push(execution.steps[i], execution.inner_of(i), execution.enabled_at(i), races_);
    }
    sampling_.sampler.learn(execution, sampling_.coverage.take_in(execution, path_, races_));
    for (SharedLocation location : execution.found)
      if (std::ranges::find(sampling_.found, location) == sampling_.found.end()) sampling_.found.push_back(location);
    if (execution.steps.empty() && execution.end_identity != 0)
      sampling_.unrecorded.emplace(next_, sampling_.sampler.draw(next_));
    ++next_;
    return examination_.examine(path_, 0, execution);
  }

  void end_round() {
    sampling_.sampler.end_round();
    if (sampling_.found.empty()) return;
    sampling_.shared.insert(sampling_.shared.end(), sampling_.found.begin(), sampling_.found.end());
    sampling_.found.clear();
    for (target::ProgramTarget* program : programs_) program->share(sampling_.shared);
    sampling_.sampler.forget_steps();
    examination_.go_on_with(sampling_.shared.size());
  }

  const std::vector<target::ProgramTarget*>& programs_;
  const SamplingOptions& options_;
  Sampling& sampling_;
  ThreadAgreement& agreement_;
  Examination& examination_;
  uint64_t next_;
  BatchSize batch_size_;
  std::vector<size_t> starts_;
  model::Path path_;
  std::vector<model::Race> races_;
};

}  // namespace

target::ScheduleRequest request_of(const sample::Draw& draw, uint32_t flags) {
  return {.steps = draw.steps,
          .policy = draw.policy,
          .seed = draw.seed,
          .flags = flags,
          .drawing = draw.drawing,
          .weights = draw.weights};
}

SamplingResult sample(const std::vector<target::ProgramTarget*>& programs, const SamplingOptions& options,
                      Sampling& sampling, ThreadAgreement& agreement, Examination& examination,
                      const std::function<void(uint64_t next)>& after_batch) {
  Course course(programs, options, sampling, agreement, examination);
  for (;;) {
    if (auto end = course.run_batch()) return {.end = *end, .next = course.next()};
    after_batch(course.next());
  }
}

std::string save_sampling(const Sampling& sampling, uint64_t next) {
  explore::SavedWriter writer;
  writer.value(next);
  writer.list(std::span<const SharedLocation>(sampling.found));
  sampling.coverage.save(writer);
  sampling.sampler.save(writer);
  return writer.take();
}

std::optional<uint64_t> restore_sampling(Sampling& sampling, std::string_view state) {
  explore::SavedReader reader(state);
  auto next = reader.value<uint64_t>();
  reader.list(sampling.found);
  sampling.coverage.restore(reader);
  sampling.sampler.restore(reader);
  return reader.finished() ? std::optional(next) : std::nullopt;
}

}  // namespace selvage::cli

#include "cli/check/sampling.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/check/drawn_batches.h"
#include "cli/interrupt.h"
#include "cli/program/self_check.h"
#include "sample/round.h"
#include "target/stored_execution.h"

namespace selvage::cli {
namespace {

using Clock = std::chrono::steady_clock;

class Course {
 public:
  Course(const std::vector<target::ProgramTarget*>& programs, const SamplingOptions& options, Sampling& sampling,
         ThreadAgreement& agreement, Examination& examination)
      : options_(options),
        sampling_(sampling),
        examination_(examination),
        batches_(programs, sampling.sampler, agreement, options.stacks),
        next_(options.first) {
    batches_.share(sampling_.shared);
  }

  uint64_t next() const { return next_; }

  // Why it ends; none: it goes on.
  std::optional<explore::End> run_batch() {
    if (interrupted()) return explore::End::Interrupted;
    if (is_stopped()) return *options_.stop;
    bool may_end = !options_.whole_rounds || next_ == options_.first || is_round_end(next_);
    if (may_end && options_.deadline && Clock::now() >= *options_.deadline) return explore::End::TimeLimit;
    uint64_t left = options_.max_executions == 0 ? UINT64_MAX : options_.max_executions - next_;
    if (left == 0) return explore::End::ExecutionLimit;
    left = std::min(left, sample::round_end(next_) - next_);
    switch (batches_.run(next_, left, [&](const explore::Execution& execution) { return examine(execution); })) {
      case DrawnBatches::End::Stopped:
        return explore::End::Stopped;
      case DrawnBatches::End::Interrupted:
        return is_stopped() ? options_.stop->load() : explore::End::Interrupted;
      case DrawnBatches::End::Visited:
        break;
    }
    if (is_round_end(next_) && end_round(sampling_, examination_)) batches_.share(sampling_.shared);
    return std::nullopt;
  }

 private:
  bool is_stopped() const { return options_.stop != nullptr && *options_.stop != explore::End::Complete; }
  bool examine(const explore::Execution& execution) {
    require_same_beginning(execution, next_);
    path_.follow(execution);
    sampling_.sampler.learn(execution);
    if (sampling_.coverage.take_in(execution, path_.path(), path_.races()) != 0 && sampling_.sampler.keeps_new())
      sampling_.sampler.learn_new(steps_of(execution));
    add_found(sampling_, execution.found);
    if (lacks_record(execution)) sampling_.unrecorded.emplace(next_, sampling_.sampler.draw(next_));
    ++next_;
    return examination_.examine(path_.path(), 0, execution);
  }

  const SamplingOptions& options_;
  Sampling& sampling_;
  Examination& examination_;
  DrawnBatches batches_;
  uint64_t next_;
  DrawnPath path_;
};

}  // namespace

std::unique_ptr<sample::Sampler> make_sampler(const CheckOptions& options, bool is_part) {
  sample::SamplerOptions sampler{.seed = options.seed.value_or(0), .is_part = is_part};
  if (options.depth) sampler.depth = *options.depth;
  return sample::make_sampler(options.effective_strategy(), sampler);
}

bool is_round_end(uint64_t next) { return next != 0 && next == sample::round_end(next - 1); }

void require_same_beginning(const explore::Execution& execution, uint64_t number) {
  // What a draw begins with was executed before.
  if (execution.outcome == Outcome::ScheduleMismatch)
    throw not_deterministic_error(fmt::format("execution {} could not begin as one before it did", number + 1));
}

std::vector<Step> steps_of(const explore::Execution& execution) {
  std::vector<Step> steps;
  for (const model::Transition& step : execution.steps) steps.push_back({step.head.thread, step.alternative});
  return steps;
}

bool lacks_record(const explore::Execution& execution) {
  return execution.steps.empty() && execution.end_identity != 0;
}

void add_found(Sampling& sampling, const std::vector<SharedLocation>& found) {
  for (SharedLocation location : found)
    if (std::ranges::find(sampling.found, location) == sampling.found.end()) sampling.found.push_back(location);
}

bool end_round(Sampling& sampling, Examination& examination) {
  sampling.sampler.end_round();
  if (sampling.found.empty()) return false;
  sampling.shared.insert(sampling.shared.end(), sampling.found.begin(), sampling.found.end());
  sampling.found.clear();
  sampling.sampler.forget_steps();
  examination.go_on_with(sampling.shared.size());
  return true;
}

// A search notices a program that goes another way; here nothing is executed again by itself.
void draw_twice(target::ProgramTarget& program, const sample::Draw& draw, uint64_t number, Names& names) {
  target::ScheduleBatch batch;
  constexpr uint32_t kFlags = kRecordEvents | kRecordLocal;
  for (int i = 0; i < 2; ++i) batch.append(request_of(draw, kFlags));
  std::optional<target::StoredExecution> first;
  program.run(batch, [&](size_t i, const target::ExecutionView& execution) {
    if (i == 0) {
      first.emplace(execution, kFlags);
    } else if (auto difference = first_difference(first->view(), execution, names)) {
      throw not_deterministic_error(fmt::format("in execution {}, {}", number + 1, *difference));
    }
  });
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

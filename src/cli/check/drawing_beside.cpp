#include "cli/check/drawing_beside.h"

#include <algorithm>

#include "cli/check/checkpoint.h"
#include "cli/deadline.h"
#include "sample/round.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using explore::Beside;
using target::Error;
using target::ExitCode;

// In seconds. A search of a tenth of a second, of which this is a fifth, is over before anything is drawn.
constexpr double kFirst = 0.02;
// Handing over a batch and preparing it is to cost little, and others may wait for the worker that draws.
constexpr double kShortest = 0.01, kLongest = 0.05;
// Executions that are drawn where the search has cut some off. They are as long as those, mostly.
constexpr uint64_t kBehindCuts = 100;
constexpr double kPiece = 0.5;

// Reductions stand for executions that are left out, and here none is.
CheckOptions drawn_options(const CheckOptions& options) {
  CheckOptions drawn = options;
  drawn.strategy = "pos";
  drawn.reductions = {};
  return drawn;
}

double seconds_between(DrawingBeside::Clock::time_point begin, DrawingBeside::Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

}  // namespace

DrawingBeside::DrawingBeside(ProgramLauncher& launcher, const CheckOptions& options, SuppressionJudge* judge,
                             double start_seconds)
    : launcher_(launcher),
      options_(drawn_options(options)),
      stacks_(judge != nullptr ? &judge->stacks() : nullptr),
      examination_(options_.properties, options_.keep_going, judge),
      start_seconds_(start_seconds) {
  for (const char* name : {"pos", "surw", "pct"})
    strategies_.push_back(
        {.name = name, .sampler = sample::make_sampler(name, {.seed = options_.seed.value_or(0)}), .coverage = {}});
}

void DrawingBeside::begin(std::optional<Clock::time_point> deadline) {
  deadline_ = deadline;
  last_ = Clock::now();
}

void DrawingBeside::pass_time() {
  Clock::time_point now = Clock::now();
  share_.pass(seconds_between(last_, now));
  last_ = now;
}

// What has to be left for it to be worth while.
double DrawingBeside::least() const {
  return program_ == nullptr ? std::max(kFirst, start_seconds_ + kShortest) : kShortest;
}

Beside DrawingBeside::draw() {
  if (has_ended_check()) return Beside::Found;
  if (is_over_) return Beside::Done;
  pass_time();
  if (share_.left() < least()) return Beside::Done;
  Clock::time_point begin = last_;
  size_t findings = examination_.findings().size();
  draw_for(std::clamp(share_.left(), kShortest, kLongest));
  pass_time();
  share_.spend(seconds_between(begin, last_));
  seconds_ += seconds_between(begin, last_);
  if (examination_.findings().size() > findings) share_.renew();
  if (has_ended_check()) return Beside::Found;
  return !is_over_ && share_.left() >= least() ? Beside::More : Beside::Done;
}

// One execution that is cut off may be all that the search has: what the threads that it never came to would have done is in
// none of the orders that it calls for.
void DrawingBeside::draw_behind_cuts() {
  Clock::time_point begin = Clock::now();
  while (!is_over_ && !has_ended_check() && executions() < kBehindCuts) {
    uint64_t before = executions();
    if (!draw_for(kPiece) || executions() == before) break;
  }
  seconds_ += seconds_between(begin, Clock::now());
}

bool DrawingBeside::draw_for(double seconds) {
  try {
    if (program_ == nullptr && !start()) return false;
    Clock::time_point end = after(seconds);
    draw_until(deadline_ ? std::min(end, *deadline_) : end);
  } catch (const Error& error) {
    if (error.exit_code() == ExitCode::Internal) throw;
    // A process more than the search needs may be one too many.
    is_over_ = true;
  }
  // What it called is for the search to meet and to report.
  is_over_ |= examination_.unmodelled().has_value();
  return !is_over_;
}

// A process more than the search needs must not be what ends it for want of memory.
bool DrawingBeside::start() {
  is_over_ = !launcher_.limits().has_room_for_program();
  if (is_over_) return false;
  program_ = launcher_.make_target(make_configuration(options_));
  program_->thread_paths().adopt(agreement_.paths());
  program_->start();
  return true;
}

void DrawingBeside::draw_until(Clock::time_point end) {
  Strategy& strategy = strategies_[turn_];
  if (strategy.shared_count != shared_.size()) strategy.sampler->forget_steps();
  Sampling sampling{*strategy.sampler, strategy.coverage, shared_, std::move(strategy.found), {}};
  SamplingOptions options;
  options.first = strategy.next;
  options.max_executions = sample::round_end(strategy.next);
  options.deadline = end;
  options.stop = &launcher_.limits().stop();
  options.stacks = stacks_;
  uint64_t before = executions();
  SamplingResult result =
      cli::sample({program_.get()}, options, sampling, agreement_, examination_, [](uint64_t /*next*/) {});
  for (auto& [number, draw] : sampling.unrecorded) unrecorded_.emplace(before + number - strategy.next, draw);
  found_by_.resize(examination_.findings().size(), strategy.name);
  strategy.next = result.next;
  strategy.found = std::move(sampling.found);
  strategy.shared_count = shared_.size();
  if (is_round_end(strategy.next)) turn_ = (turn_ + 1) % strategies_.size();
}

void DrawingBeside::stop() {
  if (program_ != nullptr) program_->stop();
}

std::vector<SampledPart> DrawingBeside::parts() const {
  std::vector<SampledPart> parts;
  for (const Strategy& strategy : strategies_)
    if (strategy.next != 0)
      parts.push_back(sampled_part(strategy.name, options_.seed.value_or(0), *strategy.sampler, strategy.coverage));
  return parts;
}

std::string DrawingBeside::save() const {
  Checkpoint seen;
  seen.counts = examination_.counts();
  seen.findings = examination_.findings();
  seen.suppressed = examination_.suppressed();
  seen.shared = shared_;
  seen.thread_paths = agreement_.paths();
  std::string bytes = encode(seen);
  explore::SavedWriter writer;
  writer.list(std::span<const char>(bytes));
  writer.value(share_);
  writer.value(seconds_);
  writer.value(static_cast<uint8_t>(is_over_));
  writer.count(turn_);
  for (const Strategy& strategy : strategies_) {
    writer.value(strategy.next);
    writer.count(strategy.shared_count);
    writer.list(std::span<const SharedLocation>(strategy.found));
    strategy.coverage.save(writer);
    strategy.sampler->save(writer);
  }
  for (const std::string& name : found_by_) writer.list(std::span<const char>(name));
  writer.count(unrecorded_.size());
  for (const auto& [number, draw] : unrecorded_) {
    writer.value(number);
    writer.list(std::span<const Step>(draw.steps));
    writer.value(draw.policy);
    writer.value(draw.seed);
    writer.value(draw.drawing);
    writer.list(std::span<const uint32_t>(draw.weights));
  }
  return writer.take();
}

bool DrawingBeside::restore(std::string_view state) {
  explore::SavedReader reader(state);
  auto text = [&] {
    std::vector<char> bytes;
    reader.list(bytes);
    return std::string(bytes.begin(), bytes.end());
  };
  std::string bytes = text();
  if (reader.failed()) return false;
  Checkpoint seen = decode(bytes, "The state of what was drawn");
  examination_.resume(seen.counts, seen.findings, seen.suppressed, seen.shared.size());
  shared_ = seen.shared;
  agreement_.start_with(seen.thread_paths);
  share_ = reader.value<TimeShare>();
  seconds_ = reader.value<double>();
  is_over_ = reader.value<uint8_t>() != 0;
  turn_ = static_cast<size_t>(reader.value<uint64_t>());
  if (turn_ >= strategies_.size()) return false;
  for (Strategy& strategy : strategies_) {
    strategy.next = reader.value<uint64_t>();
    strategy.shared_count = static_cast<size_t>(reader.value<uint64_t>());
    reader.list(strategy.found);
    strategy.coverage.restore(reader);
    strategy.sampler->restore(reader);
  }
  for (size_t i = 0; i < seen.findings.size() && !reader.failed(); ++i) found_by_.push_back(text());
  for (size_t left = reader.count(1); left > 0 && !reader.failed(); --left) {
    auto number = reader.value<uint64_t>();
    sample::Draw draw;
    reader.list(draw.steps);
    draw.policy = reader.value<Policy>();
    draw.seed = reader.value<uint64_t>();
    draw.drawing = reader.value<Drawing>();
    reader.list(draw.weights);
    unrecorded_.emplace(number, std::move(draw));
  }
  return reader.finished();
}

}  // namespace selvage::cli

#include "target/program_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "target/error.h"
#include "target/futex.h"
#include "target/idle_timer.h"
#include "target/memory_use.h"
#include "target/synthetic_execution.h"

namespace selvage::target {
namespace {

using std::chrono::milliseconds;

Phase phase_of(ControlBlock& control) { return static_cast<Phase>(load(control.phase)); }

// A look costs some microseconds, and a process cannot touch more than some hundred megabytes in this time.
constexpr milliseconds kBetweenLooksAtMemory(20);
constexpr uint64_t kMebibyte = uint64_t{1} << 20;

// Text that the program wrote into a fixed field: it need not end.
template <size_t kSize>
std::string bounded_text(const char (&field)[kSize]) {
  return std::string(field, strnlen(field, kSize));
}

// The end of what a program that did not start said about it.
std::string last_words(const std::string& error_output) {
  if (error_output.empty()) return "";
  std::string_view text = error_output;
  while (text.ends_with('\n')) text.remove_suffix(1);
  constexpr size_t kLongest = 500;
  if (text.size() > kLongest) text.remove_prefix(text.size() - kLongest);
  return fmt::format(" It said: {}", text);
}

}  // namespace

ProgramTarget::ProgramTarget(Launch launch, TargetOptions options, StandardInput input, Workspace& workspace)
    : launch_(std::move(launch)), options_(options), input_(std::move(input)), workspace_(workspace) {}

ProgramTarget::~ProgramTarget() = default;

void ProgramTarget::start() {
  if (process_ != nullptr || is_single_threaded()) return;
  if (is_interrupted()) throw Error(ExitCode::BudgetEnded, "The check was ended before the program had started.");
  kills_before_start_ = kills_for_memory();
  process_ = std::make_unique<ProgramProcess>(launch_, paths_.all(), input_, workspace_);
  posted_to_process_ = 0;
  library_calls_read_ = 0;
  ++starts_;
  wait_for_start();
  if (process_ != nullptr && !is_single_threaded()) process_->channel().share(shared_);
}

void ProgramTarget::start_again() {
  stop();
  try {
    start();
  } catch (const Error& error) {
    if (error.exit_code() != ExitCode::BudgetEnded) throw;
  }
}

void ProgramTarget::share(std::span<const SharedLocation> locations) {
  shared_.assign(locations.begin(), locations.end());
  if (process_ != nullptr) process_->channel().share(shared_);
}

void ProgramTarget::stop() {
  if (process_ == nullptr) return;
  peak_memory_ = std::max(peak_memory_, process_->peak_memory());
  ControlBlock& control = process_->channel().control();
  uint32_t loops = std::min(load(control.waiting_loop_count), kMaxWaitingLoops);
  for (uint32_t i = 0; i < loops; ++i) waiting_loops_.insert(load(control.waiting_loops[i]));
  channels_ = channels();
  library_calls();
  read_modules();
  process_.reset();
}

const std::vector<uint32_t>& ProgramTarget::library_calls() {
  if (process_ == nullptr) return library_calls_;
  ControlBlock& control = process_->channel().control();
  for (uint32_t count = std::min(load(control.library_call_count), kMaxLibraryCalls); library_calls_read_ < count;
       ++library_calls_read_) {
    uint32_t site = load(control.library_calls[library_calls_read_]);
    if (std::ranges::find(library_calls_, site) == library_calls_.end()) library_calls_.push_back(site);
  }
  return library_calls_;
}

std::map<uint64_t, std::string> ProgramTarget::channels() const {
  std::map<uint64_t, std::string> result = channels_;
  if (process_ == nullptr) return result;
  ControlBlock& control = process_->channel().control();
  uint32_t count = std::min(load(control.channel_count), kMaxChannels);
  for (uint32_t i = 0; i < count; ++i) {
    const ObservedChannel& channel = control.channels[i];
    result.emplace(channel.object, std::string(channel.name, strnlen(channel.name, sizeof channel.name)));
  }
  return result;
}

void ProgramTarget::wait_for_start() {
  ControlBlock& control = process_->channel().control();
  IdleTimer timer;
  bool asked_to_end = false;
  for (;;) {
    // The phase is read after the end of the process is, so that the last one it set is seen.
    auto end = process_->ended();
    Phase phase = phase_of(control);
    if (phase == Phase::Failed) throw_failure();
    if (phase == Phase::Ready || phase == Phase::Running) break;
    if (phase == Phase::SingleThreaded) return keep_single_execution();
    if (is_interrupted()) {
      stop();
      throw Error(ExitCode::BudgetEnded, "The check was ended before the program had started.");
    }
    if (end) require_enough_memory(*end);
    look_at_memory();
    if (end && !asked_to_end) {
      std::string words = last_words(process_->error_output(1 << 16));
      stop();
      throw Error(ExitCode::CannotStart,
                  fmt::format("{} died before main: it {}.{}", launch_.path, describe(*end), words));
    }
    if (end || timer.idle() > options_.start_limit) {
      if (asked_to_end) {
        stop();
        throw Error(ExitCode::CannotStart,
                    fmt::format("{} neither started a thread nor ended within {} seconds: shorten its start, or raise "
                                "--start-limit.",
                                launch_.path, options_.start_limit.count() / 1000));
      }
      process_->interrupt_execution();
      asked_to_end = true;
      timer.restart_with(options_.start_limit - options_.watchdog_grace);
    }
    timer.wait(control.phase, static_cast<uint32_t>(Phase::Starting), milliseconds(5));
  }
  read_modules();
}

// The program is not told of the limit: an allocation that fails because of it would be a fault that it has nowhere else.
void ProgramTarget::look_at_memory() {
  auto now = std::chrono::steady_clock::now();
  if (options_.memory_limit == 0 || now < next_look_at_memory_) return;
  next_look_at_memory_ = now + kBetweenLooksAtMemory;
  uint64_t used = memory_of_family(process_->id());
  if (used <= options_.memory_limit) return;
  stop();
  throw Error(
      ExitCode::CannotStart,
      fmt::format("The program uses {} MiB, and {} MiB is this worker's limit for one process, which says nothing "
                  "about the program: start workers with a larger --memory, or with fewer processes (-j).",
                  used / kMebibyte, options_.memory_limit / kMebibyte));
}

void ProgramTarget::require_enough_memory(const ProcessEnd& end) {
  if (end.signal != SIGKILL || kills_for_memory() == kills_before_start_) return;
  stop();
  throw Error(
      ExitCode::CannotStart,
      "The kernel killed the program, it seems because there was no memory left on this machine: use fewer processes "
      "(-j), or a machine with more memory.");
}

void ProgramTarget::throw_failure() {
  const ControlBlock& control = process_->channel().control();
  uint32_t code = control.failure_code;
  std::string message = bounded_text(control.failure_message);
  stop();
  if (message.empty()) message = "The program cannot go on and does not say why.";
  if (code == static_cast<uint32_t>(ExitCode::Usage)) throw Error(ExitCode::Usage, message);
  if (code == static_cast<uint32_t>(ExitCode::Internal)) throw Error(ExitCode::Internal, message);
  throw Error(ExitCode::CannotStart, message);
}

void ProgramTarget::read_modules() {
  const ControlBlock& control = process_->channel().control();
  std::vector<LoadedModule> before = std::move(modules_);
  modules_.assign(control.modules, control.modules + std::min(control.module_count, kMaxModules));
  for (LoadedModule& module : modules_) module.path[sizeof(module.path) - 1] = '\0';
  // What an earlier process loaded late, this one need not have loaded yet.
  for (const LoadedModule& module : before) {
    auto is_same = [&](const LoadedModule& one) { return std::strcmp(one.path, module.path) == 0; };
    if (std::ranges::none_of(modules_, is_same)) modules_.push_back(module);
  }
}

void ProgramTarget::keep_single_execution() {
  read_modules();
  ExecutionView view;
  if (!process_->channel().copy_record(0, single_execution_) ||
      (parse_problem_ = parse_execution(single_execution_, 0, view)) != nullptr) {
    single_execution_.clear();
    stop();
    throw Error(ExitCode::CannotStart,
                fmt::format("{} overwrote memory that belongs to Selvage before it started a thread: look for a wild "
                            "pointer with an address sanitizer.",
                            launch_.path));
  }
  paths_.adopt(process_->channel().control());
}

size_t ProgramTarget::run(const ScheduleBatch& batch, const Visitor& visit, const Agreement& agrees) {
  size_t next = 0;
  size_t alone_until = 0;    // schedules before this one are handed over one at a time
  bool unexplained = false;  // an abnormal end has not been repeated alone in a fresh process
  while (next < batch.size()) {
    if (is_interrupted()) break;
    try {
      start();
    } catch (const Error& error) {
      if (error.exit_code() == ExitCode::BudgetEnded) break;
      throw;
    }
    if (is_single_threaded()) {
      ExecutionView view;
      parse_execution(single_execution_, 0, view);
      visit(next++, view);
      continue;
    }
    Channel& channel = process_->channel();
    size_t limit = next < alone_until ? 1 : batch.size() - next;
    size_t count = batch.fitting(next, limit, channel.schedules_size());
    if (count == 0) {
      throw Error(ExitCode::Usage, "A schedule has more steps than the channel can hold: shorten it.");
    }
    bool alone_in_fresh_process = posted_to_process_ == 0 && count == 1;
    posted_to_process_ += count;
    channel.add_threads(paths_.all());
    channel.post(batch.words(next, count), static_cast<uint32_t>(count));
    BatchEnd end = wait_for_batch();
    if (end == BatchEnd::Interrupted) break;
    if (end == BatchEnd::Died) require_enough_memory(process_->ended().value_or(ProcessEnd{}));
    if (end == BatchEnd::Finished) look_at_memory();

    size_t visited = 0;
    if (!take_over(count, end)) {
      end = BatchEnd::Corrupt;
    } else if (agrees && !agrees()) {
      continue;
    } else {
      visited = collect(batch, next, end, visit);
    }
    next += visited;
    if (unexplained && next >= alone_until) {
      ++unrepeated_ends_;
      unexplained = false;
    }
    if (end == BatchEnd::Finished) continue;
    // A verdict on one schedule is given only by a process that has executed nothing else. A hung one is believed at
    // once: waiting for the watchdog twice costs more than the doubt is worth.
    if (alone_in_fresh_process || end == BatchEnd::Hung) {
      visit_abnormal_end(next++, end, visit);
      unexplained = false;
    } else {
      // Whichever schedule of the batch did it will do it again.
      alone_until = std::max(alone_until, next - visited + count);
      unexplained = true;
    }
    stop();
  }
  if (is_interrupted()) stop();
  return next;
}

ProgramTarget::BatchEnd ProgramTarget::wait_for_batch() {
  Channel& channel = process_->channel();
  ControlBlock& control = channel.control();
  channel.spin_until_finished();
  IdleTimer timer;
  uint64_t progress = load(control.heartbeat);
  uint32_t executing = load(control.executing);
  bool asked_to_end = false;
  while (!channel.finished()) {
    bool gone = process_->ended().has_value();
    if (phase_of(control) == Phase::Failed) throw_failure();
    if (channel.finished()) break;
    // Whoever watches limits may have ended it.
    if (is_interrupted()) return BatchEnd::Interrupted;
    if (gone) return BatchEnd::Died;
    look_at_memory();
    if (look_at_standing()) timer.restart();
    if (load(control.heartbeat) != progress || load(control.executing) != executing) {
      progress = load(control.heartbeat);
      executing = load(control.executing);
      asked_to_end = false;
      timer.restart();
    }
    if (!asked_to_end && timer.idle() > options_.watchdog) {
      process_->interrupt_execution();
      asked_to_end = true;
      timer.restart();
    } else if (asked_to_end && timer.idle() > options_.watchdog_grace) {
      return BatchEnd::Hung;
    }
    timer.wait(control.batch_finished, load(control.batch_finished), milliseconds(20));
    if (phase_of(control) == Phase::Failed) throw_failure();
  }
  if (phase_of(control) == Phase::Failed) throw_failure();
  return BatchEnd::Finished;
}

bool ProgramTarget::look_at_standing() {
  ControlBlock& control = process_->channel().control();
  auto process = static_cast<pid_t>(load(control.standing_process));
  if (process == 0) return false;
  if (look_ && process_->has(process)) look_(process);
  store(control.standing_process, 0);
  futex_wake(control.standing_process);
  return true;
}

bool ProgramTarget::take_over(size_t count, BatchEnd end) {
  Channel& channel = process_->channel();
  ControlBlock& control = channel.control();
  reported_ = end == BatchEnd::Finished ? load(control.executions_done) : load(control.executing);
  parse_problem_ = nullptr;
  if (!channel.is_intact()) parse_problem_ = "the control block has changed";
  if (reported_ > count) parse_problem_ = "there are more records than schedules";
  if (!paths_.adopt(control)) parse_problem_ = "the table of threads has changed";
  if (parse_problem_ != nullptr) return false;
  peak_dirty_pages_ = std::max(peak_dirty_pages_, control.dirty_pages);
  restored_pages_ = control.restored_pages;
  steps_executed_ = control.heartbeat;
  return true;
}

// Visits what the process has reported about schedules from `first` on, and returns how many that were. Sets `end` to
// Corrupt at the first record that cannot be right.
size_t ProgramTarget::collect(const ScheduleBatch& batch, size_t first, BatchEnd& end, const Visitor& visit) {
  Channel& channel = process_->channel();
  uint64_t offset = 0;
  for (size_t i = 0; i < reported_; ++i) {
    ExecutionView view;
    parse_problem_ = !channel.copy_record(offset, record_) ? "a record's length is wrong"
                                                           : parse_execution(record_, batch.flags(first + i), view);
    if (parse_problem_ == nullptr && view.record().schedule != i) parse_problem_ = "a record is out of order";
    if (parse_problem_ != nullptr) {
      end = BatchEnd::Corrupt;
      return i;
    }
    offset += view.record().bytes;
    check_claims(view);
    visit(first + i, view);
  }
  if (end == BatchEnd::Finished && reported_ == 0) {
    throw Error(ExitCode::Usage, "The trace of one execution does not fit into 2 GiB: lower --max-steps.");
  }
  channel.trim_results(offset);
  return reported_;
}

// That a claimed access is a step proves nothing yet: where threads wait by looking again and again, what they look at
// counts as shared. Another thread has to have been there.
void ProgramTarget::check_claims(const ExecutionView& execution) const {
  if (options_.claims.empty()) return;
  for (EventView claimed : execution.events()) {
    if (!options_.claims.contains(*claimed.event)) continue;
    for (EventView other : execution.events()) {
      if (!conflict(*claimed.event, *other.event)) continue;
      throw Error(ExitCode::Internal, fmt::format("The access at site {} was taken for private, but a thread makes the "
                                                  "one at site {} to the same memory: the analysis of the program is "
                                                  "wrong.",
                                                  claimed.event->site, other.event->site));
    }
  }
}

void ProgramTarget::visit_abnormal_end(size_t index, BatchEnd end, const Visitor& visit) {
  SyntheticEnd synthetic;
  synthetic.thread = static_cast<uint16_t>(std::min(load(process_->channel().control().current_thread), kMaxThreads));
  std::string message;
  if (end == BatchEnd::Hung) {
    synthetic.outcome = Outcome::Stuck;
    message =
        fmt::format("thread {} ran for {} seconds without an operation that Selvage sees, and could not be stopped",
                    synthetic.thread, std::chrono::duration<double>(options_.watchdog).count());
  } else if (end == BatchEnd::Corrupt) {
    synthetic.outcome = Outcome::MemoryError;
    message = fmt::format("the program overwrote memory that belongs to Selvage: {}", parse_problem_);
  } else {
    ProcessEnd process_end = process_->ended().value_or(ProcessEnd{});
    synthetic.signal = static_cast<uint32_t>(process_end.signal);
    synthetic.status = process_end.status;
    synthetic.outcome = process_end.signal != 0 ? Outcome::Crash : Outcome::Completed;
    message = process_end.signal != 0 ? fmt::format("the process {} and could not record where", describe(process_end))
                                      : "the process left by a direct exit system call";
  }
  synthetic.message = message;
  visit(index, synthesize_execution(synthetic, record_));
}

std::string ProgramTarget::output(const ExecutionView& execution) const {
  return process_ == nullptr ? std::string() : process_->output(execution.record().output_bytes);
}

std::string ProgramTarget::error_output(const ExecutionView& execution) const {
  return process_ == nullptr ? std::string() : process_->error_output(execution.record().error_bytes);
}

}  // namespace selvage::target

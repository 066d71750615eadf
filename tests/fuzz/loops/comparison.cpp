#include "comparison.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <set>
#include <stdexcept>

#include "as_c.h"
#include "cli/check/examination.h"
#include "cli/program/explored_program.h"
#include "cli/run/run_options.h"
#include "explore/search.h"
#include "open_problems.h"
#include "target/program_target.h"
#include "target/workspace.h"

namespace selvage::fuzz::loops {

namespace {

inline constexpr uint64_t kMostSteps = 1000;

struct Mode {
  const char* name;
  const char* strategy;
  Sharing sharing;
  Root root;
  unsigned processes;
};

inline constexpr Mode kModes[] = {
    {"optimal", "optimal", Sharing::Full, Root::FirstThread, 1},
    {"source", "source", Sharing::Full, Root::FirstThread, 1},
    {"dfs", "dfs", Sharing::Full, Root::FirstThread, 1},
    {"optimal, dynamic sharing, two processes", "optimal", Sharing::Dynamic, Root::FirstChoice, 2},
    {"source, dynamic sharing", "source", Sharing::Dynamic, Root::FirstChoice, 1},
};

std::string unfinished(const explore::Execution& execution, std::span<const ThreadPath> paths) {
  std::vector<uint32_t> threads;
  for (const explore::Unfinished& thread : execution.unfinished)
    if (thread.next.thread != 0 && thread.next.thread < paths.size())
      threads.push_back(paths[thread.next.thread].child_index);
  std::ranges::sort(threads);
  std::string text;
  for (uint32_t thread : threads) text += fmt::format(" {}", thread);
  return text;
}

// What an exploration showed, in the same words as StateSpace.
struct Shown {
  bool races = false;
  std::set<uint32_t> ends;
  std::set<std::string> deadlocks, livelocks, others;
  std::vector<std::vector<Step>> livelock_schedules;
};

inline constexpr size_t kMostSchedules = 64;

std::vector<Step> schedule_of(const model::Path& path) {
  std::vector<Step> steps;
  for (model::Position i = 0; i < path.size(); i++) steps.push_back({path.thread(i), path[i].alternative});
  return steps;
}

class Collector final : public explore::Observer {
 public:
  explicit Collector(const target::ProgramTarget& program)
      : Collector(program, {check::PropertySet{check::Property::Race}, true}) {}

  bool on_execution(const model::Path& path, size_t known, const explore::Execution& execution) override {
    examination_.examine(path, known, execution);
    switch (execution.outcome) {
      case Outcome::SleepBlocked:
      case Outcome::ScheduleMismatch:
        break;
      case Outcome::Completed:
        shown_.ends.insert(path.size() == 0 ? 0 : static_cast<uint32_t>(path[path.size() - 1].head.value));
        break;
      case Outcome::Deadlock:
        shown_.deadlocks.insert(unfinished(execution, program_.thread_paths().all()));
        break;
      case Outcome::Livelock:
        shown_.livelocks.insert(unfinished(execution, program_.thread_paths().all()));
        if (shown_.livelock_schedules.size() < kMostSchedules) shown_.livelock_schedules.push_back(schedule_of(path));
        break;
      default:
        shown_.others.insert(fmt::format("outcome {}", static_cast<unsigned>(execution.outcome)));
    }
    return true;
  }
  std::unique_ptr<Observer> split() override {
    return std::unique_ptr<Collector>(new Collector(program_, examination_.split()));
  }
  void join(Observer& part) override {
    Shown& other = static_cast<Collector&>(part).shown_;
    examination_.join(static_cast<Collector&>(part).examination_);
    shown_.ends.merge(other.ends);
    shown_.deadlocks.merge(other.deadlocks);
    shown_.livelocks.merge(other.livelocks);
    shown_.others.merge(other.others);
    std::ranges::move(other.livelock_schedules, std::back_inserter(shown_.livelock_schedules));
  }
  void on_restart(std::span<const SharedLocation> shared) override {
    shown_ = {};
    examination_.start_over(shared.size());
  }
  Shown shown() const {
    Shown all = shown_;
    all.races = !examination_.findings().empty();
    return all;
  }

 private:
  Collector(const target::ProgramTarget& program, cli::Examination examination)
      : program_(program), examination_(std::move(examination)) {}

  const target::ProgramTarget& program_;
  cli::Examination examination_;
  Shown shown_;
};

// Processes that execute one program of an executable. Workspaces are kept: each has a process of its own.
class Processes {
 public:
  Processes(const Executable& executable, size_t number, const Mode& mode) {
    static std::vector<std::unique_ptr<target::Workspace>> workspaces;
    while (workspaces.size() < mode.processes) workspaces.push_back(std::make_unique<target::Workspace>());
    cli::RunOptions options;
    options.max_steps = kMostSteps;
    target::Launch launch;
    launch.path = executable.path();
    launch.arguments = {executable.path(), std::to_string(number)};
    launch.configuration = cli::make_configuration(options);
    launch.configuration.sharing = mode.sharing;
    launch.configuration.root = mode.root;
    for (unsigned i = 0; i < mode.processes; i++) {
      programs_.push_back(std::make_unique<target::ProgramTarget>(launch, target::TargetOptions{},
                                                                  target::copy_standard_input(), *workspaces[i]));
      programs_.back()->start();
      explored_.push_back(std::make_unique<cli::ExploredProgram>(*programs_.back(), &agreement_));
      targets_.push_back(explored_.back().get());
    }
  }

  std::span<explore::Target* const> targets() const { return targets_; }
  target::ProgramTarget& first() const { return *programs_.front(); }

 private:
  std::vector<std::unique_ptr<target::ProgramTarget>> programs_;
  cli::ThreadAgreement agreement_;
  std::vector<std::unique_ptr<cli::ExploredProgram>> explored_;
  std::vector<explore::Target*> targets_;
};

template <typename T>
std::vector<T> without(const std::set<T>& all, const std::set<T>& others) {
  std::vector<T> rest;
  std::ranges::set_difference(all, others, std::back_inserter(rest));
  return rest;
}

// Whoever was cut off need not have seen everything.
std::string difference(const StateSpace& expected, const Shown& shown, bool cut_off) {
  std::string text;
  std::set<uint32_t> ends;
  for (const auto& [hash, words] : expected.ends) ends.insert(hash);
  for (uint32_t hash : without(shown.ends, ends)) text += fmt::format("\n  surplus end {:08x}", hash);
  for (const std::string& threads : without(shown.deadlocks, expected.deadlocks))
    text += "\n  surplus deadlock of" + threads;
  for (const std::string& threads : without(shown.livelocks, expected.weakly_fair_livelocks))
    text += "\n  surplus livelock of" + threads;
  for (const std::string& other : shown.others) text += "\n  " + other;
  if (shown.races && !expected.may_race) text += "\n  surplus race";
  if (cut_off) return text;
  if (certainly_races(expected) && !shown.races) text += "\n  missing race";
  for (uint32_t hash : without(ends, shown.ends)) text += "\n  missing end " + expected.ends.at(hash);
  for (const std::string& threads : without(expected.deadlocks, shown.deadlocks))
    text += "\n  missing deadlock of" + threads;
  if (!certainly_livelocks(expected)) return text;
  for (const std::string& threads : without(expected.strongly_fair_livelocks, shown.livelocks))
    text += "\n  missing livelock of" + threads;
  return text;
}

// Executed once more, every livelock has to be one, and its loop has to be gone round as often as a report demands.
std::string unproven_livelocks(target::ProgramTarget& program, const std::vector<std::vector<Step>>& schedules) {
  std::string text;
  target::ScheduleBatch batch;
  for (const std::vector<Step>& steps : schedules)
    batch.append({.steps = steps, .flags = kRecordEvents | kShowLivelock});
  if (batch.empty()) return text;
  program.run(batch, [&](size_t, const target::ExecutionView& execution) {
    uint32_t rounds = execution.record().loop_rounds;
    if (execution.outcome() != Outcome::Livelock || (rounds != 0 && rounds != kRoundsShown))
      text = fmt::format("\n  a livelock that cannot be shown: {}", execution.message());
  });
  return text;
}

void run_command(const std::string& command) {
  if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
}

}  // namespace

Executable::Executable(std::span<const Program> programs, unsigned optimisation_level) {
  std::string name = (std::filesystem::temp_directory_path() / "selvage-loops-XXXXXX").string();
  int descriptor = mkstemp(name.data());
  if (descriptor < 0) throw std::runtime_error("cannot create a file in the directory for temporary files");
  close(descriptor);
  path_ = name;
  std::ofstream(name + ".c") << as_c(programs);
  run_command(fmt::format("{} -O{} -w -pthread {}.c -o {}", SELVAGE_CC, optimisation_level, name, name));
}

Executable::~Executable() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
  std::filesystem::remove(path_.string() + ".c", ignored);
}

Comparison compare(const Executable& executable, size_t number, const StateSpace& expected, uint64_t most_executions,
                   Until until) {
  Comparison result;
  for (const Mode& mode : kModes) {
    Processes processes(executable, number, mode);
    Collector collector(processes.first());
    explore::SearchResult searched = explore::search(*explore::make_strategy(mode.strategy), processes.targets(),
                                                     {.batch = 16, .max_executions = most_executions}, collector);
    bool cut_off = searched.end == explore::End::ExecutionLimit;
    if (&mode == &kModes[0]) result.executions = searched.counts.executions;
    result.cut_off |= cut_off && std::string_view(mode.strategy) != "dfs";
    Shown shown = collector.shown();
    std::string text =
        difference(expected, shown, cut_off) + unproven_livelocks(processes.first(), shown.livelock_schedules);
    if (searched.end != explore::End::Complete && !cut_off)
      text += fmt::format("\n  the search ended with {}", static_cast<int>(searched.end));
    if (!text.empty()) result.disagreement += fmt::format("\n{}:{}", mode.name, text);
    if (!text.empty() && until == Until::FirstDisagreement) break;
  }
  return result;
}

}  // namespace selvage::fuzz::loops

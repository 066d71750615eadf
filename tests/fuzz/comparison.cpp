#include "comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include "brute_force.h"
#include "cli/program/explored_program.h"
#include "cli/run/run_options.h"
#include "explore/search.h"
#include "observation.h"
#include "target/program_target.h"
#include "target/workspace.h"

namespace selvage::fuzz {

namespace {

// One way to explore.
struct Mode {
  const char* name;
  const char* strategy;
  size_t batch;
  unsigned processes;
  Demand demand = Demand::Everything;
  Sharing sharing = Sharing::Full;
  Root root = Root::FirstThread;

  bool exact() const { return std::string_view(strategy) == "optimal"; }  // one execution per class, none in vain
};

inline constexpr Mode kModes[] = {
    {"classic", "classic", 16, 1},
    {"source", "source", 16, 1},
    {"optimal, one by one", "optimal", 1, 1},
    {"optimal, in batches", "optimal", 16, 1},
    {"optimal, two processes one by one", "optimal", 1, 2},
    {"optimal, two processes in batches", "optimal", 16, 2},
};

// Other steps than with all scheduling points from the beginning, and so other classes; but the same ends.
inline constexpr Mode kFurtherModes[] = {
    {"first choice", "optimal", 16, 1, Demand::Ends, Sharing::Full, Root::FirstChoice},
    {"dynamic sharing", "optimal", 16, 1, Demand::Ends, Sharing::Dynamic, Root::FirstThread},
    {"dynamic sharing, first choice, two processes", "optimal", 16, 2, Demand::Ends, Sharing::Dynamic,
     Root::FirstChoice},
    {"dynamic sharing, source", "source", 16, 1, Demand::Ends, Sharing::Dynamic, Root::FirstThread},
};

// In programs with so few interleavings the search's own brute force, which knows no shortcut, is compared as well.
inline constexpr uint64_t kFewInterleavings = 300;

// Processes that run one program. Workspaces are kept: each has a process of its own.
class Processes {
 public:
  Processes(const std::filesystem::path& interpreter, const Program& program, unsigned count,
            Sharing sharing = Sharing::Full, Root root = Root::FirstThread) {
    static std::vector<std::unique_ptr<target::Workspace>> workspaces;
    while (workspaces.size() < count) workspaces.push_back(std::make_unique<target::Workspace>());
    cli::RunOptions options;
    options.spurious_wakeups = program.spurious_wakeups;
    target::Launch launch;
    launch.path = interpreter;
    launch.arguments = {interpreter, program.text()};
    launch.configuration = cli::make_configuration(options);
    launch.configuration.sharing = sharing;
    launch.configuration.root = root;
    for (unsigned i = 0; i < count; i++) {
      programs_.push_back(std::make_unique<target::ProgramTarget>(launch, target::TargetOptions{},
                                                                  target::copy_standard_input(), *workspaces[i]));
      programs_.back()->start();
      explored_.push_back(std::make_unique<cli::ExploredProgram>(*programs_.back(), &agreement_));
      targets_.push_back(explored_.back().get());
    }
  }

  std::span<explore::Target* const> targets(unsigned count) const { return std::span(targets_).first(count); }
  ThreadNames names() const { return ThreadNames(agreement_.paths()); }

 private:
  std::vector<std::unique_ptr<target::ProgramTarget>> programs_;
  cli::ThreadAgreement agreement_;
  std::vector<std::unique_ptr<cli::ExploredProgram>> explored_;
  std::vector<explore::Target*> targets_;
};

class Collector final : public explore::Observer {
 public:
  explicit Collector(const Processes& processes) : processes_(processes) {}

  bool on_execution(const model::Path& path, size_t, const explore::Execution& execution) override {
    std::vector<Step> steps;
    for (model::Position i = 0; i < path.size(); i++) {
      auto footprints = path.footprints(i);
      steps.push_back({path[i].alternative, {footprints.begin(), footprints.end()}});
    }
    observation_.add(execution, steps, processes_.names());
    return true;
  }
  std::unique_ptr<Observer> split() override { return std::make_unique<Collector>(processes_); }
  void join(Observer& part) override { observation_.join(static_cast<Collector&>(part).observation_); }
  void on_restart(std::span<const SharedLocation>) override { observation_ = {}; }
  Observation& observation() { return observation_; }

 private:
  const Processes& processes_;
  Observation observation_;
};

Observation explore_in(const Mode& mode, const Processes& processes, uint64_t most_executions, explore::End& end) {
  Collector collector(processes);
  auto strategy = explore::make_strategy(mode.strategy);
  explore::SearchResult result = explore::search(*strategy, processes.targets(mode.processes),
                                                 {.batch = mode.batch, .max_executions = most_executions}, collector);
  end = result.end;
  Observation observation = std::move(collector.observation());
  observation.executions = result.counts.executions;
  observation.blocked = result.counts.blocked;
  observation.infeasible = result.counts.infeasible;
  return observation;
}

std::string difference(const char* what, const std::set<std::string>& expected, const std::set<std::string>& found) {
  std::vector<std::string> missing, surplus;
  std::ranges::set_difference(expected, found, std::back_inserter(missing));
  std::ranges::set_difference(found, expected, std::back_inserter(surplus));
  std::string result;
  for (const auto& [name, list] : {std::pair{"missing", &missing}, {"surplus", &surplus}})
    if (!list->empty()) result += fmt::format("\n  {} {} of {}, first: {}", list->size(), name, what, list->front());
  return result;
}

std::set<std::string> classes_of(const Observation& observation) {
  std::set<std::string> result;
  for (const auto& [form, end] : observation.classes) result.insert(form);
  return result;
}

// Takes what is surplus out of what was found, and counts it.
size_t leave_out_surplus(std::set<std::string>& found, const std::set<std::string>& expected) {
  return std::erase_if(found, [&](const std::string& one) { return !expected.contains(one); });
}

// Where executions are cut short, the program may also have ended before that.
std::string difference_of_ends(const Observation& expected, std::set<std::string> found) {
  if (expected.ends_program && expected.cut_short) leave_out_surplus(found, expected.ends);
  return difference("ends", expected.ends, found);
}

std::string disagreement_of(const Mode& mode, Demand demand, const Observation& expected, const Observation& found,
                            explore::End end) {
  demand = std::min(demand, mode.demand);
  std::string text;
  if (end != explore::End::Complete) text += fmt::format("\n  the search ended with {}", static_cast<int>(end));
  text += difference_of_ends(expected, found.ends);
  if (demand == Demand::Ends) return text.empty() ? text : fmt::format("\n{}:{}", mode.name, text);
  std::set<std::string> wanted = classes_of(expected), classes = classes_of(found);
  size_t early = expected.ends_program ? leave_out_surplus(classes, wanted) : 0;
  text += difference("classes", wanted, classes);
  if (!found.contradiction.empty()) text += "\n  equivalent executions ended differently: " + found.contradiction;
  if (mode.exact() && !expected.cut_short &&
      (found.executions != expected.classes.size() + early || found.infeasible ||
       (demand == Demand::Everything && found.blocked)))
    text += fmt::format("\n  {} executions for {} classes, {} blocked, {} infeasible", found.executions,
                        expected.classes.size(), found.blocked, found.infeasible);
  if (mode.exact() && expected.cut_short && demand == Demand::Everything && found.repeated)
    text += fmt::format("\n  {} executions of classes that had been seen", found.repeated);
  return text.empty() ? text : fmt::format("\n{}:{}", mode.name, text);
}

}  // namespace

static bool several_threads_create(const Program& program) {
  auto creates = [](const auto& code) {
    return std::ranges::any_of(code, [](const std::string& i) { return i.starts_with("spawn"); });
  };
  // Main creates those whom nobody else does.
  return std::ranges::any_of(program.threads, creates);
}

Comparison compare(const std::filesystem::path& interpreter, const Program& program, uint64_t most_interleavings,
                   Demand demand) {
  Processes processes(interpreter, program, 2);
  Observation expected;
  expected.ends_program = program.uses("exit");
  BruteForce brute_force{!program.observes_lifecycle(), most_interleavings};
  Comparison result;
  bool all =
      run_all_interleavings(*processes.targets(1).front(), brute_force, [&] { return processes.names(); }, expected);
  result.interleavings = expected.executions;
  result.classes = expected.classes.size();
  result.ends = expected.ends.size();
  if (!all) {
    result.verdict = Verdict::TooLarge;
    return result;
  }
  std::string& text = result.disagreement;
  if (!expected.contradiction.empty() && demand == Demand::Everything)
    text += "\nbrute force: equivalent executions end differently: " + expected.contradiction;
  explore::End end{};
  if (expected.executions <= kFewInterleavings) {
    Observation found = explore_in({"dfs", "dfs", 64, 1}, processes, most_interleavings, end);
    // The search's own brute force also lets the program end early.
    std::string of_ends = difference_of_ends(expected, found.ends);
    if (end == explore::End::Complete && !of_ends.empty()) text += "\ndfs:" + of_ends;
  }
  for (const Mode& mode : kModes) {
    Observation found = explore_in(mode, processes, 4 * most_interleavings, end);
    text += disagreement_of(mode, demand, expected, found, end);
  }
  // Which thread has which number has been agreed on by now: processes that begin with nothing have to find that out.
  if (several_threads_create(program)) {
    Processes fresh(interpreter, program, 2);
    const Mode& mode = kModes[std::size(kModes) - 2];
    Observation found = explore_in(mode, fresh, 4 * most_interleavings, end);
    text += disagreement_of(mode, demand, expected, found, end);
  }
  if (std::getenv("SELVAGE_FUZZ_ALL_MODES"))
    for (const Mode& mode : kFurtherModes) {
      Processes others(interpreter, program, mode.processes, mode.sharing, mode.root);
      Observation found = explore_in(mode, others, 4 * most_interleavings, end);
      text += disagreement_of(mode, demand, expected, found, end);
    }
  if (!text.empty()) result.verdict = Verdict::Disagree;
  return result;
}

}  // namespace selvage::fuzz

// Predicted executions of real programs: each is executed as well, and shows the same steps, the same threads that could have
// gone, and the same end.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "cli/program/explored_program.h"
#include "cli/run/run_options.h"
#include "explore/search.h"
#include "target/program_target.h"
#include "target/workspace.h"

namespace selvage::explore {
namespace {

// What the program says of an operation; the explorer puts marks into its flags and its value.
bool is_same(const Footprint& a, const Footprint& b) {
  return a.operation == b.operation && a.thread == b.thread && a.size == b.size && a.object == b.object;
}

bool is_same_step(const model::Path& path, model::Position i, const Execution& executed) {
  const model::Transition& one = path[i];
  const model::Transition& other = executed.steps[i];
  return is_same(one.head, other.head) && one.site == other.site && one.alternative == other.alternative &&
         one.alternatives == other.alternatives &&
         std::ranges::equal(path.footprints(i).subspan(1), executed.inner_of(i), is_same) &&
         std::ranges::equal(path.enabled(i).first(1), executed.enabled_at(i).first(1));
}

bool is_same_end(const Execution& one, const Execution& other) {
  auto is_same_thread = [](const Unfinished& a, const Unfinished& b) {
    return is_same(a.next, b.next) && a.enabled == b.enabled && a.site == b.site;
  };
  return one.outcome == other.outcome && one.end_identity == other.end_identity && one.end_thread == other.end_thread &&
         one.threads_stuck == other.threads_stuck &&
         std::ranges::equal(one.unfinished, other.unfinished, is_same_thread);
}

class Repeater final : public Observer {
 public:
  explicit Repeater(Target& target) : target_(target) { results_.push_back(std::make_unique<Execution>()); }

  bool on_execution(const model::Path& path, size_t, const Execution& execution) override {
    if (!execution.is_predicted || execution.outcome == Outcome::SleepBlocked) return true;
    predicted++;
    Request request;
    for (model::Position i = 0; i < path.size(); i++) request.steps.push_back({path.thread(i), path[i].alternative});
    target_.run({&request, 1}, results_);
    const Execution& executed = *results_.front();
    bool is_same = path.size() == executed.steps.size() && is_same_end(execution, executed);
    for (model::Position i = 0; i < path.size() && is_same; i++) is_same = is_same_step(path, i, executed);
    wrong += !is_same;
    return true;
  }
  // One worker only.
  std::unique_ptr<Observer> split() override {
    auto part = std::make_unique<Repeater>(target_);
    return part;
  }
  void join(Observer& part) override {
    auto& other = static_cast<Repeater&>(part);
    predicted += std::exchange(other.predicted, 0);
    wrong += std::exchange(other.wrong, 0);
  }
  void on_restart(std::span<const SharedLocation> shared) override {
    predicted = wrong = 0;
    target_.share(shared);
  }

  uint64_t predicted = 0, wrong = 0;

 private:
  Target& target_;
  std::vector<std::unique_ptr<Execution>> results_;
};

void compare(const std::filesystem::path& executable, uint64_t& predicted) {
  target::Launch launch;
  launch.path = executable;
  launch.arguments = {executable};
  launch.configuration = cli::make_configuration(cli::RunOptions{});
  launch.configuration.sharing = Sharing::Dynamic;
  launch.configuration.root = Root::FirstChoice;
  cli::ThreadAgreement agreement;
  target::Workspace workspaces[2];
  std::vector<std::unique_ptr<target::ProgramTarget>> programs;
  std::vector<std::unique_ptr<cli::ExploredProgram>> explored;
  for (target::Workspace& workspace : workspaces) {
    programs.push_back(std::make_unique<target::ProgramTarget>(launch, target::TargetOptions{},
                                                               target::copy_standard_input(), workspace));
    programs.back()->start();
    explored.push_back(std::make_unique<cli::ExploredProgram>(*programs.back(), &agreement));
  }
  Repeater repeater(*explored[1]);
  Target* searched = explored[0].get();
  SearchResult result = search(*make_strategy("optimal"), {&searched, 1},
                               {.sections = true, .predicts = true, .max_executions = 20'000}, repeater);
  EXPECT_EQ(repeater.wrong, 0U) << executable << ", of " << repeater.predicted;
  EXPECT_NE(result.end, End::NotDeterministic) << executable;
  predicted = repeater.predicted;
}

class PredictedPrograms : public ::testing::TestWithParam<const char*> {};

TEST_P(PredictedPrograms, DoWhatWasPredicted) {
  std::filesystem::path source = std::filesystem::path(SELVAGE_REDUCTIONS) / GetParam();
  std::filesystem::path executable =
      std::filesystem::temp_directory_path() / ("selvage-predicted-" + std::to_string(getpid()));
  std::string command = std::string(SELVAGE_CC) + " -O1 -g -pthread " + source.string() + " -o " + executable.string();
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  uint64_t predicted = 0;
  compare(executable, predicted);
  EXPECT_GT(predicted, 0U);
  std::filesystem::remove(executable);
}

INSTANTIATE_TEST_SUITE_P(Reductions, PredictedPrograms,
                         ::testing::Values("programs/account.c", "programs/unsteady_section.c",
                                           "structures/hash_table.c"));

// Executables that others have built, by their names.
TEST(PredictedExecutables, DoWhatWasPredicted) {
  const char* list = std::getenv("SELVAGE_PREDICTED_EXECUTABLES");
  if (list == nullptr) GTEST_SKIP() << "SELVAGE_PREDICTED_EXECUTABLES names none";
  std::istringstream names(list);
  uint64_t all = 0;
  for (std::string name; names >> name;) {
    uint64_t predicted = 0;
    compare(name, predicted);
    all += predicted;
  }
  std::cout << all << " predicted\n";
}

}  // namespace
}  // namespace selvage::explore

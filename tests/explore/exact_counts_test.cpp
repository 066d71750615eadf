// Programs whose number of equivalence classes is known: the optimal strategy runs each class once, none twice and none
// in vain, whatever the size of batches and the number of processes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "cli/program/explored_program.h"
#include "cli/run/run_options.h"
#include "explore/search.h"
#include "target/program_target.h"
#include "target/workspace.h"

namespace selvage::explore {
namespace {

struct Case {
  const char* program;
  const char* flags;
  uint64_t executions;
  uint64_t deadlocks = 0;

  // Tests are named after it.
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.program << " " << c.flags; }
};

struct DeadlockCounter final : Observer {
  bool on_execution(const model::Path&, size_t, const Execution& execution) override {
    deadlocks += execution.outcome == Outcome::Deadlock;
    return true;
  }
  std::unique_ptr<Observer> split() override { return std::make_unique<DeadlockCounter>(); }
  void join(Observer& part) override { deadlocks += std::exchange(static_cast<DeadlockCounter&>(part).deadlocks, 0); }
  void on_restart(std::span<const SharedLocation>) override { deadlocks = 0; }
  uint64_t deadlocks = 0;
};

class ExactCounts : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const Case& c = GetParam();
    folder_ = std::filesystem::temp_directory_path() / ("selvage-counts-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    executable_ = folder_ / c.program;
    std::string command = std::string(SELVAGE_CC) + " -O2 -g " + c.flags + " " + SELVAGE_PROGRAMS + "/" + c.program +
                          ".c -o " + executable_.string() + " -pthread";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  struct Found {
    SearchResult result;
    uint64_t deadlocks = 0;
  };

  Found explore(const char* strategy, size_t batch, unsigned processes, Sharing sharing = Sharing::Full) {
    cli::RunOptions options;
    target::Launch launch;
    launch.path = executable_;
    launch.arguments = {executable_};
    launch.configuration = cli::make_configuration(options);
    launch.configuration.sharing = sharing;
    std::vector<std::unique_ptr<target::Workspace>> workspaces;
    std::vector<std::unique_ptr<target::ProgramTarget>> programs;
    std::vector<std::unique_ptr<cli::ExploredProgram>> explored;
    std::vector<Target*> targets;
    for (unsigned i = 0; i < processes; i++) {
      workspaces.push_back(std::make_unique<target::Workspace>());
      programs.push_back(std::make_unique<target::ProgramTarget>(launch, target::TargetOptions{},
                                                                 target::copy_standard_input(), *workspaces.back()));
      programs.back()->start();
      explored.push_back(std::make_unique<cli::ExploredProgram>(*programs.back()));
      targets.push_back(explored.back().get());
    }
    Found found;
    auto chosen = make_strategy(strategy);
    DeadlockCounter counter;
    found.result = search(*chosen, targets, {.batch = batch}, counter);
    found.deadlocks = counter.deadlocks;
    return found;
  }

 private:
  std::filesystem::path folder_, executable_;
};

TEST_P(ExactCounts, SourceWithSeveralProcesses) {
  uint64_t blocked = explore("source", 8, 1).result.counts.blocked;
  for (unsigned processes : {2u, 4u}) {
    Found found = explore("source", 8, processes);
    EXPECT_EQ(found.result.end, End::Complete);
    EXPECT_EQ(found.result.counts.executions, GetParam().executions);
    EXPECT_EQ(found.result.counts.blocked, blocked);
    EXPECT_EQ(found.deadlocks, GetParam().deadlocks);
  }
}

TEST_P(ExactCounts, Classic) {
  uint64_t executions = 0;
  for (unsigned processes : {1u, 2u, 4u}) {
    Found found = explore("classic", 8, processes);
    EXPECT_EQ(found.result.end, End::Complete);
    EXPECT_GE(found.result.counts.executions, GetParam().executions);
    EXPECT_EQ(found.deadlocks != 0, GetParam().deadlocks != 0);
    if (processes == 1) executions = found.result.counts.executions;
    EXPECT_EQ(found.result.counts.executions, executions);
  }
}

// Brute force: only where all interleavings are few.
class AllInterleavings : public ExactCounts {};

TEST_P(AllInterleavings, NoFewerWithTheSameFindings) {
  uint64_t executions = 0;
  for (unsigned processes : {1u, 2u, 4u}) {
    Found found = explore("dfs", 64, processes);
    EXPECT_EQ(found.result.end, End::Complete);
    EXPECT_GE(found.result.counts.executions, GetParam().executions);
    EXPECT_EQ(found.result.counts.blocked, 0u);
    EXPECT_EQ(found.deadlocks != 0, GetParam().deadlocks != 0);
    if (processes == 1) executions = found.result.counts.executions;
    EXPECT_EQ(found.result.counts.executions, executions);
  }
}

TEST_P(ExactCounts, Optimal) {
  for (auto [batch, processes] : {std::pair<size_t, unsigned>{1, 1}, {32, 1}, {8, 2}, {8, 4}}) {
    Found found = explore("optimal", batch, processes);
    EXPECT_EQ(found.result.end, End::Complete);
    EXPECT_EQ(found.result.counts.executions, GetParam().executions);
    EXPECT_EQ(found.result.counts.blocked, 0u);
    EXPECT_EQ(found.result.counts.infeasible, 0u);
    EXPECT_EQ(found.deadlocks, GetParam().deadlocks);
  }
}

TEST_P(ExactCounts, Source) {
  Found found = explore("source", 8, 1);
  EXPECT_EQ(found.result.counts.executions, GetParam().executions);
  EXPECT_EQ(found.deadlocks, GetParam().deadlocks);
}

// What only one thread touches makes no difference.
TEST_P(ExactCounts, OptimalWithDynamicSharing) {
  Found found = explore("optimal", 8, 1, Sharing::Dynamic);
  EXPECT_EQ(found.result.end, End::Complete);
  EXPECT_EQ(found.result.counts.executions, GetParam().executions);
  EXPECT_EQ(found.result.counts.blocked, 0u);
  EXPECT_EQ(found.deadlocks, GetParam().deadlocks);
}

INSTANTIATE_TEST_SUITE_P(Programs, ExactCounts,
                         ::testing::Values(Case{"increments", "-DK=3", 328}, Case{"increments", "-DK=4", 3334},
                                           Case{"last_zero", "-DN=5", 64}, Case{"last_zero", "-DN=8", 704},
                                           Case{"readers", "-DN=10", 1024}, Case{"indexer", "-DN=11", 1},
                                           Case{"indexer", "-DN=13", 64}, Case{"indexer", "-DN=12 -DLOCKS", 8},
                                           Case{"indexer", "-DN=13 -DLOCKS", 64}, Case{"file_system", "-DN=13", 1},
                                           Case{"file_system", "-DN=18", 32}, Case{"file_system", "-DN=16", 8},
                                           Case{"philosophers", "-DN=3", 7, 1}, Case{"philosophers", "-DN=5", 31, 1},
                                           Case{"philosophers", "-DN=5 -DORDERED", 30}));

INSTANTIATE_TEST_SUITE_P(SmallPrograms, AllInterleavings,
                         ::testing::Values(Case{"increments", "-DK=1", 4}, Case{"increments", "-DK=2", 34},
                                           Case{"readers", "-DN=1", 2}, Case{"last_zero", "-DN=1", 2},
                                           Case{"philosophers", "-DN=2", 3, 1},
                                           Case{"philosophers", "-DN=2 -DORDERED", 2}));

}  // namespace
}  // namespace selvage::explore

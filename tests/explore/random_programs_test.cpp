// Every strategy against brute force, on random programs: the same equivalence classes, final states and deadlocks;
// the optimal strategy one execution per class.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "explore/saved_tasks.h"
#include "explore/saved_tree.h"
#include "explore/search.h"
#include "scripted_program.h"

namespace selvage::explore::testing {
namespace {

struct Found {
  std::set<std::string> traces, final_states;
  uint64_t executions = 0, blocked = 0, infeasible = 0;
};

// Collects the class and the final state of every execution.
class Collector final : public Observer {
 public:
  explicit Collector(const ScriptedProgram& program) : program_(program) {}

  bool on_execution(const model::Path& path, size_t, const Execution& execution) override {
    if (execution.outcome == Outcome::SleepBlocked || execution.outcome == Outcome::ScheduleMismatch) return true;
    Machine machine(program_);
    std::vector<Footprint> steps;
    std::vector<uint16_t> alternatives;
    for (model::Position i = 0; i < path.size(); i++) {
      steps.push_back(machine.step(path.thread(i), path[i].alternative));
      alternatives.push_back(path[i].alternative);
    }
    found_.traces.insert(normal_form(steps, alternatives));
    found_.final_states.insert(machine.final_state());
    return true;
  }

  std::unique_ptr<Observer> split() override { return std::make_unique<Collector>(program_); }
  void join(Observer& part) override {
    Found& other = static_cast<Collector&>(part).found_;
    found_.traces.merge(other.traces);
    found_.final_states.merge(other.final_states);
  }
  Found& found() { return found_; }

 private:
  const ScriptedProgram& program_;
  Found found_;
};

// As many stand-ins for a process as there are workers.
class Targets {
 public:
  Targets(const ScriptedProgram& program, unsigned workers) {
    for (unsigned i = 0; i < workers; i++) {
      targets_.push_back(std::make_unique<ScriptedTarget>(program));
      pointers_.push_back(targets_.back().get());
    }
  }
  std::span<Target* const> all() const { return pointers_; }

 private:
  std::vector<std::unique_ptr<ScriptedTarget>> targets_;
  std::vector<Target*> pointers_;
};

Found explore(const ScriptedProgram& program, std::string_view strategy, size_t batch, unsigned workers) {
  auto chosen = make_strategy(strategy);
  Targets targets(program, workers);
  Collector collector(program);
  SearchResult result = search(*chosen, targets.all(), {.batch = batch}, collector);
  Found found = std::move(collector.found());
  EXPECT_EQ(result.end, End::Complete);
  found.executions = result.counts.executions;
  found.blocked = result.counts.blocked;
  found.infeasible = result.counts.infeasible;
  return found;
}

unsigned programs_to_try() {
  const char* text = std::getenv("SELVAGE_RANDOM_PROGRAMS");
  return text ? static_cast<unsigned>(std::atoi(text)) : 300;
}

unsigned first_seed() {
  const char* text = std::getenv("SELVAGE_RANDOM_SEED");
  return text ? static_cast<unsigned>(std::atoi(text)) : 1;
}

// A search that is stopped again and again, after a few executions each time, and goes on from where it stood.
Found explore_in_pieces(const ScriptedProgram& program, std::string_view strategy, unsigned workers, uint64_t piece) {
  auto chosen = make_strategy(strategy);
  Targets targets(program, workers);
  Collector collector(program);
  SearchOptions options{.batch = 4, .max_executions = piece};
  for (;;) {
    SearchResult result = search(*chosen, targets.all(), options, collector);
    EXPECT_TRUE(result.resumed);
    Found& found = collector.found();
    found.executions = result.counts.executions;
    found.blocked = result.counts.blocked;
    if (result.end == End::Complete || !result.resumed) return std::move(found);
    EXPECT_EQ(result.end, End::ExecutionLimit);
    EXPECT_EQ(result.counts.executions, options.max_executions);
    options.max_executions += piece;
    options.resume = result.state;
  }
}

TEST(RandomPrograms, SearchesGoOnWhereTheyWereStopped) {
  for (unsigned seed = 1, tried = 0; tried < programs_to_try() / 3; seed++) {
    std::mt19937 random(seed);
    ScriptedProgram program = random_program(random, 4, 4);
    Outcomes expected;
    if (!brute_force(program, 3000, expected) || expected.traces.size() < 4) continue;
    tried++;
    for (const char* strategy : {"optimal", "source", "classic", "dfs"}) {
      Found whole = explore(program, strategy, 4, 1);
      for (unsigned workers : {1u, 2u}) {
        uint64_t piece = 1 + seed % 5;
        if (strategy == std::string("dfs")) piece += expected.interleavings / 8;
        Found found = explore_in_pieces(program, strategy, workers, piece);
        std::string name = std::string(strategy) + ", " + std::to_string(workers) + " workers, seed " +
                           std::to_string(seed) + "\n" + program.text();
        EXPECT_EQ(found.traces, expected.traces) << name;
        // Who is asleep where depends on the order of the search; only the optimal strategy and source sets make up for
        // that in every case.
        if (strategy != std::string("classic")) EXPECT_EQ(found.executions, whole.executions) << name;
        if (strategy == std::string("optimal") && !program.has_choices()) EXPECT_EQ(found.blocked, 0u) << name;
      }
    }
    if (HasFailure()) return;
  }
}

bool restore_saved_tasks(std::string_view bytes) {
  SavedSums sums;
  std::vector<DerivedTask> tasks;
  return restore_tasks(bytes, sums, tasks);
}

bool restore_saved_tree(std::string_view bytes) {
  SavedSums sums;
  Frontier frontier(true);
  return restore_tree(bytes, sums, frontier);
}

class SavedSearch : public ::testing::TestWithParam<std::pair<const char*, bool (*)(std::string_view)>> {};

TEST_P(SavedSearch, DamagedStatesAreRefused) {
  auto [strategy, restore] = GetParam();
  std::mt19937 random(7);
  ScriptedProgram program;
  for (Outcomes outcomes; outcomes.traces.size() < 10; outcomes = {}) {
    program = random_program(random, 4, 4);
    brute_force(program, 3000, outcomes);
    if (outcomes.traces.size() >= 10) break;
  }
  auto chosen = make_strategy(strategy);
  ScriptedTarget target(program);
  Target* targets[] = {&target};
  Collector collector(program);
  std::string state = search(*chosen, targets, {.batch = 1, .max_executions = 2, .is_divided = true}, collector).state;
  ASSERT_FALSE(state.empty());
  ASSERT_TRUE(restore(state));
  for (size_t length = 0; length < state.size(); length++)
    EXPECT_FALSE(restore(std::string_view(state).substr(0, length)));
  // Others are refused, or lead to some exploration; they never lead out of bounds.
  for (int i = 0; i < 20000; i++) {
    std::string damaged = state;
    for (unsigned n = 1 + random() % 3; n > 0; n--)
      damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
    restore(damaged);
  }
}

INSTANTIATE_TEST_SUITE_P(Strategies, SavedSearch,
                         ::testing::Values(std::pair("optimal", &restore_saved_tasks),
                                           std::pair("source", &restore_saved_tree),
                                           std::pair("classic", &restore_saved_tree),
                                           std::pair("dfs", &restore_saved_tree)),
                         [](const auto& info) { return std::string(info.param.first); });

// What is wrong with the optimal search of a program; empty: nothing.
std::string disagreement(const ScriptedProgram& program, size_t batch, Found& sums) {
  Outcomes expected;
  if (!brute_force(program, 20000, expected)) return {};
  Found found = explore(program, "optimal", batch, 1);
  sums.executions += found.executions;
  sums.blocked += found.blocked;
  std::string text;
  auto compare = [&](const char* what, const auto& wanted, const auto& got) {
    for (const std::string& one : wanted)
      if (!got.contains(one)) text += std::string("\nmissing ") + what + " " + one;
    for (const std::string& one : got)
      if (!wanted.contains(one)) text += std::string("\nsurplus ") + what + " " + one;
  };
  compare("class", expected.traces, found.traces);
  compare("state", expected.final_states, found.final_states);
  if (found.executions != expected.traces.size() || found.infeasible > 0)
    text += "\n" + std::to_string(found.executions) + " executions for " + std::to_string(expected.traces.size()) +
            " classes, " + std::to_string(found.infeasible) + " infeasible";
  return text;
}

// Nobody gives up a mutex that it has not got.
bool is_valid(const ScriptedProgram& program) {
  for (const auto& code : program.threads) {
    bool holds = false;
    for (const Instruction& i : code) {
      bool gives_up = i.operation == Operation::MutexUnlock || i.operation == Operation::CondWait;
      if (gives_up && !holds) return false;
      if (gives_up) holds = false;
      if (i.operation == Operation::MutexLock || i.operation == Operation::CondWake) holds = true;
    }
  }
  return true;
}

// The smallest program that still fails.
ScriptedProgram shrink(ScriptedProgram program, size_t batch) {
  Found unused;
  auto fails_without = [&](auto&& remove) {
    ScriptedProgram smaller = program;
    remove(smaller);
    if (!is_valid(smaller) || disagreement(smaller, batch, unused).empty()) return false;
    program = smaller;
    return true;
  };
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (size_t t = 0; t < program.threads.size(); t++) {
      for (size_t i = 0; i < program.threads[t].size(); i++) {
        auto& code = program.threads[t];
        if (code[i].operation == Operation::CondWake) continue;
        bool has_two = i + 1 < code.size() && code[i + 1].operation == Operation::MutexUnlock;
        ptrdiff_t count =
            code[i].operation == Operation::CondWait || (has_two && code[i].operation == Operation::MutexLock) ? 2 : 1;
        smaller |= fails_without([&](ScriptedProgram& p) {
          auto at = p.threads[t].begin() + static_cast<ptrdiff_t>(i);
          p.threads[t].erase(at, at + count);
        });
      }
    }
    for (size_t t = 0; t < program.threads.size(); t++)
      if (program.threads[t].empty())
        fails_without([&](ScriptedProgram& p) { p.threads.erase(p.threads.begin() + static_cast<ptrdiff_t>(t)); });
  }
  return program;
}

// Locks that several hold at once, and waiters that may wake by themselves: what can overtake what depends on more than
// the two of them.
TEST(RandomPrograms, WaitingAgreesWithBruteForce) {
  Found sums;
  for (unsigned seed = first_seed(), tried = 0; tried < programs_to_try(); seed++, tried++) {
    std::mt19937 random(seed);
    ScriptedProgram program = random_waiting_program(random, 4, 5);
    size_t batch = seed % 2 ? 1 : 8;
    if (disagreement(program, batch, sums).empty()) continue;
    ScriptedProgram smallest = shrink(program, batch);
    FAIL() << "seed " << seed << ", batch " << batch << disagreement(smallest, batch, sums) << "\n" << smallest.text();
  }
  std::cout << sums.executions << " executions, " << sums.blocked << " in vain\n";
}

TEST(RandomPrograms, AllStrategiesAgreeWithBruteForce) {
  for (unsigned seed = 1, tried = 0; tried < programs_to_try(); seed++) {
    std::mt19937 random(seed);
    ScriptedProgram program = random_program(random, 4, 4);
    Outcomes expected;
    if (!brute_force(program, 3000, expected)) continue;
    tried++;
    std::string name = "seed " + std::to_string(seed) + "\n" + program.text();

    for (auto [batch, workers] : {std::pair{1u, 1u}, {8u, 1u}, {2u, 2u}, {1u, 4u}}) {
      std::string how = ", batch " + std::to_string(batch) + ", " + std::to_string(workers) + " workers, " + name;
      EXPECT_EQ(explore(program, "dfs", batch, workers).executions, expected.interleavings) << "dfs" << how;
      for (const char* strategy : {"classic", "source"}) {
        Found found = explore(program, strategy, batch, workers);
        EXPECT_EQ(found.traces, expected.traces) << strategy << how;
        EXPECT_EQ(found.final_states, expected.final_states) << strategy << how;
        if (strategy == std::string("source")) EXPECT_EQ(found.executions, expected.traces.size()) << strategy << how;
      }
      Found found = explore(program, "optimal", batch, workers);
      EXPECT_EQ(found.traces, expected.traces) << "optimal" << how;
      EXPECT_EQ(found.executions, expected.traces.size()) << "optimal" << how;
      // Outcomes of one operation are explored wherever a sequence asks for it, which may turn out to be in vain.
      if (program.has_choices()) continue;
      EXPECT_EQ(found.blocked, 0u) << how;
      EXPECT_EQ(found.infeasible, 0u) << how;
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace selvage::explore::testing

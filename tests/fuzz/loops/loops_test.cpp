// Searches against all states of programs that need not terminate: random loops that wait, compiled and explored.
//
// In the environment:
//   SELVAGE_LOOPS_PROGRAMS    how many programs, in all families together
//   SELVAGE_LOOPS_SEED        where the generator starts
//   SELVAGE_LOOPS_EXECUTIONS  a strategy that needs more is cut off
//   SELVAGE_LOOPS_PROGRAM     one program to compare
//
//   SELVAGE_LOOPS_PROGRAM='loop load.0.0 break.0.1 end | store.0.1' build/dev/bin/selvage_loops_tests
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "comparison.h"
#include "generator.h"
#include "open_problems.h"

namespace selvage::fuzz::loops {
namespace {

inline constexpr size_t kMostStates = 20000;

uint64_t number_from(const char* variable, uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

uint64_t most_executions() { return number_from("SELVAGE_LOOPS_EXECUTIONS", 2000); }

struct Case {
  Program program;
  StateSpace space;
};

bool comparable(const StateSpace& space) { return space.invalid.empty() && !space.too_large; }

std::vector<Program> programs_of(const std::vector<Case>& cases) {
  std::vector<Program> programs;
  for (const Case& one : cases) programs.push_back(one.program);
  return programs;
}

std::string disagreement_of(const Case& one, unsigned level) {
  Executable executable({&one.program, 1}, level);
  return compare(executable, 0, one.space, most_executions()).disagreement;
}

// The smallest program that still fails, or what was found in a minute.
Case shrink(Case failing, unsigned level) {
  auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  for (bool smaller = true; smaller && std::chrono::steady_clock::now() < end;) {
    smaller = false;
    std::vector<Case> candidates;
    for (Program& program : smaller_programs(failing.program)) {
      StateSpace space = explore_states(program, kMostStates);
      if (comparable(space)) candidates.push_back({std::move(program), std::move(space)});
    }
    if (candidates.empty()) break;
    Executable executable(programs_of(candidates), level);
    for (size_t i = 0; i < candidates.size() && !smaller && std::chrono::steady_clock::now() < end; i++) {
      Comparison comparison = compare(executable, i, candidates[i].space, most_executions(), Until::FirstDisagreement);
      if (comparison.disagreement.empty()) continue;
      failing = candidates[i];
      smaller = true;
    }
  }
  return failing;
}

// Each family has one level, so that all are used.
unsigned level_of(std::string_view family) {
  std::vector<std::string_view> names = family_names();
  return static_cast<unsigned>(std::ranges::find(names, family) - names.begin()) % 3;
}

class Programs : public ::testing::TestWithParam<std::string_view> {};

TEST_P(Programs, SearchesShowAllThatThereIs) {
  uint64_t wanted = number_from("SELVAGE_LOOPS_PROGRAMS", 200) / family_names().size() + 1;
  uint64_t seed = number_from("SELVAGE_LOOPS_SEED", 1);
  uint64_t invalid = 0, too_large = 0, cut_off = 0, livelocks = 0, deadlocks = 0, executions = 0, failed = 0;
  std::vector<Case> cases;
  while (cases.size() < wanted) {
    std::mt19937 random(static_cast<unsigned>(seed++));
    Program program = random_program(random, GetParam());
    StateSpace space = explore_states(program, kMostStates);
    if (comparable(space))
      cases.push_back({std::move(program), std::move(space)});
    else
      ++(space.too_large ? too_large : invalid);
  }
  unsigned level = level_of(GetParam());
  Executable executable(programs_of(cases), level);
  for (size_t i = 0; i < cases.size() && failed < 3; i++) {
    Comparison comparison = compare(executable, i, cases[i].space, most_executions());
    executions += comparison.executions;
    cut_off += comparison.cut_off;
    livelocks += !cases[i].space.weakly_fair_livelocks.empty();
    deadlocks += !cases[i].space.deadlocks.empty();
    if (comparison.disagreement.empty()) continue;
    failed++;
    Case smallest = shrink(cases[i], level);
    ADD_FAILURE() << "found with " << cases[i].program.text() << comparison.disagreement
                  << "\nthe smallest:" << disagreement_of(smallest, level)
                  << "\nfor tests/fuzz/loops/regressions.txt:\n"
                  << smallest.program.text();
  }
  std::cout << fmt::format(
      "{} programs ({} with livelocks, {} with deadlocks), {} executions, {} cut off; {} invalid, {} too large\n",
      cases.size(), livelocks, deadlocks, executions, cut_off, invalid, too_large);
}

INSTANTIATE_TEST_SUITE_P(Families, Programs, ::testing::ValuesIn(family_names()),
                         [](const auto& info) { return std::string(info.param); });

TEST(Regressions, SearchesShowAllThatThereIs) {
  std::ifstream file(REGRESSIONS);
  ASSERT_TRUE(file.good());
  std::vector<Case> cases;
  std::vector<bool> open;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    open.push_back(line.front() == '!');
    Program program = Program::parse(open.back() ? line.substr(2) : line);
    StateSpace space = explore_states(program, kMostStates);
    EXPECT_EQ(space.invalid, "") << line;
    cases.push_back({std::move(program), std::move(space)});
  }
  if (cases.empty()) return;
  Executable executable(programs_of(cases), 1);
  for (size_t i = 0; i < cases.size(); i++) {
    Comparison comparison = compare(executable, i, cases[i].space, 2000, Until::FirstDisagreement);
    if (open[i])
      EXPECT_NE(comparison.disagreement, "") << cases[i].program.text() << " is solved: take the mark away";
    else
      EXPECT_EQ(comparison.disagreement, "") << cases[i].program.text();
  }
}

TEST(OneProgram, FromTheEnvironment) {
  const char* text = std::getenv("SELVAGE_LOOPS_PROGRAM");
  if (!text) GTEST_SKIP();
  Case one{Program::parse(text), {}};
  one.space = explore_states(one.program, 1'000'000);
  std::cout << fmt::format("{} states{}\n", one.space.states, one.space.invalid);
  if (one.space.may_race) std::cout << (certainly_races(one.space) ? "race\n" : "perhaps a race\n");
  for (const auto& [hash, words] : one.space.ends) std::cout << fmt::format("end {:08x}: {}\n", hash, words);
  for (const std::string& threads : one.space.deadlocks) std::cout << "deadlock of" << threads << '\n';
  for (const std::string& threads : one.space.weakly_fair_livelocks)
    std::cout << "livelock of" << threads
              << (one.space.strongly_fair_livelocks.contains(threads) ? "\n" : ", which is only weakly fair\n");
  EXPECT_EQ(disagreement_of(one, 1), "");
}

}  // namespace
}  // namespace selvage::fuzz::loops

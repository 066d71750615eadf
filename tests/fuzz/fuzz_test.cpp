// Every strategy against every interleaving, on random programs over all primitives that run as real executables.
//
// In the environment:
//   SELVAGE_FUZZ_PROGRAMS       how many programs, in all families together
//   SELVAGE_FUZZ_SEED           where the generator starts
//   SELVAGE_FUZZ_INTERLEAVINGS  programs with more are not compared
//   SELVAGE_FUZZ_ALL_MODES      explore with dynamic sharing and from the first choice on, too
//   SELVAGE_FUZZ_STRICT         demand everything, in spite of open problems
//   SELVAGE_FUZZ_PROGRAM        one program to compare, strictly
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "comparison.h"

namespace selvage::fuzz {
namespace {

uint64_t number_from(const char* variable, uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

uint64_t most_interleavings() { return number_from("SELVAGE_FUZZ_INTERLEAVINGS", 2000); }

Demand demand_on(const Program& program) {
  return std::getenv("SELVAGE_FUZZ_STRICT") ? Demand::Everything : demanded(program);
}

Comparison compare(const Program& program, Demand demand) {
  return compare(INTERPRETER, program, most_interleavings(), demand);
}

// The smallest program that still fails.
Program shrink(Program program) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (const Program& candidate : smaller_programs(program)) {
      if (compare(candidate, demand_on(candidate)).verdict != Verdict::Disagree) continue;
      program = candidate;
      smaller = true;
      break;
    }
  }
  return program;
}

void report(const Program& program) {
  Program smallest = shrink(program);
  ADD_FAILURE() << "found with " << program.text() << compare(smallest, demand_on(smallest)).disagreement
                << "\nfor tests/fuzz/regressions.txt:\n"
                << smallest.text();
}

class Programs : public ::testing::TestWithParam<std::string_view> {};

TEST_P(Programs, AllStrategiesAgreeWithBruteForce) {
  uint64_t wanted = number_from("SELVAGE_FUZZ_PROGRAMS", 200) / family_names().size() + 1;
  uint64_t seed = number_from("SELVAGE_FUZZ_SEED", 1);
  uint64_t tried = 0, too_large = 0, not_asked = 0, interleavings = 0, classes = 0, failed = 0;
  while (tried < wanted && failed < 3 && not_asked < 2 * wanted) {
    std::mt19937 random(static_cast<unsigned>(seed++));
    Program program = random_program(random, GetParam());
    Demand demand = demand_on(program);
    if (demand == Demand::Nothing) {
      not_asked++;
      continue;
    }
    Comparison comparison = compare(program, demand);
    if (comparison.verdict == Verdict::TooLarge) {
      too_large++;
      continue;
    }
    tried++;
    interleavings += comparison.interleavings;
    classes += comparison.classes;
    if (comparison.verdict == Verdict::Agree) continue;
    failed++;
    report(program);
  }
  std::cout << fmt::format("{} programs, {} too large, {} with open problems, {} interleavings, {} classes\n", tried,
                           too_large, not_asked, interleavings, classes);
}

INSTANTIATE_TEST_SUITE_P(Families, Programs, ::testing::ValuesIn(family_names()),
                         [](const auto& info) { return std::string(info.param); });

TEST(Regressions, AllStrategiesAgreeWithBruteForce) {
  std::ifstream file(REGRESSIONS);
  ASSERT_TRUE(file.good());
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    bool open = line.front() == '!';
    Program program = Program::parse(open ? line.substr(1) : line);
    Demand demand = open ? Demand::Everything : std::max(demanded(program), Demand::Classes);
    Comparison comparison = compare(INTERPRETER, program, 20000, demand);
    if (open)
      EXPECT_EQ(comparison.verdict, Verdict::Disagree) << line << " is solved: take the mark away, and the problem off "
                                                       << "the list in tests/fuzz/open_problems.cpp";
    else
      EXPECT_EQ(comparison.verdict, Verdict::Agree) << line << comparison.disagreement;
  }
}

TEST(OneProgram, FromTheEnvironment) {
  const char* text = std::getenv("SELVAGE_FUZZ_PROGRAM");
  if (!text) GTEST_SKIP();
  Comparison comparison = compare(Program::parse(text), Demand::Everything);
  std::cout << fmt::format("{} interleavings, {} classes, {} ends\n", comparison.interleavings, comparison.classes,
                           comparison.ends);
  EXPECT_EQ(comparison.verdict, Verdict::Agree) << comparison.disagreement;
}

}  // namespace
}  // namespace selvage::fuzz

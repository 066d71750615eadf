// Estimates of a search's size against what it turns out to be.
#include "explore/estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <vector>

#include "explore/shared_soundings.h"
#include "scripted_program.h"

namespace selvage::explore::testing {
namespace {

class Nobody final : public Observer {
 public:
  bool on_execution(const model::Path&, size_t, const Execution&) override { return true; }
  std::unique_ptr<Observer> split() override { return std::make_unique<Nobody>(); }
  void join(Observer&) override {}
};

SearchResult run(const ScriptedProgram& program, const char* strategy, uint64_t most) {
  ScriptedTarget target(program);
  Target* targets[] = {&target};
  Nobody observer;
  return search(*make_strategy(strategy), targets, {.batch = 8, .max_executions = most}, observer);
}

// The mean of many walks is the size of the search.
TEST(Estimate, IsRightOnAverage) {
  for (unsigned seed = 1; seed < 30; seed++) {
    std::mt19937 random(seed);
    ScriptedProgram program = random_program(random, 3, 4);
    SearchResult whole = run(program, "optimal", 5000);
    if (whole.end != End::Complete || whole.counts.executions < 2) continue;
    ScriptedTarget target(program);
    Nobody observer;
    SizeEstimate estimate = estimate_size(target, 20000, seed, observer);
    auto size = static_cast<double>(whole.counts.executions + whole.counts.blocked + whole.counts.infeasible);
    EXPECT_NEAR(estimate.executions, size, 5 * estimate.error + 1e-9) << "seed " << seed;
  }
}

// With as many executions as a twentieth of the search.
TEST(Estimate, HalfOfTheEstimatesAreWithinAFactorOfTwo) {
  std::vector<double> errors;
  for (unsigned seed = 100'001; errors.size() < 40; seed++) {
    std::mt19937 random(seed);
    ScriptedProgram program = random_program(random, 4, 6);
    SearchResult whole = run(program, "optimal", 40000);
    if (whole.end != End::Complete || whole.counts.executions < 4000) continue;
    ScriptedTarget target(program);
    Nobody observer;
    auto size = static_cast<double>(whole.counts.executions);
    SizeEstimate estimate = estimate_size(target, whole.counts.executions / 20, seed, observer);
    errors.push_back(std::max(estimate.executions / size, size / estimate.executions));
  }
  std::ranges::sort(errors);
  std::cout << "median " << errors[20] << ", nine of ten below " << errors[36] << "\n";
  EXPECT_LT(errors[20], 2);
}

// Soundings that agree tell what is left, those made later with more weight; soundings that do not, tell nothing.
TEST(Estimate, WhatIsLeftIsToldWhereSoundingsAgree) {
  RecentSizes size;
  EXPECT_FALSE(size.left(0));
  for (double left : {990.0, 1010.0, 1000.0, 1005.0, 995.0, 1000.0}) size.add(0, left);
  std::optional<LeftRange> told = size.left(400);
  ASSERT_TRUE(told);
  EXPECT_NEAR(told->likely, 600, 5);
  EXPECT_LE(told->least, 600);
  EXPECT_GE(told->most, 600);
  EXPECT_LT(told->most - told->least, 60);
  // More was done than there should be.
  EXPECT_FALSE(size.left(1200));

  RecentSizes unsteady;
  for (double left : {10.0, 20.0, 15.0, 90'000.0, 12.0, 30.0}) unsteady.add(0, left);
  EXPECT_FALSE(unsteady.left(5));
}

// A search that tells how much is left goes through the same executions.
TEST(Estimate, LookingAheadChangesNothing) {
  for (unsigned seed = 200'001; seed < 200'021; seed++) {
    std::mt19937 random(seed);
    ScriptedProgram program = random_program(random, 3, 5);
    uint64_t size = run(program, "optimal", 20'000).counts.executions;
    if (size >= 20'000) continue;
    ScriptedTarget target(program);
    Target* targets[] = {&target};
    Nobody observer;
    SearchOptions options{.batch = 8, .look_ahead = 0.5};
    SearchResult whole = search(*make_strategy("optimal"), targets, options, observer);
    EXPECT_EQ(whole.counts.executions, size) << "seed " << seed;
  }
}

}  // namespace
}  // namespace selvage::explore::testing

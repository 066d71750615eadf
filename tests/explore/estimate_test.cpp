// Estimates of a search's size against what it turns out to be.
#include "explore/estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <vector>

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

// What the progress line says is left, between a tenth and nine tenths of a search: mostly within a factor of three, and where it
// is told at all, the range that it gives holds as a rule.
TEST(Estimate, WhatIsLeftIsMostlyWithinAFactorOfThree) {
  struct Said {
    uint64_t done;
    std::optional<LeftRange> left;
  };
  size_t said = 0, known = 0, right = 0, inside = 0, searches = 0;
  for (unsigned seed = 200'001; searches < 4; seed++) {
    std::mt19937 random(seed);
    ScriptedProgram program = random_program(random, 4, 7);
    if (uint64_t size = run(program, "optimal", 60'000).counts.executions; size < 20'000 || size >= 60'000) continue;
    searches++;
    ScriptedTarget target(program);
    Target* targets[] = {&target};
    Nobody observer;
    std::vector<Said> all;
    // These searches are short: a search of minutes has as many soundings in a thirtieth of its time.
    SearchOptions options{.batch = 8, .look_ahead = 0.3};
    options.on_progress = [&](const Progress& progress) { all.push_back({progress.done, progress.left}); };
    SearchResult whole = search(*make_strategy("optimal"), targets, options, observer);
    auto size = static_cast<double>(whole.counts.executions + whole.counts.blocked + whole.counts.infeasible);
    for (const Said& one : all) {
      double left = size - static_cast<double>(one.done);
      if (left > 0.9 * size || left < 0.1 * size) continue;
      said++;
      if (!one.left) continue;
      known++;
      right += one.left->likely < 3 * left && left < 3 * one.left->likely;
      inside += one.left->least <= left && left <= one.left->most;
    }
  }
  std::cout << said << " times asked, " << known << " known, " << right << " within a factor of three, " << inside
            << " inside the range\n";
  EXPECT_GE(3 * right, 2 * known);
}

}  // namespace
}  // namespace selvage::explore::testing

// What a check claims, given what the search came to.
#include "cli/check/check_result.h"

#include <gtest/gtest.h>

#include <functional>

namespace selvage::cli {
namespace {

CheckResult one_execution(Outcome outcome, uint64_t transitions) {
  CheckResult result;
  result.end = explore::End::Complete;
  result.transitions = transitions;
  result.threads_started = 2;
  result.counts.executions = 1;
  result.counts.outcomes[static_cast<size_t>(outcome)] = 1;
  return result;
}

Verdict verdict_of(CheckResult result, const CheckOptions& options = {}) {
  conclude(options, result);
  return result.verdict;
}

TEST(CheckResult, NothingIsClaimedOfWhatOthersMayDoBeforeAFailureWithoutAStep) {
  EXPECT_EQ(verdict_of(one_execution(Outcome::Assertion, 0)), Verdict::Bounded);
  EXPECT_EQ(verdict_of(one_execution(Outcome::Assertion, 1)), Verdict::Verified);
  EXPECT_EQ(verdict_of(one_execution(Outcome::Completed, 0)), Verdict::Verified);
}

TEST(CheckResult, WhereEveryAccessIsAStepAllOthersHadTheirTurn) {
  CheckOptions options;
  options.sharing = Sharing::Full;
  EXPECT_EQ(verdict_of(one_execution(Outcome::Assertion, 0), options), Verdict::Verified);
}

// What each of them keeps from being verified, told from the result of a search.
TEST(CheckResult, GapsAreFoundInWhatWasExecuted) {
  struct Case {
    const char* name;
    std::function<void(CheckResult&)> spoil;
    Gap gap;
  };
  const Case cases[] = {
      {"no execution", [](CheckResult& r) { r.counts = {}; }, Gap::NothingExecuted},
      {"all redundant",
       [](CheckResult& r) {
         r.counts = {};
         r.counts.executions = r.counts.outcomes[static_cast<size_t>(Outcome::SleepBlocked)] = 3;
       },
       Gap::NothingExecuted},
      {"assumptions",
       [](CheckResult& r) {
         r.counts = {};
         r.counts.executions = 5;
         r.counts.outcomes[static_cast<size_t>(Outcome::SleepBlocked)] = 3;
         r.counts.outcomes[static_cast<size_t>(Outcome::AssumeFailed)] = 2;
       },
       Gap::OnlyAssumptions},
      {"one thread", [](CheckResult& r) { r.threads_started = 1; }, Gap::OneThread},
      {"choices", [](CheckResult& r) { r.counts.narrowed = 1; }, Gap::NarrowChoices},
      {"library", [](CheckResult& r) { r.unseen.libraries = {"libz.so.1"}; }, Gap::UnseenCode},
      {"function", [](CheckResult& r) { r.unseen.function_count = 1; }, Gap::UnseenCode},
      {"assembly", [](CheckResult& r) { r.unseen.inline_assembly = 1; }, Gap::UnseenCode},
      {"library call", [](CheckResult& r) { r.counts.library_calls = {7}; }, Gap::LibraryCalls},
      {"cut off", [](CheckResult& r) { r.counts.outcomes[static_cast<size_t>(Outcome::StepLimit)] = 1; }, Gap::CutOff},
      {"bound", [](CheckResult& r) { r.preemption_cuts = 1; }, Gap::PreemptionBound},
      {"strikes", [](CheckResult& r) { r.counts.strikes = 1; }, Gap::InexactStrikes},
      {"unfollowed", [](CheckResult& r) { r.unfollowed = 1; }, Gap::Unfollowed},
      {"states", [](CheckResult& r) { r.states_cut = true; }, Gap::StatesCut},
  };
  for (const Case& c : cases) {
    CheckResult result = one_execution(Outcome::Completed, 1);
    c.spoil(result);
    conclude({}, result);
    EXPECT_EQ(result.verdict, Verdict::Bounded) << c.name;
    EXPECT_EQ(result.exit_code, target::ExitCode::Bounded) << c.name;
    EXPECT_TRUE(result.gaps.contains(c.gap)) << c.name;
  }
}

TEST(CheckResult, SomeAssumptionsThatFailAreNoGap) {
  CheckResult result = one_execution(Outcome::Completed, 1);
  result.counts.executions = 2;
  result.counts.outcomes[static_cast<size_t>(Outcome::AssumeFailed)] = 1;
  EXPECT_EQ(verdict_of(std::move(result)), Verdict::Verified);
}

TEST(CheckResult, WhatWasNotExecutedAgainHasItsExitCode) {
  CheckResult result = one_execution(Outcome::Completed, 1);
  result.end = explore::End::Stopped;
  result.not_executed_again.push_back({check::Finding{.kind = check::FindingKind::DataRace}, {}});
  result.not_executed_again.push_back({check::Finding{.kind = check::FindingKind::Deadlock}, {}});
  conclude({}, result);
  EXPECT_EQ(result.verdict, Verdict::Bug);
  EXPECT_EQ(static_cast<int>(result.exit_code), 11);
}

}  // namespace
}  // namespace selvage::cli

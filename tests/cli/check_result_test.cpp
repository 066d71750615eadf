// What a check claims, given what the search came to.
#include "cli/check/check_result.h"

#include <gtest/gtest.h>

namespace selvage::cli {
namespace {

CheckResult one_execution(Outcome outcome, uint64_t transitions) {
  CheckResult result;
  result.end = explore::End::Complete;
  result.transitions = transitions;
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

}  // namespace
}  // namespace selvage::cli

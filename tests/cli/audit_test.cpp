// What becomes of a verified check that is contradicted, with searches that come to whatever a test says.
#include "cli/check/audit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "target/synthetic_execution.h"

namespace selvage::cli {
namespace {

CheckResult verified(uint64_t executions, double seconds) {
  CheckResult result;
  result.verdict = Verdict::Verified;
  result.counts.executions = executions;
  result.seconds = seconds;
  return result;
}

// Comes to nothing, and notes what it was asked for.
struct Searches {
  std::vector<CheckOptions> asked;

  CheckAgain again(const std::string& contradicting = "") {
    return [this, contradicting](const CheckOptions& options, CheckResult& result) {
      asked.push_back(options);
      result.counts.executions = 50;
      result.seconds = 0.25;
      result.verdict = Verdict::Sampled;
      if (options.strategy != contradicting) return;
      std::vector<uint64_t> words;
      target::StoredExecution execution(target::synthesize_execution({}, words), 0);
      Diagnosis diagnosis{.finding = {}, .execution = std::move(execution), .output = {}, .error_output = {}};
      diagnosis.finding.kind = check::FindingKind::Deadlock;
      diagnosis.message = "deadlock";
      diagnosis.saved_file = "program.selvage";
      result.findings.push_back(std::move(diagnosis));
      result.verdict = Verdict::Bug;
    };
  }
};

TEST(Audit, AFindingWithdrawsTheVerdict) {
  for (const char* strategy : {"random", "surw", "source", "dfs"}) {
    Searches searches;
    CheckResult result = verified(10, 0.1);
    audit({}, result, searches.again(strategy));
    EXPECT_EQ(result.verdict, Verdict::None) << strategy;
    EXPECT_EQ(result.exit_code, target::ExitCode::Internal);
    EXPECT_EQ(result.findings.size(), 1U);
    EXPECT_NE(result.error.find("strategy " + std::string(strategy)), std::string::npos) << result.error;
    EXPECT_NE(result.error.find("deadlock"), std::string::npos);
    EXPECT_NE(result.error.find("program.selvage"), std::string::npos);
    ASSERT_TRUE(result.audit);
    EXPECT_TRUE(result.audit->differs);
    EXPECT_EQ(result.audit->parts.back().strategy, strategy);
    EXPECT_EQ(searches.asked.size(), result.audit->parts.size());
  }
}

TEST(Audit, WithoutAFindingTheVerdictStays) {
  Searches searches;
  CheckResult result = verified(10, 0.1);
  audit({}, result, searches.again());
  EXPECT_EQ(result.verdict, Verdict::Verified);
  ASSERT_TRUE(result.audit);
  EXPECT_FALSE(result.audit->differs);
  EXPECT_EQ(result.audit->executions(), 50 * searches.asked.size());
  std::string text = audit_text(*result.audit);
  for (const CheckOptions& options : searches.asked) EXPECT_NE(text.find(*options.strategy), std::string::npos) << text;
}

TEST(Audit, OnlyWhatWasVerifiedIsContradicted) {
  for (Verdict verdict : {Verdict::None, Verdict::Bounded, Verdict::Sampled, Verdict::Bug}) {
    Searches searches;
    CheckResult result = verified(10, 0.1);
    result.verdict = verdict;
    audit({}, result, searches.again("random"));
    EXPECT_EQ(result.verdict, verdict);
    EXPECT_FALSE(result.audit);
    EXPECT_TRUE(searches.asked.empty());
  }
}

TEST(Audit, TheOtherSearchesUseNoReductionAndLeaveNoFiles) {
  CheckOptions options;
  options.reductions.all = true;
  options.checkpoint_file = options.report_files.json = "file";
  options.preemptions = 3;
  Searches searches;
  CheckResult result = verified(10, 0.1);
  audit(options, result, searches.again());
  std::set<std::string> strategies;
  for (const CheckOptions& asked : searches.asked) {
    strategies.insert(*asked.strategy);
    EXPECT_TRUE(asked.reductions.empty());
    for (int i = 0; i < static_cast<int>(Reduction::Count); ++i) EXPECT_FALSE(asked.uses(static_cast<Reduction>(i)));
    EXPECT_TRUE(asked.checkpoint_file.empty());
    EXPECT_FALSE(asked.report_files.any());
    EXPECT_FALSE(asked.preemptions);
    EXPECT_FALSE(asked.audit);
    EXPECT_NO_THROW(check_options(asked));
  }
  EXPECT_EQ(strategies.size(), searches.asked.size());
  EXPECT_TRUE(std::ranges::any_of(searches.asked, [](const CheckOptions& asked) {
    return !asked.is_random() && asked.effective_sharing() == Sharing::Full;
  }));
}

// Nothing is gained where the search that is contradicted is the one that is repeated.
TEST(Audit, AnotherStrategyThanThatOfTheCheck) {
  CheckOptions options;
  options.strategy = "source";
  Searches searches;
  CheckResult result = verified(10, 0.1);
  audit(options, result, searches.again());
  for (const CheckOptions& asked : searches.asked) EXPECT_NE(*asked.strategy, "source");
}

TEST(Audit, ItTakesAboutAsLongAsTheCheck) {
  Searches searches;
  CheckResult result = verified(1'000'000, 60);
  audit({}, result, searches.again());
  double seconds = 0;
  for (const CheckOptions& asked : searches.asked) seconds += asked.max_seconds;
  EXPECT_NEAR(seconds, 60, 0.1);
}

TEST(Audit, SmallChecksAreAuditedBySome200Executions) {
  Searches searches;
  CheckResult result = verified(2, 0.001);
  audit({}, result, searches.again());
  uint64_t executions = 0;
  for (const CheckOptions& asked : searches.asked) executions += asked.max_executions;
  EXPECT_GE(executions, 200U);
}

}  // namespace
}  // namespace selvage::cli

#include "report/junit.h"

#include <gtest/gtest.h>

#include "sample.h"

namespace selvage::report {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Junit, AFindingFailsItsPropertyAndLeavesTheOthersOpen) {
  std::string text = to_junit(sample_report());
  EXPECT_TRUE(contains(text, "tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"2\"")) << text;
  EXPECT_TRUE(contains(text, "<failure message=\"data race on balance\" type=\"selvage/data-race\">")) << text;
}

TEST(Junit, ASearchToTheEndPassesTheOthers) {
  Report report = sample_report();
  report.looked_at_all = true;
  EXPECT_TRUE(contains(to_junit(report), "tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"0\""));
}

TEST(Junit, SamplingDoesNotPassForAllInterleavings) {
  Report report = sample_report();
  report.findings.clear();
  report.verdict = "sampled";
  report.verdict_text = "Sampled: nothing went wrong.";
  std::string text = to_junit(report);
  EXPECT_TRUE(contains(text, "failures=\"0\" errors=\"0\" skipped=\"1\"")) << text;
  EXPECT_TRUE(contains(text, "<skipped message=\"Sampled: nothing went wrong.\"/>")) << text;
}

TEST(Junit, AFailedCheckIsAnErrorAndPassesNothing) {
  Report report;
  report.exit_code = 3;
  report.error = "x does not compile";
  report.properties = {"race"};
  std::string text = to_junit(report);
  EXPECT_TRUE(contains(text, "tests=\"2\" failures=\"0\" errors=\"1\" skipped=\"1\"")) << text;
  EXPECT_TRUE(contains(text, "<error message=\"x does not compile\" type=\"selvage/exit-3\"/>")) << text;
}

}  // namespace
}  // namespace selvage::report

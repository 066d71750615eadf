#include "report/suppressions.h"

#include <gtest/gtest.h>

#include "sample.h"

namespace selvage::report {
namespace {

Subject race_on(const std::string& variable) {
  return {.kind = "data_race",
          .property = "race",
          .functions = {"Bank::deposit(int)", "worker"},
          .variables = {variable},
          .files = {"src/bank.cpp"}};
}

bool suppresses(const std::string& line, const Subject& subject) {
  Suppressions suppressions;
  EXPECT_EQ(suppressions.add(line, "x.supp"), "") << line;
  return suppressions.find(subject).has_value();
}

TEST(Glob, FindsTextAnywhere) {
  EXPECT_TRUE(glob_matches("count", "my_counter"));
  EXPECT_FALSE(glob_matches("count", "coun"));
  EXPECT_TRUE(glob_matches("*", ""));
}

TEST(Glob, AnchorsHoldBothEnds) {
  EXPECT_TRUE(glob_matches("^count", "counter"));
  EXPECT_FALSE(glob_matches("^count", "my_counter"));
  EXPECT_TRUE(glob_matches("er$", "counter"));
  EXPECT_FALSE(glob_matches("count$", "counter"));
  EXPECT_TRUE(glob_matches("^counter$", "counter"));
  EXPECT_FALSE(glob_matches("^counter$", "counter2"));
  EXPECT_FALSE(glob_matches("^aa$", "a"));
}

TEST(Glob, StarsStandForAnyTextInOrder) {
  EXPECT_TRUE(glob_matches("a*b*c", "xxa1b2cxx"));
  EXPECT_FALSE(glob_matches("a*b*c", "c b a"));
  EXPECT_TRUE(glob_matches("^a*c$", "abcabc"));
  EXPECT_FALSE(glob_matches("^a*c$", "abcab"));
  // What the part before the star took is not there for the part behind it.
  EXPECT_FALSE(glob_matches("^ab*bc$", "abc"));
  EXPECT_TRUE(glob_matches("^ab*bc$", "abbc"));
}

TEST(Suppressions, MatchFunctionsVariablesAndFiles) {
  EXPECT_TRUE(suppresses("race:counter", race_on("counter")));
  EXPECT_TRUE(suppresses("race:Bank::deposit", race_on("counter")));
  EXPECT_TRUE(suppresses("race:src/bank.cpp", race_on("counter")));
  EXPECT_FALSE(suppresses("race:withdraw", race_on("counter")));
}

TEST(Suppressions, NameOneOfThem) {
  EXPECT_TRUE(suppresses("race:var:counter", race_on("counter")));
  EXPECT_FALSE(suppresses("race:fun:counter", race_on("counter")));
  EXPECT_FALSE(suppresses("race:src:counter", race_on("counter")));
  EXPECT_TRUE(suppresses("race:src:bank.cpp$", race_on("counter")));
  EXPECT_TRUE(suppresses("race:fun:^worker$", race_on("counter")));
}

TEST(Suppressions, NamespacesThatLookLikeWords) {
  Subject subject{.kind = "crash", .property = "crash", .functions = {"fun::crashes()"}};
  EXPECT_TRUE(suppresses("crash:fun::crashes", subject));
  EXPECT_TRUE(suppresses("crash:fun:fun::crashes", subject));
}

TEST(Suppressions, KindsArePropertiesOrKindsOfFindings) {
  for (const char* kind : {"race", "data_race", "data-race", "*"})
    EXPECT_TRUE(suppresses(std::string(kind) + ":counter", race_on("counter"))) << kind;
  EXPECT_FALSE(suppresses("deadlock:counter", race_on("counter")));
}

TEST(Suppressions, AStarMatchesEvenWhatHasNoName) {
  EXPECT_TRUE(suppresses("crash:*", {.kind = "crash", .property = "crash"}));
  EXPECT_FALSE(suppresses("crash:fun:*", {.kind = "crash", .property = "crash"}));
}

TEST(Suppressions, TheFirstLineCounts) {
  Suppressions suppressions;
  ASSERT_EQ(suppressions.add("# comment\n\n  race : worker  \r\nrace:counter\n", "x.supp"), "");
  ASSERT_EQ(suppressions.all().size(), 2u);
  EXPECT_EQ(suppressions.all()[0].line, 3u);
  EXPECT_EQ(suppressions.all()[0].pattern, "race : worker");
  EXPECT_EQ(suppressions.find(race_on("counter")), 0u);
}

TEST(Suppressions, SayWhichLineIsWrong) {
  Suppressions suppressions;
  EXPECT_EQ(suppressions.add("race:x\nno colon here\n", "x.supp").substr(0, 9), "x.supp:2:");
  EXPECT_NE(suppressions.add("rac:x", "x.supp").find("'rac' is no kind of finding"), std::string::npos);
  EXPECT_NE(suppressions.add("called_from_lib:libfoo.so", "x.supp").find("is no kind"), std::string::npos);
  for (const char* line : {"race:", "race:fun:", "race:^$", "race:  "})
    EXPECT_NE(suppressions.add(line, "x.supp").find("say * to mean all"), std::string::npos) << line;
}

TEST(Suppressions, EachLineIsAccountedFor) {
  Report report = sample_report();
  report.looked_at_all = true;
  report.suppressed = {sample_race()};
  report.suppressed[0].suppressed_by = "race:balance";
  report.suppressions = {{.pattern = "race:balance", .file = "a.supp", .line = 4, .findings = 1},
                         {.pattern = "race:nothing", .file = "a.supp", .line = 5}};
  EXPECT_EQ(remarks_on_suppressions(report),
            (std::vector<std::string>{"Suppressed by race:balance in a.supp:4: data race on balance (src/bank.c:7).",
                                      "Not needed: race:nothing in a.supp:5 matched nothing."}));
}

}  // namespace
}  // namespace selvage::report

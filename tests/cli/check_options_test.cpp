// Options of `selvage check`: what they mean, and which ones contradict each other.
#include "cli/check/check_options.h"

#include <gtest/gtest.h>

#include "cli/duration.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

CheckOptions options_for(const char* program) {
  CheckOptions options;
  options.program = {program};
  return options;
}

std::string refusal(const CheckOptions& options) {
  try {
    check_options(options);
  } catch (const target::Error& error) {
    EXPECT_EQ(error.exit_code(), target::ExitCode::Usage);
    return error.what();
  }
  return "";
}

TEST(Duration, AsUsersWriteIt) {
  EXPECT_EQ(parse_duration("30"), 30);
  EXPECT_EQ(parse_duration("30s"), 30);
  EXPECT_EQ(parse_duration("5m"), 300);
  EXPECT_EQ(parse_duration("1.5h"), 5400);
  EXPECT_EQ(parse_duration("0.25"), 0.25);
  for (const char* wrong : {"", "s", "0", "-1", "1d", "1e3", "nan", "inf", "1 m", "9999999999h", "5mm"})
    EXPECT_FALSE(parse_duration(wrong)) << wrong;
}

TEST(CheckOptions, DefaultsAreSound) {
  CheckOptions options = options_for("p");
  EXPECT_EQ(refusal(options), "");
  EXPECT_EQ(options.effective_strategy(), "optimal");
  EXPECT_EQ(options.effective_sharing(), Sharing::Dynamic);
  EXPECT_GE(options.workers(), 1U);
  Configuration configuration = make_configuration(options);
  EXPECT_EQ(configuration.root, Root::FirstChoice);
  EXPECT_EQ(configuration.sharing, Sharing::Dynamic);
  EXPECT_EQ(configuration.memory_checks, 1U);
  EXPECT_EQ(configuration.leak_check, 0U);
  EXPECT_EQ(configuration.nondet_low, 0);
  EXPECT_EQ(configuration.nondet_high, 1);
}

TEST(CheckOptions, ReductionsThatPreserveWhatIsChecked) {
  CheckOptions options = options_for("p");
  EXPECT_TRUE(options.uses(Reduction::CriticalSections));
  EXPECT_TRUE(options.uses(Reduction::Symmetry));
  EXPECT_TRUE(options.uses(Reduction::PredictedExecutions));
  EXPECT_FALSE(options.uses(Reduction::PredicateDependence));
  EXPECT_FALSE(options.uses(Reduction::CommutingOperations));
  EXPECT_FALSE(options.uses(Reduction::RaceFreeSubspaces));
  options.properties = {check::Property::Assertion};
  EXPECT_TRUE(options.uses(Reduction::PredicateDependence));
  EXPECT_TRUE(options.uses(Reduction::CommutingOperations));
  EXPECT_TRUE(options.uses(Reduction::UnreadWrites));
  options.properties = {check::Property::Race};
  EXPECT_TRUE(options.uses(Reduction::RaceFreeSubspaces));
  EXPECT_FALSE(options.uses(Reduction::CriticalSections));
  EXPECT_FALSE(options.uses(Reduction::PredictedExecutions));
  options.reductions.left_out = {Reduction::RaceFreeSubspaces};
  EXPECT_FALSE(options.uses(Reduction::RaceFreeSubspaces));
  EXPECT_TRUE(options.uses(Reduction::CriticalSections));
}

// Whoever says how to search gets just that; and what bounds or formulas speak of is not left out.
TEST(CheckOptions, ReductionsThatWereNotLeftOpen) {
  auto uses_none = [](const CheckOptions& options) {
    for (int i = 0; i < static_cast<int>(Reduction::Count); ++i)
      if (options.uses(static_cast<Reduction>(i))) return false;
    return true;
  };
  for (const char* strategy : {"optimal", "source", "dfs", "pct", "deepening"}) {
    CheckOptions options = options_for("p");
    options.properties = {check::Property::Assertion};
    options.strategy = strategy;
    EXPECT_TRUE(uses_none(options)) << strategy;
  }
  CheckOptions options = options_for("p");
  options.properties = {check::Property::Assertion};
  CheckOptions bounded = options, campaign = options, restricted = options, temporal = options, none = options;
  bounded.preemptions = 2;
  EXPECT_TRUE(uses_none(bounded));
  campaign.has_budget = true;
  campaign.max_seconds = 1;
  EXPECT_TRUE(uses_none(campaign));
  restricted.within = {"f"};
  EXPECT_TRUE(uses_none(restricted));
  temporal.formulas = {"G p"};
  EXPECT_TRUE(uses_none(temporal));
  none.reductions.leave_out_all();
  EXPECT_TRUE(uses_none(none));
  options.reductions.named = {Reduction::Symmetry};
  EXPECT_TRUE(options.uses(Reduction::Symmetry));
  EXPECT_FALSE(options.uses(Reduction::CriticalSections));
}

TEST(CheckOptions, PropertiesConfigureTheProgram) {
  CheckOptions options = options_for("p");
  options.properties = {check::Property::Leak};
  EXPECT_EQ(make_configuration(options).leak_check, 1U);
  EXPECT_EQ(make_configuration(options).memory_checks, 0U);
  options.properties = {};
  EXPECT_NE(refusal(options).find("--check"), std::string::npos);
}

TEST(CheckOptions, RandomNeedsAnEnd) {
  CheckOptions options = options_for("p");
  options.strategy = "random";
  EXPECT_NE(refusal(options).find("--max-executions"), std::string::npos);
  options.max_executions = 10;
  options.seed = 3;
  EXPECT_EQ(refusal(options), "");
  EXPECT_EQ(options.effective_sharing(), Sharing::Full);
  options.sharing = Sharing::Dynamic;
  EXPECT_NE(refusal(options).find("--sharing"), std::string::npos);
}

TEST(CheckOptions, SeedsAreForWhatIsDrawn) {
  CheckOptions options = options_for("p");
  options.seed = 3;
  EXPECT_EQ(refusal(options), "");
  options.strategy = "optimal";
  EXPECT_NE(refusal(options).find("--seed"), std::string::npos);
}

// Where somebody has said how to search, or what is looked for is about all executions, nothing is drawn beside it.
TEST(CheckOptions, DrawsBesideASearchThatIsLeftOpen) {
  EXPECT_TRUE(options_for("p").draws_beside());
  using Change = void (*)(CheckOptions&);
  for (Change change : {Change([](CheckOptions& options) { options.strategy = "optimal"; }),
                        Change([](CheckOptions& options) { options.strategy = "pos"; }),
                        Change([](CheckOptions& options) { options.preemptions = 2; }),
                        Change([](CheckOptions& options) { options.delays = 2; }),
                        Change([](CheckOptions& options) { options.has_budget = true; }),
                        Change([](CheckOptions& options) { options.points = campaign::Points::Lock; }),
                        Change([](CheckOptions& options) { options.within = {"f"}; }),
                        Change([](CheckOptions& options) { options.no_reductions = true; }),
                        Change([](CheckOptions& options) { options.formulas = {"F done"}; }),
                        Change([](CheckOptions& options) { options.cluster.url = "nats://127.0.0.1:4222"; })}) {
    CheckOptions options = options_for("p");
    change(options);
    EXPECT_FALSE(options.draws_beside());
  }
  CheckOptions options = options_for("p");
  options.reductions.left_out = {Reduction::Symmetry};
  options.keep_going = true;
  options.max_seconds = 5;
  EXPECT_TRUE(options.draws_beside());
}

TEST(CheckOptions, PreemptionBoundGoesWithoutReduction) {
  CheckOptions options = options_for("p");
  options.preemptions = 2;
  EXPECT_EQ(refusal(options), "");
  EXPECT_EQ(options.effective_strategy(), "deepening");
  for (const char* strategy : {"optimal", "source", "classic", "random", "pct"}) {
    options.strategy = strategy;
    options.max_executions = 10;
    EXPECT_NE(refusal(options).find("--preemptions"), std::string::npos) << strategy;
  }
  options.strategy = "dfs";
  EXPECT_EQ(refusal(options), "");
  options.delays = 1;
  EXPECT_NE(refusal(options).find("--delays"), std::string::npos);
  options.preemptions.reset();
  EXPECT_NE(refusal(options).find("--delays"), std::string::npos);
}

TEST(CheckOptions, BudgetsAreForCampaigns) {
  CheckOptions options = options_for("p");
  options.max_seconds = 10;
  EXPECT_FALSE(options.is_campaign());
  options.campaign_folder = "there";
  EXPECT_NE(refusal(options).find("--budget"), std::string::npos);
  options.has_budget = true;
  options.seed = 3;
  EXPECT_EQ(refusal(options), "");
  EXPECT_TRUE(options.is_campaign());
  options.depth = 2;
  EXPECT_NE(refusal(options).find("--depth"), std::string::npos);
  options.depth.reset();
  options.campaign_folder.clear();
  options.strategy = "pct";
  EXPECT_EQ(refusal(options), "");
  EXPECT_FALSE(options.is_campaign());
}

TEST(CheckOptions, OneExecutableOrSources) {
  CheckOptions options = options_for("a.c");
  options.program.emplace_back("b.cpp");
  EXPECT_EQ(refusal(options), "");
  options.program.emplace_back("b.o");
  EXPECT_NE(refusal(options).find("b.o"), std::string::npos);
}

TEST(CheckOptions, ResumeCommandStatesTheSameSearch) {
  CheckOptions options = options_for("my test.c");
  options.arguments = {"-x"};
  EXPECT_EQ(resume_command(options, "c"), "selvage check --resume c 'my test.c' -- -x");
  options.strategy = "random";
  options.seed = 4;
  options.max_executions = 9;
  options.jobs = 2;
  options.keep_going = true;
  options.properties = {check::Property::Deadlock};
  options.spurious_wakeups = true;
  options.max_steps = 7;
  EXPECT_EQ(
      resume_command(options, "c"),
      "selvage check --resume c --strategy random --seed 4 --check=deadlock --keep-going --max-depth 7 --spurious "
      "-j 2 --max-executions 9 'my test.c' -- -x");
}

TEST(CheckOptions, ResumeCommandNamesTheCluster) {
  CheckOptions options = options_for("a.c");
  options.has_budget = true;
  options.max_seconds = 60;
  options.cluster.url = "nats://there:4222";
  options.cluster.key = "my key";
  EXPECT_EQ(resume_command(options, "c"),
            "selvage check --resume c --cluster nats://there:4222 --key 'my key' --budget 60 a.c");
  options.cluster.slice = 0.5;
  EXPECT_NE(resume_command(options, "c").find(" --slice 0.5 "), std::string::npos);
}

}  // namespace
}  // namespace selvage::cli

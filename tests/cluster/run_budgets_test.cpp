#include "cli/cluster/run_budgets.h"

#include <gtest/gtest.h>

namespace selvage::cli {
namespace {

using Standing = RunBudgets::Standing;
using std::chrono::hours;
using std::chrono::seconds;

TEST(RunBudgets, ARunThatOutlivesItsBudgetIsLeftBehindAndThenOld) {
  RunBudgets budgets;
  RunBudgets::Time begin = std::chrono::steady_clock::now();
  budgets.note("campaign", 600, begin);
  EXPECT_EQ(budgets.standing_of("campaign", begin + seconds(655)), Standing::Open);
  EXPECT_EQ(budgets.standing_of("campaign", begin + seconds(665)), Standing::LeftBehind);
  EXPECT_EQ(budgets.standing_of("campaign", begin + hours(24)), Standing::LeftBehind);
  EXPECT_EQ(budgets.standing_of("campaign", begin + hours(25)), Standing::Old);
}

TEST(RunBudgets, TheFirstTimeThatARunIsSeenCounts) {
  RunBudgets budgets;
  RunBudgets::Time begin = std::chrono::steady_clock::now();
  budgets.note("campaign", 600, begin);
  budgets.note("campaign", 600, begin + seconds(600));
  EXPECT_EQ(budgets.standing_of("campaign", begin + seconds(700)), Standing::LeftBehind);
  budgets.keep_only({"other"});
  EXPECT_EQ(budgets.standing_of("campaign", begin + seconds(700)), Standing::Open);
}

TEST(RunBudgets, OthersAreNeverOver) {
  RunBudgets budgets;
  RunBudgets::Time begin = std::chrono::steady_clock::now();
  budgets.note("search", 0, begin);
  EXPECT_EQ(budgets.standing_of("search", begin + hours(1000)), Standing::Open);
  EXPECT_EQ(budgets.standing_of("unknown", begin + hours(1000)), Standing::Open);
}

}  // namespace
}  // namespace selvage::cli

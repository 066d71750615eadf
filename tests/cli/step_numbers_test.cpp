// Steps of a schedule by the numbers that people see.
#include "cli/replay/step_numbers.h"

#include <gtest/gtest.h>

namespace selvage::cli {
namespace {

// Two that come before the first choice, and two steps of the schedule, the first with something inside.
report::Counterexample example() {
  report::Counterexample shown;
  for (std::optional<uint32_t> position : {std::optional<uint32_t>(), {}, {0}, {}, {1}})
    shown.steps.push_back({.position = position, .operation = "read", .text = "read"});
  return shown;
}

TEST(StepNumbers, CountWhatIsShown) {
  EXPECT_EQ(shown_number(example(), 0), 3u);
  EXPECT_EQ(shown_number(example(), 1), 5u);
}

TEST(StepNumbers, LeadToTheStepThatTheyAreAPartOf) {
  EXPECT_EQ(position_of(example(), 1), 0u);
  EXPECT_EQ(position_of(example(), 3), 0u);
  EXPECT_EQ(position_of(example(), 4), 0u);
  EXPECT_EQ(position_of(example(), 5), 1u);
  EXPECT_FALSE(position_of(example(), 6));
  EXPECT_FALSE(position_of(example(), 0));
}

TEST(StepNumbers, SayHowManyStepsHaveBegun) {
  EXPECT_EQ(positions_within(example(), 0), 0u);
  EXPECT_EQ(positions_within(example(), 2), 0u);
  EXPECT_EQ(positions_within(example(), 4), 1u);
  EXPECT_EQ(positions_within(example(), 99), 2u);
}

TEST(StepNumbers, CutOffABeginning) {
  EXPECT_EQ(beginning_of(example(), 0).steps.size(), 2u);
  EXPECT_EQ(beginning_of(example(), 1).steps.size(), 4u);
  EXPECT_EQ(beginning_of(example(), 2).steps.size(), 5u);
}

}  // namespace
}  // namespace selvage::cli

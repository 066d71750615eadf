// What counts as a preemption.
#include "explore/turns.h"

#include <gtest/gtest.h>

#include "minimise/size.h"

namespace selvage::explore {
namespace {

void add(Execution& execution, uint16_t thread, Operation operation, uint64_t enabled) {
  execution.steps.push_back({{operation, 0, thread, 0, 0, 0}, 0, 1, 0});
  execution.inner_end.push_back(0);
  execution.enabled.push_back(enabled);
}

TEST(Turns, ASwitchIsAPreemptionWhereTheThreadCouldHaveGoneOn) {
  Execution execution;
  add(execution, 0, Operation::Write, 0b11);
  add(execution, 1, Operation::Write, 0b11);  // takes over from 0, which could have gone on
  add(execution, 1, Operation::Write, 0b11);
  add(execution, 0, Operation::Write, 0b01);  // 1 cannot go on
  EXPECT_EQ(turns_of(execution), (std::vector{Turn::Kept, Turn::TakenAway, Turn::Kept, Turn::HandedOver}));
  EXPECT_EQ(minimise::size_of(turns_of(execution)), (minimise::Size{.preemptions = 1, .switches = 2, .steps = 4}));
}

TEST(Turns, PuttingTheEndOfTheProgramOffIsNone) {
  Execution execution;
  add(execution, 0, Operation::Write, 0b11);
  add(execution, 1, Operation::Write, 0b11);
  add(execution, 0, Operation::ProcessExit, 0b01);
  EXPECT_EQ(turns_of(execution)[1], Turn::HandedOver);

  // The same where it never comes to the end.
  execution.steps.pop_back();
  execution.unfinished.push_back({{Operation::ProcessExit, 0, 0, 0, 0, 0}, true});
  EXPECT_EQ(turns_of(execution)[1], Turn::HandedOver);
}

}  // namespace
}  // namespace selvage::explore

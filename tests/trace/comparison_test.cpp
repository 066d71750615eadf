// Where an execution parts from its record.
#include "trace/comparison.h"

#include <gtest/gtest.h>

namespace selvage::trace {
namespace {

constexpr uint64_t kHeapBlock = address::kHeap + 0x40, kOtherBlock = address::kHeap + 0x80;

Recording example() {
  Recording recording;
  recording.objects = {{"mutex", "m", 0x5000},
                       {"memory", "heap:t0+0x40", kHeapBlock},
                       {"memory", "x", 0x6000},
                       {"memory", "heap:t0+0x80", kOtherBlock}};
  recording.steps = {{.thread = 1, .operation = "mutex_lock", .object = 0, .enabled = {1, 2}},
                     {.thread = 1, .operation = "write", .object = 1, .enabled = {1}},
                     {.thread = 2, .operation = "read", .object = 2, .enabled = {1, 2}},
                     {.thread = 2, .operation = "read", .object = 1, .enabled = {2}}};
  return recording;
}

void expect_difference(const Recording& present, size_t step, Aspect aspect, bool same_program = false) {
  auto difference = first_difference(example(), present, same_program);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->step, step);
  EXPECT_EQ(difference->aspect, aspect);
}

TEST(Comparison, TheSameIsTheSame) {
  EXPECT_FALSE(first_difference(example(), example(), true));
  EXPECT_FALSE(first_difference(example(), example(), false));
}

TEST(Comparison, NamesTheFirstDifference) {
  Recording present = example();
  present.steps[3].enabled = {1, 2};
  expect_difference(present, 3, Aspect::Enabled);
  present.steps[2].failed = true;
  expect_difference(present, 2, Aspect::Result);
  present.steps[1].alternatives = 2;
  expect_difference(present, 1, Aspect::Alternatives);
  present.steps[0].object = 2;
  expect_difference(present, 0, Aspect::Object);
  present.steps[0].operation = "mutex_trylock";
  expect_difference(present, 0, Aspect::Operation);
}

TEST(Comparison, StepsMayBeMissingButNotTooMany) {
  Recording present = example();
  present.steps.push_back(present.steps.back());
  EXPECT_FALSE(first_difference(example(), present, true));
  present.steps.resize(2);
  expect_difference(present, 2, Aspect::Missing);
}

TEST(Comparison, VariablesAreKnownByTheirNames) {
  Recording present = example();
  present.objects[2].address = 0x7000;
  EXPECT_FALSE(first_difference(example(), present, false));
  present.objects[2].name = "y";
  expect_difference(present, 2, Aspect::Object);
}

TEST(Comparison, TheHeapMayMoveInAnotherBuildAsAWhole) {
  Recording present = example();
  present.objects[1] = {"memory", "heap:t0+0x90", address::kHeap + 0x90};
  EXPECT_FALSE(first_difference(example(), present, false));
  expect_difference(present, 1, Aspect::Object, true);
  // Twice the same block was written, and then two different ones.
  present.steps[3].object = 3;
  expect_difference(present, 3, Aspect::Object);
}

}  // namespace
}  // namespace selvage::trace

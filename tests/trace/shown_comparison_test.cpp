// Where two executions with the same schedule differ inside their steps.
#include "trace/shown_comparison.h"

#include <gtest/gtest.h>

#include "contract/channel.h"

namespace selvage::trace {
namespace {

report::Counterexample example() {
  report::Counterexample shown;
  shown.threads = {{.name = "main", .function = "main"}, {.name = "thread 1", .function = "f"}};
  shown.objects = {{"memory", "x", 0x5555}, {"memory", "block", address::kHeap + 64}};
  shown.steps = {{.thread = 0, .operation = "thread_create", .text = "create"},
                 {.thread = 1, .position = 0, .operation = "read", .text = "read x", .object = 0, .read = "3"},
                 {.thread = 1, .operation = "write", .text = "write x", .object = 0, .written = "4"},
                 {.thread = 1, .operation = "write", .text = "write block", .object = 1, .written = "0x1234567"}};
  return shown;
}

TEST(ShownComparison, TheSameIsTheSame) {
  for (bool same_program : {true, false}) EXPECT_FALSE(first_shown_difference(example(), example(), same_program));
}

TEST(ShownComparison, NamesTheFirstValueThatDiffers) {
  report::Counterexample present = example();
  present.steps[2].written = "5";
  present.steps[3].operation = "read";
  for (bool same_program : {true, false}) EXPECT_EQ(first_shown_difference(example(), present, same_program), 2u);
}

TEST(ShownComparison, OneMayEndEarlier) {
  report::Counterexample present = example();
  present.steps.pop_back();
  EXPECT_EQ(first_shown_difference(example(), present, true), 3u);
  EXPECT_EQ(first_shown_difference(present, example(), true), 3u);
}

TEST(ShownComparison, WhatIsAStepOfItsOwnIsNoPartOfAnother) {
  report::Counterexample present = example();
  present.steps[2].position = 1;
  EXPECT_EQ(first_shown_difference(example(), present, true), 2u);
}

TEST(ShownComparison, InAnotherBuildPointersAndTheHeapMayMove) {
  report::Counterexample present = example();
  present.steps[3].written = "&table";
  present.objects[1] = {"memory", "block #2", address::kHeap + 128};
  EXPECT_FALSE(first_shown_difference(example(), present, false));
  EXPECT_EQ(first_shown_difference(example(), present, true), 3u);
  present.objects[0].name = "y";
  EXPECT_EQ(first_shown_difference(example(), present, false), 1u);
}

}  // namespace
}  // namespace selvage::trace

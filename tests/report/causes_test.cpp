// What a step owes to others, and that it is shown where the step is.
#include "report/causes.h"

#include <gtest/gtest.h>

#include "report/interleaving_rows.h"
#include "report/relevance.h"
#include "report/terminal.h"

namespace selvage::report {
namespace {

using Steps = std::vector<StepIndex>;

constexpr ObjectIndex kX = 0, kLock = 1, kSecondHalf = 2, kUnits = 3;

Counterexample program(size_t threads) {
  Counterexample finding;
  finding.kind = "assertion";
  for (size_t i = 0; i < threads; ++i)
    finding.threads.push_back({.name = "thread " + std::to_string(i), .function = ""});
  finding.threads[0].stack = {{"a.c", 1, 1, "f"}};
  finding.objects = {{"memory", "x", 800}, {"mutex", "lock", 808}, {"memory", "x+4", 804}, {"semaphore", "units", 816}};
  return finding;
}

Step read(ThreadIndex thread, const std::string& value, uint32_t size = 8, ObjectIndex object = kX) {
  return {.thread = thread, .operation = "read", .text = "read x", .object = object, .size = size, .read = value};
}

Step write(ThreadIndex thread, const std::string& value, uint32_t size = 8, ObjectIndex object = kX) {
  return {.thread = thread, .operation = "write", .text = "write x", .object = object, .size = size, .written = value};
}

Step exchange(ThreadIndex thread, const std::string& found, const std::string& value) {
  return {.thread = thread,
          .operation = "atomic_compare_exchange",
          .text = "compare-exchange x",
          .object = kX,
          .size = 8,
          .read = found,
          .written = value};
}

TEST(Causes, AReadOwesItsValueToTheLastWrite) {
  Counterexample finding = program(3);
  finding.steps = {write(1, "1"), write(2, "2"), read(0, "2")};
  find_causes(finding);
  EXPECT_EQ(finding.steps[2].reads_from, Steps{1});
}

TEST(Causes, AReadOfSeveralPartsOwesEachToItsWrite) {
  Counterexample finding = program(3);
  finding.steps = {write(1, "1"), write(2, "2", 4, kSecondHalf), read(0, "3"), read(0, "2", 4, kSecondHalf)};
  find_causes(finding);
  EXPECT_EQ(finding.steps[2].reads_from, (Steps{0, 1}));
  EXPECT_EQ(finding.steps[3].reads_from, Steps{1});
}

TEST(Causes, AWriteThatFollowsAnOldLookLosesWhatCameInBetween) {
  Counterexample finding = program(3);
  finding.steps = {read(0, "0"), write(1, "1"), write(2, "2"), write(0, "1")};
  find_causes(finding);
  EXPECT_EQ(finding.steps[3].overwrites, (Steps{1, 2}));
}

TEST(Causes, AWriteThatNobodyLookedForLosesNothing) {
  Counterexample finding = program(2);
  finding.steps = {write(1, "1"), write(0, "0"), write(1, "2"), read(0, "2"), write(0, "3")};
  find_causes(finding);
  for (const Step& step : finding.steps) EXPECT_EQ(step.overwrites, Steps{});
}

TEST(Causes, AnUpdateSeesWhatItReplaces) {
  Counterexample finding = program(2);
  finding.steps = {read(0, "0"), write(1, "1"), read(0, "1")};
  finding.steps[2].operation = "atomic_update";
  finding.steps[2].written = "2";
  find_causes(finding);
  EXPECT_EQ(finding.steps[2].reads_from, Steps{1});
  EXPECT_EQ(finding.steps[2].overwrites, Steps{});
}

TEST(Causes, ACompareExchangeThatFindsTheOldValueAgainIsUnawareOfTheChanges) {
  Counterexample finding = program(2);
  finding.steps = {read(0, "&a"), exchange(1, "&a", "&b"), exchange(1, "&b", "&a"), exchange(0, "&a", "&c")};
  find_causes(finding);
  EXPECT_EQ(finding.steps[3].overwrites, (Steps{1, 2}));
  EXPECT_EQ(finding.steps[3].reads_from, Steps{2});
}

TEST(Causes, ACompareExchangeThatExpectsTheNewValueIsNot) {
  Counterexample finding = program(2);
  finding.steps = {read(0, "1"), write(1, "0"), exchange(0, "0", "1")};
  find_causes(finding);
  EXPECT_EQ(finding.steps[2].overwrites, Steps{});
}

TEST(Causes, WhoDoesNotGetALockOwesItToWhoHasIt) {
  Counterexample finding = program(2);
  finding.steps = {{.thread = 1, .operation = "mutex_lock", .text = "lock", .object = kLock},
                   {.thread = 0, .operation = "mutex_trylock", .text = "try to lock", .object = kLock, .failed = true}};
  find_causes(finding);
  EXPECT_EQ(finding.steps[1].reads_from, Steps{0});
  set_aside(finding);
  EXPECT_FALSE(finding.steps[0].is_aside);
}

TEST(Causes, HowManyUnitsThereAreIsOwedToAllThatTookAndGave) {
  Counterexample finding = program(3);
  Step take{.thread = 1, .operation = "semaphore_wait", .text = "take", .object = kUnits};
  finding.steps = {take, take, take};
  finding.steps[1].thread = 2;
  finding.steps[2].thread = 0;
  finding.steps[2].operation = "semaphore_trywait";
  finding.steps[2].failed = true;
  find_causes(finding);
  EXPECT_EQ(finding.steps[2].reads_from, (Steps{0, 1}));
}

TEST(Causes, ARacingWriteThatTheAssertionReadsIsNotAside) {
  Counterexample finding = program(3);
  finding.steps = {read(0, "0"), write(0, "1"), read(1, "1"), write(1, "2"), read(2, "2"), read(0, "2")};
  find_causes(finding);
  set_aside(finding);
  EXPECT_FALSE(finding.steps[2].is_aside);
  EXPECT_FALSE(finding.steps[3].is_aside);
  EXPECT_TRUE(finding.steps[4].is_aside);
}

TEST(Causes, WhatIsOverwrittenUnseenIsSaid) {
  Counterexample finding = program(2);
  finding.steps = {read(0, "0"), read(1, "0"), write(1, "1"), write(0, "1"), read(0, "1")};
  find_causes(finding);
  set_aside(finding);
  std::string text = finding_text(finding, {}, {.width = 100});
  EXPECT_NE(text.find("write x = 1, overwriting step 3"), std::string::npos) << text;
}

// In a long interleaving too, whatever a step that is shown reads is shown.
TEST(Causes, FoldingKeepsTheWritesThatShownStepsRead) {
  Counterexample finding = program(2);
  finding.objects.push_back({"memory", "y", 1600});
  constexpr ObjectIndex kY = 4;
  finding.steps.push_back(write(1, "7", 8, kY));
  for (int i = 0; i < 60; ++i) {
    finding.objects.push_back({"memory", "z", 4000 + 8 * static_cast<uint64_t>(i)});
    finding.steps.push_back(write(1, "1", 8, static_cast<ObjectIndex>(5 + i)));
  }
  for (int i = 0; i < 60; ++i) finding.steps.push_back(read(0, "1", 8, static_cast<ObjectIndex>(5 + i)));
  finding.steps.push_back(read(0, "7", 8, kY));
  for (StepIndex i = 0; i < finding.steps.size(); ++i) finding.steps[i].place = {"a.c", 10 + i / 61, 1, "f"};
  finding.steps.back().place.line = 99;
  find_causes(finding);
  set_aside(finding);
  fold(finding);
  EXPECT_FALSE(finding.steps.front().is_folded);
  EXPECT_TRUE(finding.steps[30].is_folded);
  for (const Step& step : finding.steps)
    for (StepIndex cause : step.reads_from)
      if (!step.is_folded) EXPECT_FALSE(finding.steps[cause].is_folded);
}

TEST(Causes, BlocksAreNamedWithWhereTheyWereAllocated) {
  Counterexample finding = program(2);
  finding.blocks = {{"Node #1", "Node", 16, {"list.cpp", 31, 3, "push"}},
                    {"Node #12", "Node", 16, {"list.cpp", 31, 3, "push"}},
                    {"block", "", 24, {"list.cpp", 40, 3, "push"}}};
  finding.steps = {write(1, "&Node #1"), read(0, "&Node #1"), write(0, "&block")};
  std::string text = finding_text(finding, {}, {.width = 100});
  EXPECT_NE(text.find("Node #1: a block of 16 bytes from list.cpp:31"), std::string::npos) << text;
  EXPECT_NE(text.find("block: a block of 24 bytes from list.cpp:40"), std::string::npos) << text;
  EXPECT_EQ(text.find("Node #12"), std::string::npos) << text;
}

}  // namespace
}  // namespace selvage::report

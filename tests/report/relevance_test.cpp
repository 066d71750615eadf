// Which steps a finding is about, and which it does not depend on.
#include "report/relevance.h"

#include <gtest/gtest.h>

#include "report/terminal.h"

namespace selvage::report {
namespace {

constexpr ObjectIndex kA = 0, kB = 1, kOwn = 2, kLog = 3;

Step lock(ThreadIndex thread, ObjectIndex object, std::vector<ObjectIndex> held) {
  return {.thread = thread, .operation = "mutex_lock", .text = "lock", .object = object, .held = std::move(held)};
}

Step unlock(ThreadIndex thread, ObjectIndex object, std::vector<ObjectIndex> held) {
  return {.thread = thread, .operation = "mutex_unlock", .text = "unlock", .object = object, .held = std::move(held)};
}

Thread waits_for(const std::string& name, ObjectIndex object, ThreadIndex holder) {
  return {.name = name,
          .function = "f",
          .waiting = Waiting{.text = "waits to lock",
                             .operation = "mutex_lock",
                             .object = object,
                             .is_blocked = true,
                             .held_by = {holder}}};
}

// Threads 0 and 1 deadlock on a and b, after thread 0 had to do with a lock of its own; threads 2 and 3 write a log.
Counterexample deadlock() {
  Counterexample finding;
  finding.kind = "deadlock";
  finding.threads = {waits_for("main", kB, 1),
                     waits_for("thread 1", kA, 0),
                     {.name = "thread 2", .function = ""},
                     {.name = "thread 3", .function = ""}};
  finding.objects = {{"mutex", "a", 100}, {"mutex", "b", 108}, {"mutex", "own", 116}, {"mutex", "log", 124}};
  finding.steps = {lock(0, kA, {kA}),   unlock(0, kA, {}),     lock(0, kOwn, {kOwn}), unlock(0, kOwn, {}),
                   lock(0, kA, {kA}),   lock(2, kLog, {kLog}), unlock(2, kLog, {}),   lock(3, kLog, {kLog}),
                   unlock(3, kLog, {}), lock(1, kB, {kB})};
  finding.steps[7].after = {6};
  finding.wait_cycle = {0, 1};
  return finding;
}

std::vector<StepIndex> steps_with(const Counterexample& finding, bool Step::* flag) {
  std::vector<StepIndex> result;
  for (StepIndex i = 0; i < finding.steps.size(); ++i)
    if (finding.steps[i].*flag) result.push_back(i);
  return result;
}

TEST(Relevance, OfADeadlockTheLocksThatAreHeldAreMarkedWhereTheyWereTaken) {
  Counterexample finding = deadlock();
  mark_waiting(finding);
  EXPECT_EQ(steps_with(finding, &Step::is_marked), (std::vector<StepIndex>{4, 9}));
}

TEST(Relevance, WhatNobodyConcernedComesAfterIsAside) {
  Counterexample finding = deadlock();
  mark_waiting(finding);
  set_aside(finding);
  EXPECT_EQ(steps_with(finding, &Step::is_aside), (std::vector<StepIndex>{2, 3, 5, 6, 7, 8}));
}

TEST(Relevance, WhatSomebodyConcernedComesAfterIsNot) {
  Counterexample finding = deadlock();
  finding.steps[9].after = {8};
  set_aside(finding);
  EXPECT_EQ(steps_with(finding, &Step::is_aside), (std::vector<StepIndex>{2, 3}));
}

TEST(Relevance, OfWaitsForEverWhatTheWorldDecidedStays) {
  Counterexample finding = deadlock();
  finding.objects.push_back({"clock", "the clock", 0});
  auto read_clock = [](uint32_t alternative) {
    return Step{.thread = 2,
                .operation = "clock_read",
                .text = "read the clock",
                .object = 4,
                .alternative = alternative,
                .alternatives = 2};
  };
  finding.steps.push_back(read_clock(1));
  finding.steps.push_back(read_clock(0));
  set_aside(finding);
  EXPECT_FALSE(finding.steps[10].is_aside);
  EXPECT_TRUE(finding.steps[11].is_aside);
}

TEST(Relevance, ASignalThatCameTooEarlyIsMarked) {
  Counterexample finding;
  finding.kind = "stuck_threads";
  finding.threads = {{.name = "main", .function = "main"}, waits_for("thread 1", 0, 0)};
  finding.threads[1].waiting->held_by.clear();
  finding.objects = {{"condition", "c", 100}};
  finding.steps = {{.thread = 0, .operation = "cond_signal", .text = "signal", .object = 0},
                   {.thread = 0, .operation = "cond_signal", .text = "signal", .object = 0},
                   {.thread = 1, .operation = "cond_wait", .text = "wait", .object = 0}};
  mark_waiting(finding);
  EXPECT_EQ(steps_with(finding, &Step::is_marked), std::vector<StepIndex>{1});
}

// Overlapping parts of memory are different objects.
TEST(Relevance, MemoryIsAnothersBusinessWhereItOverlaps) {
  Counterexample finding;
  finding.kind = "assertion";
  finding.threads = {{.name = "main", .function = "main", .stack = {{"a.c", 1, 1, "main"}}},
                     {.name = "thread 1", .function = "f"}};
  finding.objects = {{"memory", "pair", 104}, {"memory", "pair.second", 108}, {"memory", "alone", 112}};
  finding.steps = {{.thread = 1, .operation = "write", .text = "write", .object = 0, .size = 8},
                   {.thread = 0, .operation = "read", .text = "read", .object = 1, .size = 4, .after = {0}},
                   {.thread = 0, .operation = "read", .text = "read", .object = 2, .size = 4},
                   {.thread = 1, .operation = "write", .text = "write", .object = 0, .size = 8}};
  set_aside(finding);
  EXPECT_EQ(steps_with(finding, &Step::is_aside), (std::vector<StepIndex>{2, 3}));
}

// What fails is no step, and comes after the other thread's all the same.
TEST(Relevance, OfAMemoryErrorNoThreadIsAside) {
  Counterexample finding;
  finding.kind = "use_after_free";
  finding.threads = {{.name = "main", .function = "main", .stack = {{"a.c", 1, 1, "main"}}},
                     {.name = "thread 1", .function = "f"}};
  finding.objects = {{"memory", "block", 104}, {"thread", "thread 1", 1}};
  finding.steps = {{.thread = 1, .operation = "free", .text = "free", .object = 0, .size = 8}};
  set_aside(finding);
  EXPECT_EQ(steps_with(finding, &Step::is_aside), std::vector<StepIndex>{});
}

TEST(Relevance, WhatIsAsideIsFoldedOnTheTerminal) {
  Counterexample finding = deadlock();
  mark_waiting(finding);
  set_aside(finding);
  std::string text = finding_text(finding, {}, {.width = 100});
  EXPECT_NE(text.find("4 steps more"), std::string::npos) << text;
  std::string all = finding_text(finding, {}, {.width = 100, .verbose = true});
  EXPECT_EQ(all.find("more"), std::string::npos) << all;
}

}  // namespace
}  // namespace selvage::report

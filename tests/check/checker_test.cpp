#include "check/checker.h"

#include <gtest/gtest.h>

#include "script.h"

namespace selvage::check::testing {
namespace {

inline constexpr uint64_t kX = 0x1000, kY = 0x2000, kMutex = 0x3000;

std::vector<Finding> examine(Checker& checker, const model::Path& path, size_t known = 0, const Ending& ending = {}) {
  std::vector<Finding> findings;
  checker.examine(path, known, ending, findings);
  return findings;
}

PropertySet all() {
  PropertySet set = PropertySet::standard();
  set.insert(Property::Leak);
  return set;
}

TEST(Endings, WithAStatusThatIsNotAllowedAreFindings) {
  model::Path path = path_of({lock(1, kMutex)});
  Ending ending{.threads_stuck = true, .exit_identity = 5, .identity = 99};
  Checker checker(all());
  auto findings = examine(checker, path, 0, ending);
  ASSERT_EQ(findings.size(), 1u) << "threads that still wait are no second one";
  EXPECT_EQ(findings[0].kind, FindingKind::ExitStatus);
  EXPECT_EQ(findings[0].identity, 5u);
  EXPECT_TRUE(examine(checker, path, 1, ending).empty()) << "once";
  ending.exit_identity = 6;
  EXPECT_EQ(examine(checker, path, 1, ending).size(), 1u) << "another status, or from elsewhere";

  PropertySet others = all();
  others.erase(Property::ExitStatus);
  Checker blind(others);
  findings = examine(blind, path, 0, ending);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, FindingKind::StuckThreads);

  Checker early(all());
  ending.outcome = Outcome::AssumeFailed;
  EXPECT_TRUE(examine(early, path, 0, ending).empty()) << "the program did not come to its end";
}

TEST(Endings, BecomeFindingsOfTheirKind) {
  using enum Outcome;
  struct Case {
    Outcome outcome;
    Defect defect;
    FindingKind kind;
  };
  const Case cases[] = {
      {Deadlock, Defect::None, FindingKind::Deadlock},
      {Assertion, Defect::None, FindingKind::Assertion},
      {Abort, Defect::None, FindingKind::Abort},
      {Killed, Defect::None, FindingKind::Killed},
      {Crash, Defect::None, FindingKind::Crash},
      {Crash, Defect::StackOverflow, FindingKind::StackOverflow},
      {Crash, Defect::UseAfterFree, FindingKind::UseAfterFree},
      {Misuse, Defect::None, FindingKind::Misuse},
      {MemoryError, Defect::None, FindingKind::MemoryError},
      {MemoryError, Defect::UseAfterFree, FindingKind::UseAfterFree},
      {MemoryError, Defect::HeapOverrun, FindingKind::HeapOverrun},
      {MemoryError, Defect::DoubleFree, FindingKind::DoubleFree},
      {MemoryError, Defect::BadFree, FindingKind::BadFree},
      {MemoryError, Defect::Leak, FindingKind::Leak},
      {Stuck, Defect::None, FindingKind::Stuck},
  };
  model::Path path = path_of({lock(1, kMutex), lock(2, kMutex)});
  for (const Case& c : cases) {
    Checker checker(all());
    Ending ending{.outcome = c.outcome, .defect = c.defect, .thread = 2, .site = 7, .identity = 99};
    auto findings = examine(checker, path, 0, ending);
    ASSERT_EQ(findings.size(), 1u) << finding_kind_name(c.kind);
    EXPECT_EQ(findings[0].kind, c.kind);
    EXPECT_EQ(findings[0].site, 7u);
    EXPECT_EQ(findings[0].outcome, c.outcome);
    EXPECT_EQ(findings[0].schedule.size(), 2u);
    EXPECT_TRUE(examine(checker, path, 2, ending).empty()) << "once";
    ending.identity = 100;
    EXPECT_EQ(examine(checker, path, 2, ending).size(), 1u) << "another way to end";
    // Not where it was not asked for.
    PropertySet others = all();
    others.erase(property_of(c.kind));
    Checker blind(others);
    EXPECT_TRUE(examine(blind, path, 0, ending).empty());
  }
}

TEST(Endings, OthersAreNoFindings) {
  using enum Outcome;
  for (Outcome outcome : {Completed, StepLimit, AssumeFailed, PrefixDone, SleepBlocked, ScheduleMismatch, Unmodelled}) {
    Checker checker(all());
    EXPECT_TRUE(examine(checker, path_of({lock(1, kMutex)}), 0, {.outcome = outcome}).empty());
  }
}

TEST(Races, AreFoundOnceForTwoLines) {
  Checker checker(all());
  model::Path path = path_of({at(5, read(1, kY)), at(1, write(1, kX)), at(2, read(2, kX))});
  auto findings = examine(checker, path);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, FindingKind::DataRace);
  EXPECT_EQ(findings[0].site, 1u);
  EXPECT_EQ(findings[0].other_site, 2u);
  EXPECT_EQ(findings[0].step, 1u);
  EXPECT_EQ(findings[0].other_step, 2u);
  EXPECT_TRUE(findings[0].observed);
  ASSERT_EQ(findings[0].schedule.size(), 3u);
  EXPECT_EQ(findings[0].schedule[2].thread, 2u);
  // The other way round, and no longer observed.
  path.truncate(1);
  push(path, at(2, read(2, kX)));
  push(path, at(9, read(1, kY)));
  push(path, at(1, write(1, kX)));
  EXPECT_TRUE(examine(checker, path, 1).empty());
  path.truncate(3);
  push(path, at(3, write(1, kX)));
  EXPECT_EQ(examine(checker, path, 3).size(), 1u) << "another line";
}

// So that it does not matter in which order executions are looked at.
TEST(Races, AreFoundOnceMoreWhenTheyAreObserved) {
  Checker checker(all());
  model::Path path = path_of({at(2, read(2, kX)), at(9, read(1, kY)), at(1, write(1, kX))});
  auto findings = examine(checker, path);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_FALSE(findings[0].observed);
  path.truncate(0);
  push(path, at(9, read(1, kY)));
  push(path, at(2, read(2, kX)));
  push(path, at(1, write(1, kX)));
  auto again = examine(checker, path);
  ASSERT_EQ(again.size(), 1u);
  EXPECT_TRUE(again[0].observed);
  EXPECT_EQ(again[0].identity, findings[0].identity);
  path.truncate(1);
  push(path, at(1, write(1, kX)));
  push(path, at(2, read(2, kX)));
  EXPECT_TRUE(examine(checker, path, 1).empty());
}

TEST(Races, AreLookedForOnlyWhereAsked) {
  Checker checker(PropertySet{Property::Deadlock});
  EXPECT_TRUE(examine(checker, path_of({write(1, kX), read(2, kX)})).empty());
}

TEST(MisuseWithinAnExecution, IsFoundInHeadsAndInside) {
  Footprint stranger = operation(2, Operation::MutexUnlock, kMutex, {.flags = kEventMisuse | kEventFailed});
  Checker checker(all());
  model::Path path = path_of({at(1, lock(1, kMutex)), at(2, stranger), at(3, {read(2, kY), stranger})});
  auto findings = examine(checker, path);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].kind, FindingKind::Misuse);
  EXPECT_EQ(findings[0].step, 1u);
  EXPECT_EQ(findings[0].site, 2u);
  EXPECT_EQ(findings[1].step, 2u);
  push(path, at(2, stranger));
  EXPECT_TRUE(examine(checker, path, 3).empty());
  Checker blind(PropertySet{Property::Race});
  EXPECT_TRUE(examine(blind, path).empty());
}

TEST(Findings, ComeInTheOrderInWhichTheyHappened) {
  Footprint stranger = operation(3, Operation::MutexUnlock, kMutex, {.flags = kEventMisuse | kEventFailed});
  Checker checker(all());
  model::Path path = path_of({at(1, write(1, kX)), at(2, write(2, kX)), at(3, stranger), at(4, read(3, kX))});
  auto findings = examine(checker, path, 0, {.outcome = Outcome::Deadlock});
  ASSERT_EQ(findings.size(), 4u);
  EXPECT_EQ(findings[0].kind, FindingKind::DataRace);
  EXPECT_EQ(findings[1].kind, FindingKind::Misuse);
  EXPECT_EQ(findings[2].kind, FindingKind::DataRace);
  EXPECT_EQ(findings[3].kind, FindingKind::Deadlock);
}

TEST(StartingOver, LooksAtTheWholePathAndRemembersWhatWasFound) {
  Checker checker(all());
  EXPECT_EQ(examine(checker, path_of({at(1, write(1, kX)), at(2, write(2, kX))})).size(), 1u);
  checker.start_over();
  model::Path other = path_of({at(2, write(2, kX)), at(1, write(1, kX)), at(3, write(3, kX))});
  auto findings = examine(checker, other, 2);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].site, 1u);
  EXPECT_EQ(findings[0].other_site, 3u);
}

}  // namespace
}  // namespace selvage::check::testing

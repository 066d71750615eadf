// Which search of a campaign goes next (src/campaign/job_queue.h), and how sets of preemption points contain each other.
#include "campaign/job_queue.h"

#include <gtest/gtest.h>

namespace selvage::campaign {
namespace {

TEST(Points, ContainEachOther) {
  for (Points points : all_points()) {
    EXPECT_TRUE(is_subset(points, points));
    EXPECT_TRUE(is_subset(Points::Minimal, points)) << points_name(points);
    EXPECT_TRUE(is_subset(points, Points::All)) << points_name(points);
  }
  EXPECT_TRUE(is_subset(Points::Lock, Points::LockUnlock));
  EXPECT_TRUE(is_subset(Points::Unlock, Points::LockUnlock));
  EXPECT_TRUE(is_subset(Points::LockUnlock, Points::Synchronisation));
  EXPECT_FALSE(is_subset(Points::Lock, Points::Unlock));
  EXPECT_FALSE(is_subset(Points::Unlock, Points::Lock));
  EXPECT_FALSE(is_subset(Points::All, Points::Synchronisation));
}

TEST(Points, AreWhatTheirNamesSay) {
  EXPECT_FALSE(operations_of(Points::Minimal).contains(Operation::MutexLock));
  EXPECT_TRUE(operations_of(Points::Minimal).contains(Operation::ThreadBegin));
  EXPECT_TRUE(operations_of(Points::Minimal).contains(Operation::Yield));
  EXPECT_TRUE(operations_of(Points::Lock).contains(Operation::MutexLock));
  EXPECT_FALSE(operations_of(Points::Lock).contains(Operation::MutexUnlock));
  EXPECT_TRUE(operations_of(Points::Unlock).contains(Operation::MutexUnlock));
  EXPECT_FALSE(operations_of(Points::LockUnlock).contains(Operation::AtomicLoad));
  EXPECT_TRUE(operations_of(Points::Synchronisation).contains(Operation::AtomicLoad));
  EXPECT_FALSE(operations_of(Points::Synchronisation).contains(Operation::Write));
  EXPECT_TRUE(operations_of(Points::All).contains(Operation::Write));
}

constexpr size_t kMinimal = 0, kLock = 1, kUnlock = 2, kLockUnlock = 3, kAll = 4;

JobQueue make_queue() {
  return JobQueue({Points::Minimal, Points::Lock, Points::Unlock, Points::LockUnlock, Points::All});
}

void suspend(JobQueue& queue, size_t job, double eta) {
  queue.jobs()[job].status = JobStatus::Suspended;
  queue.jobs()[job].executions = 1000;
  queue.jobs()[job].eta = eta;
}

TEST(JobQueue, GoesOnWithWhatIsExpectedToFinish) {
  JobQueue queue = make_queue();
  suspend(queue, kAll, 15);
  EXPECT_EQ(queue.next(kAll, 10), kAll);  // estimates are too high more often than too low
  suspend(queue, kAll, 25);
  EXPECT_EQ(queue.next(kAll, 10), kMinimal);
}

TEST(JobQueue, DoesNotJudgeByAFewExecutions) {
  JobQueue queue = make_queue();
  suspend(queue, kLock, Job::kUnknown);
  queue.jobs()[kLock].executions = JobQueue::kLeastExecutions - 1;
  EXPECT_EQ(queue.next(kLock, 10), kLock);
}

TEST(JobQueue, DoesNotWaitForAFewExecutionsForEver) {
  JobQueue queue = make_queue();
  suspend(queue, kLock, Job::kUnknown);
  queue.jobs()[kLock].executions = JobQueue::kLeastExecutions - 1;
  queue.jobs()[kLock].seconds = 11;
  EXPECT_EQ(queue.next(kLock, 10), kMinimal);
}

TEST(JobQueue, TheSearchOfEverythingHadItsTime) {
  JobQueue queue = make_queue();
  suspend(queue, kAll, Job::kUnknown);
  queue.jobs()[kAll].executions = 1;
  EXPECT_EQ(queue.next(kAll, 10), kMinimal);
}

TEST(JobQueue, BeginsNothingThatHasASuspendedPart) {
  JobQueue queue = make_queue();
  queue.complete(kMinimal);
  suspend(queue, kLock, 100);
  EXPECT_EQ(queue.next(kLock, 10), kUnlock);
  suspend(queue, kUnlock, 200);
  // Of both that are suspended the one that needs less time; what contains them is not begun.
  EXPECT_EQ(queue.next(kUnlock, 10), kLock);
  queue.complete(kLock);
  queue.complete(kUnlock);
  EXPECT_EQ(queue.next(kUnlock, 10), kLockUnlock);
}

TEST(JobQueue, WhatIsExploredWithMorePointsIsNotExploredAgain) {
  JobQueue queue = make_queue();
  queue.complete(kLockUnlock);
  EXPECT_EQ(queue.jobs()[kLock].status, JobStatus::Cancelled);
  EXPECT_EQ(queue.jobs()[kMinimal].status, JobStatus::Cancelled);
  EXPECT_EQ(queue.next(kLockUnlock, 10), kAll);
  queue.complete(kAll);
  EXPECT_EQ(queue.next(kAll, 10), std::nullopt);
}

TEST(JobQueue, WhatContainsAFailingSetIsLeftOut) {
  JobQueue queue = make_queue();
  queue.fail(kLock);
  EXPECT_EQ(queue.jobs()[kLockUnlock].status, JobStatus::Cancelled);
  EXPECT_EQ(queue.jobs()[kAll].status, JobStatus::Cancelled);
  EXPECT_TRUE(queue.jobs()[kUnlock].is_open());
}

constexpr size_t kSync = 0, kEverything = 1;

JobQueue make_racing_queue() {
  return JobQueue({Points::Synchronisation, Points::All},
                  {Precedence::HappensBefore, Precedence::LimitedHappensBefore});
}

size_t number_of(const JobQueue& queue, const PointSet& set) {
  for (size_t i = 0; i < queue.jobs().size(); ++i)
    if (queue.jobs()[i].set == set) return i;
  return SIZE_MAX;
}

RaceCandidates candidate(uint32_t one, uint32_t other, const RaceCandidate& how) {
  RaceCandidates candidates;
  candidates.add({one, other}, how);
  return candidates;
}

constexpr RaceCandidate kBothOrders = {true, true, true, true};
constexpr RaceCandidate kOneOrder = {true, false, true, true};
constexpr RaceCandidate kOnlyLimited = {true, true, false, true};

TEST(PointSets, ContainEachOther) {
  PointSet sync{Points::Synchronisation, {}}, more = with_site(with_site(sync, 9), 4);
  EXPECT_EQ(more.sites, (std::vector<uint32_t>{4, 9}));
  EXPECT_TRUE(is_subset(sync, more));
  EXPECT_FALSE(is_subset(more, sync));
  EXPECT_TRUE(is_subset(PointSet{Points::Minimal, {4}}, more));
  EXPECT_FALSE(is_subset(PointSet{Points::Minimal, {5}}, more));
  EXPECT_TRUE(is_subset(more, PointSet{Points::All, {}}));
}

TEST(JobQueue, ARaceCandidateGetsASmallAndABigSearchForEachAccess) {
  JobQueue queue = make_racing_queue();
  queue.add_candidates(kSync, candidate(4, 9, kBothOrders));
  for (uint32_t site : {4u, 9u}) {
    size_t small = number_of(queue, {Points::Minimal, {site}});
    ASSERT_NE(small, SIZE_MAX);
    EXPECT_TRUE(queue.jobs()[small].is_urgent);
    EXPECT_NE(number_of(queue, {Points::Synchronisation, {site}}), SIZE_MAX);
  }
  size_t maximal = number_of(queue, {Points::Synchronisation, {4, 9}});
  ASSERT_NE(maximal, SIZE_MAX);
  EXPECT_TRUE(queue.jobs()[maximal].is_maximal);
  size_t count = queue.jobs().size();
  queue.add_candidates(kSync, candidate(4, 9, kBothOrders));
  EXPECT_EQ(queue.jobs().size(), count);
}

TEST(JobQueue, OfOneOrderOnlyTheEarlierAccessIsTried) {
  JobQueue queue = make_racing_queue();
  queue.add_candidates(kSync, candidate(4, 9, kOneOrder));
  EXPECT_NE(number_of(queue, {Points::Minimal, {4}}), SIZE_MAX);
  EXPECT_EQ(number_of(queue, {Points::Minimal, {9}}), SIZE_MAX);
}

TEST(JobQueue, ACompleteMaximalSearchWithoutNewCandidatesIsTheEnd) {
  JobQueue queue = make_racing_queue();
  EXPECT_FALSE(queue.is_saturated());
  queue.add_candidates(kSync, candidate(4, 9, kBothOrders));
  queue.complete(kSync);
  EXPECT_FALSE(queue.is_saturated());
  size_t maximal = number_of(queue, {Points::Synchronisation, {4, 9}});
  queue.add_candidates(maximal, candidate(9, 12, kBothOrders));
  queue.complete(maximal);
  EXPECT_FALSE(queue.is_saturated());
  EXPECT_TRUE(queue.is_harmless({4, 9}));
  EXPECT_FALSE(queue.is_harmless({9, 12}));
  maximal = number_of(queue, {Points::Synchronisation, {4, 9, 12}});
  ASSERT_NE(maximal, SIZE_MAX);
  queue.complete(maximal);
  EXPECT_TRUE(queue.is_saturated());
  EXPECT_TRUE(queue.is_harmless({9, 12}));
}

// They may be false alarms, and are tried; but nothing is missed without them.
TEST(JobQueue, WhatHappensBeforeOrdersIsNotNeededForTheEnd) {
  JobQueue queue = make_racing_queue();
  queue.add_candidates(kSync, candidate(4, 9, kOnlyLimited));
  EXPECT_NE(number_of(queue, {Points::Synchronisation, {4}}), SIZE_MAX);
  queue.complete(kSync);
  EXPECT_TRUE(queue.is_saturated());
}

TEST(JobQueue, WhatContainsAFailingSetIsNotAdded) {
  JobQueue queue = make_racing_queue();
  queue.add_candidates(kSync, candidate(4, 9, kBothOrders));
  size_t small = number_of(queue, {Points::Minimal, {4}});
  queue.fail(small);
  EXPECT_EQ(queue.jobs()[number_of(queue, {Points::Synchronisation, {4}})].status, JobStatus::Cancelled);
  EXPECT_TRUE(queue.is_harmful({4, 9}));
  EXPECT_FALSE(queue.is_harmful({9, 12}));
  EXPECT_EQ(queue.jobs()[kEverything].status, JobStatus::Cancelled);
}

TEST(JobQueue, GivesOutDifferentJobsAtATime) {
  JobQueue queue = make_queue();
  std::optional<size_t> first = queue.next({}, 10), second = queue.next({}, 10, {*first});
  ASSERT_TRUE(second);
  EXPECT_NE(*first, *second);
}

}  // namespace
}  // namespace selvage::campaign

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
  suspend(queue, kAll, Job::kUnknown);
  queue.jobs()[kAll].executions = JobQueue::kLeastExecutions - 1;
  EXPECT_EQ(queue.next(kAll, 10), kAll);
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

}  // namespace
}  // namespace selvage::campaign

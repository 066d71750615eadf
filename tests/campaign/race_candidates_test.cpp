// Which accesses are race candidates (src/campaign/race_candidates.h), on paths written by hand.
#include "campaign/race_candidates.h"

#include <gtest/gtest.h>

namespace selvage::campaign {
namespace {

constexpr uint64_t kMutex = 0x1000, kData = 0x2000, kOther = 0x3000;

// Every operation is a step of its own, or goes with the step before it.
class Course {
 public:
  void step(uint16_t thread, Operation operation, uint64_t object, uint32_t site, uint32_t size = 4) {
    flush();
    head_ = model::Transition{{operation, 0, thread, size, object, 0}, 0, 1, site, 0};
  }
  void inner(uint16_t thread, Operation operation, uint64_t object, uint32_t site, uint32_t size = 4) {
    inner_.push_back({operation, 0, thread, size, object, site});
  }
  const model::Path& path() {
    flush();
    return path_;
  }

 private:
  void flush() {
    if (!head_) return;
    uint64_t enabled[] = {7};
    path_.push(*head_, inner_, enabled, races_);
    head_.reset();
    inner_.clear();
  }

  model::Path path_;
  std::vector<model::Race> races_;
  std::optional<model::Transition> head_;
  std::vector<Footprint> inner_;
};

RaceCandidates look(Course& course, CandidateDetector::Options options = {}) {
  CandidateDetector detector(options);
  RaceCandidates candidates;
  detector.look(course.path(), 0, candidates);
  return candidates;
}

const RaceCandidate* find(const RaceCandidates& candidates, uint32_t one, uint32_t other) {
  auto found = candidates.all().find({one, other});
  return found == candidates.all().end() ? nullptr : &found->second;
}

TEST(RaceCandidates, AreUnorderedAccessesOfWhichOneWrites) {
  Course course;
  course.step(1, Operation::ThreadBegin, 1, 1);
  course.inner(1, Operation::Write, kData, 10);
  course.inner(1, Operation::Read, kOther, 11);
  course.step(2, Operation::ThreadBegin, 2, 1);
  course.inner(2, Operation::Read, kData, 20);
  course.inner(2, Operation::Read, kOther, 21);
  RaceCandidates candidates = look(course);
  ASSERT_EQ(candidates.all().size(), 1U);
  const RaceCandidate* candidate = find(candidates, 10, 20);
  ASSERT_NE(candidate, nullptr);
  EXPECT_TRUE(candidate->by_happens_before);
  EXPECT_TRUE(candidate->by_limited);
  EXPECT_TRUE(candidate->one_first);
  EXPECT_FALSE(candidate->is_both_order());
}

// Figure 3: locks put the accesses in order that need not have come in that order.
TEST(RaceCandidates, LimitedHappensBeforeDoesNotCountLocks) {
  Course course;
  course.step(1, Operation::ThreadBegin, 1, 1);
  course.inner(1, Operation::Write, kData, 10);
  course.step(1, Operation::MutexLock, kMutex, 2);
  course.step(1, Operation::MutexUnlock, kMutex, 3);
  course.step(2, Operation::ThreadBegin, 2, 1);
  course.step(2, Operation::MutexLock, kMutex, 2);
  course.step(2, Operation::MutexUnlock, kMutex, 3);
  course.inner(2, Operation::Write, kData, 20);
  EXPECT_TRUE(look(course, {.by_happens_before = true, .by_limited = false}).empty());
  RaceCandidates candidates = look(course);
  const RaceCandidate* candidate = find(candidates, 10, 20);
  ASSERT_NE(candidate, nullptr);
  EXPECT_FALSE(candidate->by_happens_before);
  EXPECT_TRUE(candidate->by_limited);
}

TEST(RaceCandidates, AccessesUnderOneLockAreNone) {
  Course course;
  for (uint16_t thread : {1, 2}) {
    course.step(thread, Operation::ThreadBegin, thread, 1);
    course.step(thread, Operation::MutexLock, kMutex, 2);
    course.inner(thread, Operation::Write, kData, 10u * thread);
    course.step(thread, Operation::MutexUnlock, kMutex, 3);
  }
  EXPECT_TRUE(look(course).empty());
}

// What a thread hands on before the access does not order the access.
TEST(RaceCandidates, WhatComesBehindAReleaseIsNotReleased) {
  Course course;
  course.step(1, Operation::ThreadBegin, 1, 1);
  course.step(1, Operation::MutexLock, kMutex, 2);
  course.step(1, Operation::MutexUnlock, kMutex, 3);
  course.inner(1, Operation::Write, kData, 10);
  course.step(2, Operation::ThreadBegin, 2, 1);
  course.step(2, Operation::MutexLock, kMutex, 2);
  course.inner(2, Operation::Write, kData, 20);
  RaceCandidates candidates = look(course);
  const RaceCandidate* candidate = find(candidates, 10, 20);
  ASSERT_NE(candidate, nullptr);
  EXPECT_TRUE(candidate->by_happens_before);
}

TEST(RaceCandidates, JoinOrdersInBothRelations) {
  Course course;
  course.step(1, Operation::ThreadBegin, 1, 1);
  course.inner(1, Operation::Write, kData, 10);
  course.step(1, Operation::ThreadExit, 1, 2);
  course.step(0, Operation::ThreadJoin, 1, 3);
  course.inner(0, Operation::Read, kData, 20);
  EXPECT_TRUE(look(course).empty());
}

TEST(RaceCandidates, AnAtomicAccessIsNotNamed) {
  Course course;
  course.step(1, Operation::ThreadBegin, 1, 1);
  course.inner(1, Operation::Write, kData, 10);
  course.step(2, Operation::AtomicLoad, kData, 20);
  RaceCandidates candidates = look(course);
  EXPECT_NE(find(candidates, 0, 10), nullptr);
  EXPECT_EQ(candidates.open_sites(), std::vector<uint32_t>{10});
}

// Figure 5: the second access is to another block.
TEST(RaceCandidates, RecycledMemoryIsNone) {
  Course course;
  course.step(1, Operation::ThreadBegin, 1, 1);
  course.inner(1, Operation::Write, kData, 10);
  course.inner(1, Operation::Free, kData, 11, 16);
  course.step(2, Operation::ThreadBegin, 2, 1);
  course.inner(2, Operation::Write, kData, 20);
  EXPECT_TRUE(look(course).empty());
  // Where a use after free is no finding, what comes after it may be one.
  RaceCandidates candidates = look(course, {.free_is_last = false});
  EXPECT_NE(find(candidates, 11, 20), nullptr);
  EXPECT_EQ(find(candidates, 10, 20), nullptr);
}

// Figure 6: where the other thread had a pointer to the first block, another order shows it.
TEST(RaceCandidates, WhatRecyclingHidesIsSeenInAnotherOrder) {
  Course recycled, early;
  for (Course* course : {&recycled, &early}) {
    course->step(1, Operation::AtomicStore, kOther, 1);  // publishes the block
    course->step(2, Operation::AtomicLoad, kOther, 2);
  }
  recycled.step(1, Operation::Yield, 0, 3);
  recycled.inner(1, Operation::Write, kData, 10);
  recycled.inner(1, Operation::Free, kData, 11, 16);
  recycled.step(2, Operation::Yield, 0, 3);
  recycled.inner(2, Operation::Write, kData, 20);
  EXPECT_TRUE(look(recycled).empty());
  early.step(2, Operation::Yield, 0, 3);
  early.inner(2, Operation::Write, kData, 20);
  early.step(1, Operation::Yield, 0, 3);
  early.inner(1, Operation::Write, kData, 10);
  early.inner(1, Operation::Free, kData, 11, 16);
  RaceCandidates candidates = look(early);
  EXPECT_NE(find(candidates, 10, 20), nullptr);
  EXPECT_NE(find(candidates, 11, 20), nullptr);
}

// What is freed while others use it is a candidate.
TEST(RaceCandidates, FreeIsAnAccess) {
  Course course;
  course.step(1, Operation::ThreadBegin, 1, 1);
  course.inner(1, Operation::Read, kData + 8, 10);
  course.step(2, Operation::ThreadBegin, 2, 1);
  course.inner(2, Operation::Free, kData, 20, 16);
  EXPECT_NE(find(look(course), 10, 20), nullptr);
}

TEST(RaceCandidates, OrdersAddUp) {
  RaceCandidates both;
  EXPECT_TRUE(both.add({10, 20}, {.one_first = true, .by_limited = true}));
  EXPECT_FALSE(both.add({10, 20}, {.one_first = true, .by_limited = true}));
  EXPECT_TRUE(both.add({10, 20}, {.other_first = true, .by_happens_before = true}));
  EXPECT_TRUE(both.all().begin()->second.is_both_order());
  explore::SavedWriter writer;
  both.save(writer);
  std::string bytes = writer.take();
  explore::SavedReader reader(bytes);
  RaceCandidates again;
  again.restore(reader);
  EXPECT_TRUE(reader.finished());
  EXPECT_FALSE(again.join(both));
}

}  // namespace
}  // namespace selvage::campaign

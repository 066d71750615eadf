#include "model/path.h"

#include <gtest/gtest.h>

namespace selvage::model {
namespace {

inline constexpr uint64_t kLock = 0x100;

Footprint footprint(uint16_t thread, Operation operation, uint64_t object, uint8_t flags = 0) {
  Footprint result{};
  result.operation = operation;
  result.flags = flags;
  result.thread = thread;
  result.object = object;
  return result;
}

// The first transitions of the races that end with the last step.
std::vector<Position> races_of_last(const std::vector<std::pair<Footprint, uint64_t>>& steps_and_enabled) {
  Path path;
  std::vector<Race> races;
  for (const auto& [head, enabled] : steps_and_enabled) {
    races.clear();
    path.push({head}, {}, {&enabled, 1}, races);
  }
  std::vector<Position> result;
  for (const Race& race : races) result.push_back(race.first);
  return result;
}

// Between the two readers somebody tried to write in vain, which puts them in order.
TEST(Path, AReaderThatComesInWhileAWriterWaitsHidesNoEarlierOne) {
  using enum Operation;
  constexpr uint64_t kAll = 0b1111, kWithoutWriter = 0b1101;
  Footprint first_reader = footprint(2, RwlockReadLock, kLock), second_reader = footprint(0, RwlockReadLock, kLock);
  Footprint attempt = footprint(3, RwlockTryWriteLock, kLock, kEventFailed);
  Footprint writer_begins = footprint(1, ThreadBegin, 1), writer = footprint(1, RwlockWriteLock, kLock);
  EXPECT_EQ(races_of_last({{first_reader, kAll},
                           {writer_begins, kAll},
                           {attempt, kWithoutWriter},
                           {second_reader, kWithoutWriter},
                           {writer, 0}}),
            (std::vector<Position>{3, 0}));
  // Where it did not wait yet, going before the second one shows that it has to.
  EXPECT_EQ(
      races_of_last({{first_reader, kAll}, {attempt, kAll}, {second_reader, kAll}, {writer_begins, kAll}, {writer, 0}}),
      (std::vector<Position>{2}));
}

// Thread 2 is like thread 1, and takes its first step after that one's. What comes before both races with both.
TEST(Path, AThreadThatFollowsAnotherDoesNotRaceWithItsFirstStep) {
  using enum Operation;
  constexpr uint64_t kVariable = 0x200, kOther = 0x300, kAll = 0b111, kHeldBack = 0b011;
  Path path;
  std::vector<Race> races;
  auto push = [&](const Footprint& head, std::vector<Footprint> inner, uint64_t enabled) {
    races.clear();
    path.push({head}, inner, {&enabled, 1}, races);
    std::vector<Position> firsts;
    for (const Race& race : races) firsts.push_back(race.first);
    return firsts;
  };
  Footprint follow = footprint(1, ThreadFollow, 2);
  follow.value = 1;
  push(footprint(0, AtomicStore, kOther), {}, kHeldBack);
  EXPECT_EQ(push(footprint(1, AtomicUpdate, kVariable), {follow}, kHeldBack), std::vector<Position>{});
  EXPECT_EQ(push(footprint(1, AtomicStore, kVariable), {}, kAll), std::vector<Position>{});
  // The second step of thread 1 races with it, the first does not.
  EXPECT_EQ(push(footprint(2, AtomicUpdate, kVariable), {footprint(2, Write, kOther)}, kAll),
            (std::vector<Position>{2, 0}));
  EXPECT_TRUE(path.happens_before(1, 3));
  // Reversing the race with what comes before thread 1's step takes that step along.
  EXPECT_TRUE(path.precedes_reversed(1, races[1]));
  path.truncate(1);
  EXPECT_EQ(push(footprint(2, AtomicUpdate, kVariable), {}, kAll), std::vector<Position>{});
  EXPECT_EQ(push(footprint(1, AtomicUpdate, kVariable), {}, kAll), std::vector<Position>{1});
}

}  // namespace
}  // namespace selvage::model

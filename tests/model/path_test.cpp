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

}  // namespace
}  // namespace selvage::model

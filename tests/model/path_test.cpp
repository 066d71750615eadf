#include "model/path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

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

// Steps that never wait, at a few addresses, among them frees of blocks of very different sizes.
std::vector<Footprint> random_step(std::mt19937& random, bool has_objects) {
  using enum Operation;
  constexpr Operation kOperations[] = {Read, Write, AtomicStore, CondBroadcast, Free};
  constexpr uint64_t kSizes[] = {1, 4, 8, 24, 128, 300, 4096, 100'000};
  auto draw = [&](size_t below) { return random() % below; };
  auto thread = static_cast<uint16_t>(draw(3));
  std::vector<Footprint> step;
  for (size_t left = 1 + draw(3); left > 0; --left) {
    Operation operation = kOperations[draw(std::size(kOperations))];
    if (operation == Free && draw(3) != 0) operation = Write;
    if (operation == CondBroadcast && !has_objects) operation = Read;
    Footprint one = footprint(thread, operation, 0x100000 + 8 * draw(6) + (draw(4) == 0 ? 0x1000 * draw(30) : 0));
    if (operation != CondBroadcast) one.size = static_cast<decltype(one.size)>(kSizes[draw(operation == Free ? 8 : 6)]);
    step.push_back(one);
  }
  return step;
}

// By the definition: what the same thread did before, what is dependent, and what came before that.
class Definition {
 public:
  void push(const std::vector<Footprint>& step) {
    std::vector<bool> before(steps_.size());
    std::vector<Position> races;
    for (size_t i = steps_.size(); i-- > 0;) {
      bool is_own = steps_[i].front().thread == step.front().thread;
      bool is_dependent = std::ranges::any_of(steps_[i], [&](const Footprint& one) {
        return std::ranges::any_of(step, [&](const Footprint& other) { return dependent(one, other); });
      });
      if (before[i] || (!is_own && !is_dependent)) continue;
      if (!is_own) races.push_back(static_cast<Position>(i));
      before[i] = true;
      for (size_t k = 0; k < i; ++k)
        if (before_[i][k]) before[k] = true;
    }
    // What another thread did is hidden where the own one comes after it in another way.
    std::erase_if(races, [&](Position race) {
      for (size_t i = race + 1; i < steps_.size(); ++i)
        if (before[i] && before_[i][race]) return true;
      return false;
    });
    steps_.push_back(step);
    before_.push_back(before);
    races_ = races;
  }
  void truncate(size_t length) {
    steps_.resize(length);
    before_.resize(length);
  }
  size_t size() const { return steps_.size(); }
  bool happens_before(size_t a, size_t b) const { return before_[b][a]; }
  const std::vector<Position>& races() const { return races_; }

 private:
  std::vector<std::vector<Footprint>> steps_;
  std::vector<std::vector<bool>> before_;
  std::vector<Position> races_;
};

TEST(Path, WhatIsFreedComesBehindAllThatWasDoneToIt) {
  constexpr uint64_t kAll = 0b111;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    Path path;
    Definition definition;
    bool has_objects = seed % 2 == 0;
    for (int i = 0; i < 80; ++i) {
      if (random() % 20 == 0) {
        size_t length = random() % (path.size() + 1);
        path.truncate(length);
        definition.truncate(length);
      }
      std::vector<Footprint> step = random_step(random, has_objects);
      std::vector<Race> races;
      path.push({step.front()}, std::span(step).subspan(1), {&kAll, 1}, races);
      definition.push(step);
      std::vector<Position> firsts;
      for (const Race& race : races) firsts.push_back(race.first);
      ASSERT_EQ(firsts, definition.races()) << seed << ", step " << path.size() - 1;
      for (Position k = 0; k + 1 < path.size(); ++k)
        ASSERT_EQ(path.happens_before(k, static_cast<Position>(path.size() - 1)),
                  definition.happens_before(k, path.size() - 1))
            << seed << ", " << k << " and " << path.size() - 1;
    }
  }
}

// As many blocks as there are steps, each at the address of the one before, or elsewhere: nobody looks at all of them again.
void free_often(uint64_t distance) {
  using enum Operation;
  constexpr uint64_t kAll = 0b11, kFirstBlock = 0x100000, kVariable = 0x60000000;
  constexpr unsigned kRounds = 60'000;
  Path path;
  std::vector<Race> races;
  for (unsigned i = 0; i < kRounds; ++i) {
    races.clear();
    auto thread = static_cast<uint16_t>(i % 2);
    uint64_t block = kFirstBlock + distance * i;
    Footprint write = footprint(thread, Write, block), free = footprint(thread, Free, block);
    write.size = 8;
    free.size = 48;
    Footprint update = footprint(thread, AtomicUpdate, kVariable);
    update.size = 4;
    path.push({update}, std::vector<Footprint>{write, free}, {&kAll, 1}, races);
  }
  EXPECT_EQ(path.size(), size_t{kRounds});
}

TEST(Path, FreeingOftenCostsNoMoreForEachStep) {
  free_often(0);
  free_often(64);
}

}  // namespace
}  // namespace selvage::model

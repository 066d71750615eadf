#include "model/lock_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "check/script.h"

namespace selvage::model {
namespace {

using namespace check::testing;

inline constexpr uint64_t kA = 0x100, kB = 0x200, kX = 0x1000;

LockSets sets_of(const Path& path) {
  LockSets sets;
  sets.take_in(path);
  return sets;
}

// May the last two steps be co-enabled?
bool co_enabled(const std::vector<ScriptStep>& steps, Position a, Position b) {
  LockSets sets = sets_of(path_of(steps));
  EXPECT_EQ(sets.may_be_co_enabled(a, b), sets.may_be_co_enabled(b, a));
  return sets.may_be_co_enabled(a, b);
}

TEST(LockSets, HoldWhatWasAcquiredBeforeTheStep) {
  LockSets sets = sets_of(path_of({lock(1, kA), lock(1, kB), write(1, kX), unlock(1, kA), write(1, kX)}));
  EXPECT_EQ(sets.held(0).size(), 0u);
  EXPECT_EQ(sets.held(1).size(), 1u);
  EXPECT_EQ(sets.held(2).size(), 2u);
  EXPECT_EQ(sets.held(3).size(), 2u);
  ASSERT_EQ(sets.held(4).size(), 1u);
  EXPECT_EQ(sets.held(4)[0].object, kB);
}

TEST(LockSets, ACommonLockKeepsApart) {
  EXPECT_FALSE(co_enabled({lock(1, kA), write(1, kX), unlock(1, kA), lock(2, kA), write(2, kX)}, 1, 4));
  EXPECT_TRUE(co_enabled({lock(1, kA), write(1, kX), unlock(1, kA), lock(2, kB), write(2, kX)}, 1, 4));
  EXPECT_TRUE(co_enabled({lock(1, kA), write(1, kX), unlock(1, kA), lock(2, kA)}, 1, 3)) << "it is about to lock";
  EXPECT_FALSE(co_enabled({lock(1, kA), write(1, kX), write(1, kX)}, 1, 2)) << "one thread";
  // Released inside a transition.
  EXPECT_TRUE(co_enabled({lock(1, kA), {write(1, kX), unlock(1, kA)}, write(1, kX), lock(2, kA), write(2, kX)}, 2, 4));
  EXPECT_FALSE(co_enabled({lock(1, kA), {write(1, kX), unlock(1, kA)}, write(1, kX), lock(2, kA), write(2, kX)}, 1, 4));
}

TEST(LockSets, ReadersDoNotKeepEachOtherApart) {
  auto rw = [](uint16_t thread, Operation what) { return operation(thread, what, kA); };
  using enum Operation;
  EXPECT_TRUE(co_enabled({rw(1, RwlockReadLock), read(1, kX), rw(2, RwlockReadLock), write(2, kX)}, 1, 3));
  EXPECT_FALSE(co_enabled(
      {rw(1, RwlockReadLock), read(1, kX), rw(1, RwlockUnlock), rw(2, RwlockWriteLock), write(2, kX)}, 1, 4));
  EXPECT_FALSE(co_enabled(
      {rw(1, RwlockTryWriteLock), read(1, kX), rw(1, RwlockUnlock), rw(2, RwlockTimedReadLock), write(2, kX)}, 1, 4));
}

TEST(LockSets, LocksThatFailAreNotHeld) {
  auto failing = operation(2, Operation::MutexTryLock, kA, {.flags = kEventFailed});
  EXPECT_TRUE(co_enabled({lock(1, kA), write(1, kX), failing, write(2, kX)}, 1, 3));
  auto refused = operation(1, Operation::MutexUnlock, kA, {.flags = kEventFailed | kEventMisuse});
  EXPECT_EQ(sets_of(path_of({lock(1, kA), refused, write(1, kX)})).held(2).size(), 1u);
  EXPECT_EQ(sets_of(path_of({unlock(1, kA), write(1, kX)})).held(1).size(), 0u) << "held from before the path";
}

TEST(LockSets, CountRecursiveLocks) {
  LockSets sets = sets_of(path_of({lock(1, kA), lock(1, kA), unlock(1, kA), unlock(1, kA), write(1, kX)}));
  EXPECT_EQ(sets.held(3).size(), 1u);
  EXPECT_EQ(sets.held(4).size(), 0u);
}

TEST(LockSets, AWaitGivesUpItsMutex) {
  auto wait = operation(1, Operation::CondWait, kB, {.value = kA});
  auto wake = operation(1, Operation::CondWake, kB, {.flags = kEventTimedOut, .value = kA});
  LockSets sets = sets_of(path_of({lock(1, kA), lock(1, kA), wait, wake, write(1, kX)}));
  EXPECT_EQ(sets.held(2).size(), 1u);
  EXPECT_EQ(sets.held(3).size(), 0u);
  EXPECT_EQ(sets.held(4).size(), 1u);
}

TEST(CoEnabled, NotAcrossCreationAndJoin) {
  auto create = operation(1, Operation::ThreadCreate, 2), join = operation(1, Operation::ThreadJoin, 2);
  EXPECT_FALSE(co_enabled({write(1, kX), create, write(2, kX)}, 0, 2));
  EXPECT_FALSE(co_enabled({write(1, kX), create, write(2, kX)}, 1, 2));
  EXPECT_TRUE(co_enabled({create, write(1, kX), write(2, kX)}, 1, 2));
  EXPECT_FALSE(co_enabled({{write(1, kX), create}, write(2, kX)}, 0, 1));
  EXPECT_FALSE(co_enabled({write(2, kX), join, write(1, kX)}, 0, 2));
  EXPECT_FALSE(co_enabled({write(2, kX), join}, 0, 1));
  EXPECT_TRUE(co_enabled({write(2, kX), {write(1, kX), join}}, 0, 1)) << "it joins afterwards";
  EXPECT_FALSE(co_enabled({write(2, kX), {write(1, kX), join}, write(1, kX)}, 0, 2));
  join.flags = kEventTimedOut;
  EXPECT_TRUE(co_enabled({write(2, kX), join, write(1, kX)}, 0, 2));
  // From thread to thread.
  auto grandchild = operation(2, Operation::ThreadCreate, 40);
  EXPECT_FALSE(co_enabled({write(1, kX), create, grandchild, write(40, kX)}, 0, 3));
  EXPECT_TRUE(co_enabled({create, grandchild, write(1, kX), write(40, kX)}, 2, 3));
}

// The same by looking at the path from its beginning every time.
std::multiset<std::pair<uint64_t, bool>> held_by_definition(const Path& path, Position position) {
  std::multiset<std::pair<uint64_t, bool>> held;
  for (Position i = 0; i < position; i++)
    for (const Footprint& f : path.footprints(i)) {
      if (f.thread != path.thread(position)) continue;
      if (f.operation == Operation::MutexLock) held.emplace(f.object, false);
      if (f.operation == Operation::RwlockReadLock) held.emplace(f.object, true);
      if (f.operation == Operation::MutexUnlock)
        if (auto found = held.find({f.object, false}); found != held.end()) held.erase(found);
      if (f.operation == Operation::RwlockUnlock)
        if (auto found = held.find({f.object, true}); found != held.end()) held.erase(found);
    }
  return held;
}

bool ordered_by_definition(const Path& path, Position a, Position b) {
  std::vector<Footprint> reached{path[a].head};  // operations that come after the first one's announcement
  for (Position i = a; i <= b; i++) {
    bool head = true;
    for (const Footprint& f : path.footprints(i)) {
      bool after = std::ranges::any_of(reached, [&](const Footprint& earlier) {
        bool creates = earlier.operation == Operation::ThreadCreate, joins = f.operation == Operation::ThreadJoin;
        return earlier.thread == f.thread || (creates && earlier.object == f.thread) ||
               (joins && f.object == earlier.thread) || (creates && joins && earlier.object == f.object);
      });
      if (head && i == b) return after;
      if (after) reached.push_back(f);
      head = false;
    }
  }
  return false;
}

TEST(LockSets, SameAsByDefinitionWhenThePathIsCutBack) {
  for (unsigned seed = 0; seed < 2000; seed++) {
    std::mt19937 random(seed);
    auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
    auto any = [&](uint16_t thread) {
      uint64_t object = below(2) ? kA : kB;
      switch (below(10)) {
        case 0:
        case 1:
          return lock(thread, object);
        case 2:
        case 3:
          return unlock(thread, object);
        case 4:
          return operation(thread, Operation::RwlockReadLock, object);
        case 5:
          return operation(thread, Operation::RwlockUnlock, object);
        case 6:
          return operation(thread, Operation::ThreadCreate, (thread + 1 + below(11)) % 12);
        case 7:
          return operation(thread, Operation::ThreadJoin, (thread + 1 + below(11)) % 12);
        default:
          return write(thread, kX);
      }
    };
    Path path;
    LockSets sets;
    for (int round = 0; round < 5; round++) {
      size_t length = below(static_cast<unsigned>(path.size()) + 1);
      path.truncate(length);
      sets.truncate(length);
      for (unsigned more = below(12); more > 0; more--) {
        auto thread = static_cast<uint16_t>(below(12));
        ScriptStep step(any(thread));
        for (unsigned inner = below(3); inner > 0; inner--) step.footprints.push_back(any(thread));
        push(path, step);
      }
      sets.take_in(path);
      ASSERT_EQ(sets.size(), path.size());
      for (Position j = 0; j < path.size(); j++) {
        std::multiset<std::pair<uint64_t, bool>> held;
        for (const HeldLock& lock : sets.held(j))
          for (unsigned i = 0; i < lock.count; i++) held.emplace(lock.object, lock.shared);
        ASSERT_EQ(held, held_by_definition(path, j)) << "seed " << seed << ", step " << j;
        for (Position i = 0; i < j; i++) {
          bool apart = path.thread(i) == path.thread(j) || ordered_by_definition(path, i, j);
          if (path.thread(i) != path.thread(j)) ASSERT_EQ(sets.is_created_or_joined_before(i, j), apart);
          for (const auto& [object, shared] : held_by_definition(path, i))
            for (const auto& [other, other_shared] : held)
              apart |= object == other && shared == other_shared && !shared;
          ASSERT_EQ(sets.may_be_co_enabled(i, j), !apart) << "seed " << seed << ", steps " << i << " and " << j;
        }
      }
    }
  }
}

}  // namespace
}  // namespace selvage::model

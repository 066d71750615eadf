// Sequences with the same happens-before and fewer switches, on paths written by hand and on random ones.
#include "minimise/linearise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>

namespace selvage::minimise {
namespace {

using model::Position;

struct Access {
  uint16_t thread;
  Operation operation;
  uint64_t object;
};

model::Path path_of(const std::vector<Access>& accesses) {
  model::Path path;
  std::vector<model::Race> races;
  for (const Access& access : accesses) {
    uint64_t enabled = ~uint64_t{0};
    Footprint head{access.operation, 0, access.thread, 8, 0x1000 + access.object * 8, 0};
    path.push({head, 0, 1, 0}, {}, {&enabled, 1}, races);
  }
  return path;
}

std::string threads_of(const std::vector<Step>& steps) {
  std::string text;
  for (const Step& step : steps) text += static_cast<char>('0' + step.thread);
  return text;
}

size_t switches(const std::string& threads) {
  size_t count = 0;
  for (size_t i = 1; i < threads.size(); ++i) count += threads[i] != threads[i - 1];
  return count;
}

std::vector<bool> all(const model::Path& path) { return std::vector<bool>(path.size(), true); }

TEST(Linearise, ThreadsThatDoNotMeetGoOneAfterTheOther) {
  model::Path path = path_of({{0, Operation::Write, 0},
                              {1, Operation::Write, 1},
                              {0, Operation::Write, 0},
                              {1, Operation::Write, 1},
                              {0, Operation::Write, 0}});
  EXPECT_EQ(threads_of(linearise(path, all(path)).front()), "00011");
}

TEST(Linearise, WhatIsOrderedStaysOrdered) {
  model::Path path =
      path_of({{0, Operation::Write, 0}, {1, Operation::Write, 1}, {1, Operation::Read, 0}, {0, Operation::Read, 1}});
  for (const std::vector<Step>& steps : linearise(path, all(path))) {
    std::string threads = threads_of(steps);
    EXPECT_EQ(switches(threads), 2u) << threads;
  }
}

TEST(Linearise, CausesAreWhatAStepComesAfter) {
  model::Path path = path_of({{0, Operation::Write, 0},
                              {1, Operation::Write, 1},
                              {2, Operation::Read, 0},
                              {1, Operation::Read, 1},
                              {2, Operation::Write, 2}});
  Position last[] = {4};
  EXPECT_EQ(causes_of(path, last), (std::vector<bool>{true, false, true, false, true}));
  EXPECT_EQ(threads_of(linearise(path, causes_of(path, last)).front()), "022");
}

// All sequences that keep the order, by brute force.
size_t fewest_switches(const model::Path& path) {
  size_t best = SIZE_MAX;
  std::vector<bool> done(path.size());
  std::function<void(size_t, size_t, int)> go_on = [&](size_t count, size_t so_far, int last) {
    if (so_far >= best) return;
    if (count == path.size()) best = so_far;
    for (Position i = 0; i < path.size(); ++i) {
      if (done[i]) continue;
      bool ready = true;
      for (Position j = 0; j < i && ready; ++j) ready = done[j] || !path.happens_before(j, i);
      if (!ready) continue;
      done[i] = true;
      go_on(count + 1, so_far + (last >= 0 && last != path.thread(i)), path.thread(i));
      done[i] = false;
    }
  };
  go_on(0, 0, -1);
  return best;
}

TEST(Linearise, NeedsNoMoreSwitchesThanNecessary) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    std::vector<Access> accesses;
    for (unsigned i = 0, length = 2 + random() % 7; i < length; ++i)
      accesses.push_back(
          {static_cast<uint16_t>(random() % 3), random() % 2 ? Operation::Write : Operation::Read, random() % 3});
    model::Path path = path_of(accesses);
    std::vector<std::vector<Step>> results = linearise(path, all(path));
    ASSERT_FALSE(results.empty());
    EXPECT_EQ(switches(threads_of(results.front())), fewest_switches(path)) << "seed " << seed;
    for (const std::vector<Step>& steps : results) EXPECT_EQ(steps.size(), path.size());
  }
}

}  // namespace
}  // namespace selvage::minimise

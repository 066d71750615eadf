#include "explore/saved_parts.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "explore/saved_tasks.h"

namespace selvage::explore {
namespace {

// Some share the execution that they were derived from.
std::vector<DerivedTask> some_tasks(size_t count) {
  std::mt19937 draw(1);
  std::vector<DerivedTask> tasks;
  for (size_t i = 0; i < count; i++) {
    Task task;
    task.steps.assign(1 + draw() % 50, Step{1, 0});
    DerivedTask derived = stand_alone(task);
    if (i % 3 != 0) derived.origin = tasks.back().origin;
    derived.from_origin = std::min(derived.from_origin, derived.origin->length());
    derived.inherited_hash = i;
    derived.weight = 1.0 / static_cast<double>(1 + draw() % 100);
    tasks.push_back(std::move(derived));
  }
  return tasks;
}

std::string state_of(const std::vector<DerivedTask>& tasks, const SavedSums& sums) {
  std::span<const DerivedTask> all = tasks;
  return save_tasks(sums, {&all, 1});
}

TEST(SavedParts, EveryTaskIsInOnePart) {
  SavedSums sums;
  sums.counts.executions = 5;
  std::string state = state_of(some_tasks(1000), sums);
  for (size_t most_parts : {1, 2, 7, 2000}) {
    for (size_t most_bytes : {size_t{500}, size_t{1} << 30}) {
      auto parts = take_apart(state, most_parts, most_bytes);
      ASSERT_TRUE(parts);
      EXPECT_EQ(parts->done.counts.executions, 5u);
      std::map<uint64_t, int> seen;
      for (const std::string& left : parts->left) {
        SavedSums none;
        std::vector<DerivedTask> tasks;
        ASSERT_TRUE(restore_tasks(left, none, tasks));
        EXPECT_EQ(none.counts.executions, 0u);
        EXPECT_FALSE(tasks.empty());
        for (const DerivedTask& task : tasks) seen[task.inherited_hash]++;
      }
      EXPECT_EQ(seen.size(), 1000u);
      for (const auto& [task, count] : seen) EXPECT_EQ(count, 1);
      if (most_bytes > 500) EXPECT_EQ(parts->left.size(), std::min<size_t>(most_parts, 1000));
    }
  }
}

// What a task takes of an execution comes in its order and once: else a short message could ask for any number of steps.
bool is_taken(Run needed, std::vector<Run> also_needed) {
  std::vector<DerivedTask> tasks = some_tasks(1);
  Task task;
  task.steps.assign(100, Step{1, 0});
  tasks.front().origin = stand_alone(task).origin;
  tasks.front().from_origin = 10;
  tasks.front().needed = needed;
  tasks.front().also_needed = std::move(also_needed);
  SavedSums sums;
  std::vector<DerivedTask> restored;
  return restore_tasks(state_of(tasks, {}), sums, restored);
}

TEST(SavedParts, StretchesThatOverlapAreRefused) {
  EXPECT_TRUE(is_taken({0, 0}, {}));
  EXPECT_TRUE(is_taken({11, 20}, {{20, 30}, {40, 100}}));
  EXPECT_FALSE(is_taken({5, 20}, {}));
  EXPECT_FALSE(is_taken({11, 20}, {{19, 30}}));
  EXPECT_FALSE(is_taken({11, 20}, {{30, 40}, {30, 40}}));
  EXPECT_FALSE(is_taken({11, 20}, {{30, 101}}));
  EXPECT_FALSE(is_taken({0, 0}, {{30, 40}}));
}

TEST(SavedParts, PartsHaveAboutTheSameWeight) {
  auto parts = take_apart(state_of(some_tasks(1000), {}), 4, size_t{1} << 30);
  ASSERT_TRUE(parts);
  double least = 1e9, most = 0;
  for (const std::string& left : parts->left) {
    SavedSums none;
    std::vector<DerivedTask> tasks;
    ASSERT_TRUE(restore_tasks(left, none, tasks));
    double weight = 0;
    for (const DerivedTask& task : tasks) weight += task.weight;
    least = std::min(least, weight);
    most = std::max(most, weight);
  }
  EXPECT_GT(least, 0.9 * most);
}

TEST(SavedParts, NothingLeftIsNoPart) {
  auto parts = take_apart(state_of({}, {}), 4, 1000);
  ASSERT_TRUE(parts);
  EXPECT_TRUE(parts->left.empty());
  EXPECT_FALSE(take_apart("abc", 1, 1000));
}

// Locations were found shared when its time was up.
TEST(SavedParts, OfASearchThatHasToBeginAnewEverythingIsLeft) {
  auto parts = take_apart("", 4, 1000);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->left, std::vector<std::string>{""});
  EXPECT_EQ(parts->done.counts.executions, 0u);
}

}  // namespace
}  // namespace selvage::explore

#include "explore/saved_parts.h"

#include <algorithm>
#include <cstring>

#include "explore/saved.h"
#include "explore/saved_tasks.h"

namespace selvage::explore {

namespace {

size_t bytes_of(const Task& task) {
  return task.steps.size() * sizeof(Step) + task.reversals.size() * sizeof(Reversal) +
         task.sleeping.size() * sizeof(Sleeper) + task.footprints.size() * sizeof(Footprint) + 64;
}

// A part of the tasks, in their old order: the newest ones come last, and first in their turn.
struct Hand {
  std::vector<size_t> tasks;
  double weight = 0;
};

// The heaviest first, each to whoever has least.
std::vector<Hand> deal(const std::vector<Task>& tasks, size_t hands) {
  std::vector<size_t> order(tasks.size());
  for (size_t i = 0; i < order.size(); i++) order[i] = i;
  std::ranges::sort(order, [&](size_t a, size_t b) {
    return tasks[a].weight != tasks[b].weight ? tasks[a].weight > tasks[b].weight : a < b;
  });
  std::vector<Hand> result(std::min(hands, tasks.size()));
  for (size_t task : order) {
    Hand& least = *std::ranges::min_element(result, [](const Hand& a, const Hand& b) {
      return a.weight != b.weight ? a.weight < b.weight : a.tasks.size() < b.tasks.size();
    });
    least.tasks.push_back(task);
    least.weight += tasks[task].weight;
  }
  for (Hand& hand : result) std::ranges::sort(hand.tasks);
  return result;
}

// What a message can carry limits a part, but one task is not divided.
void save_in_pieces(std::vector<Task>& tasks, const Hand& hand, size_t most_bytes, std::vector<std::string>& states) {
  std::vector<Task> piece;
  size_t bytes = 0;
  auto save = [&] {
    std::span<const Task> all = piece;
    states.push_back(save_tasks({}, {&all, 1}));
    piece.clear();
    bytes = 0;
  };
  for (size_t index : hand.tasks) {
    size_t more = bytes_of(tasks[index]);
    if (!piece.empty() && bytes + more > most_bytes) save();
    piece.push_back(std::move(tasks[index]));
    bytes += more;
  }
  if (!piece.empty()) save();
}

// All states begin with their format and the sums.
std::optional<SavedParts> take_sums_off(std::string_view state) {
  SavedReader reader(state);
  reader.value<uint32_t>();
  SavedParts parts;
  parts.done = reader.value<SavedSums>();
  if (reader.failed()) return std::nullopt;
  std::string rest(state);
  SavedSums none;
  std::memcpy(rest.data() + sizeof(uint32_t), &none, sizeof(none));
  parts.left.push_back(std::move(rest));
  return parts;
}

}  // namespace

std::optional<SavedParts> take_apart(std::string_view state, size_t most_parts, size_t most_bytes) {
  SavedParts parts;
  if (state.empty()) {
    parts.left.emplace_back();
    return parts;
  }
  std::vector<Task> tasks;
  if (!restore_tasks(state, parts.done, tasks)) return take_sums_off(state);
  for (const Hand& hand : deal(tasks, std::max<size_t>(1, most_parts)))
    save_in_pieces(tasks, hand, most_bytes, parts.left);
  return parts;
}

}  // namespace selvage::explore

#include "explore/saved_parts.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "explore/saved.h"
#include "explore/saved_tasks.h"

namespace selvage::explore {

namespace {

size_t bytes_of(const Asleep& asleep) {
  return asleep.sleepers.size() * sizeof(Sleeper) + asleep.footprints.size() * sizeof(Footprint);
}

// Tasks, and the executions that they were derived from, as far as those are not there already.
class PieceSize {
 public:
  size_t with(const DerivedTask& task) {
    size_t more = sizeof(DerivedTask) + task.also_needed.size() * sizeof(Run);
    if (task.asleep) more += bytes_of(*task.asleep);
    fresh_.clear();
    for (const Origin* origin = task.origin.get(); origin != nullptr && !origins_.contains(origin);
         origin = origin->parts().parent.get()) {
      const OriginParts& parts = origin->parts();
      more +=
          parts.steps.size() * sizeof(Step) + parts.reversals.size() * sizeof(Reversal) + bytes_of(parts.asleep) + 64;
      fresh_.push_back(origin);
    }
    return bytes_ + (last_ = more);
  }
  // The one that was looked at last.
  void add() {
    bytes_ += last_;
    origins_.insert(fresh_.begin(), fresh_.end());
  }

 private:
  std::unordered_set<const Origin*> origins_;
  std::vector<const Origin*> fresh_;
  size_t bytes_ = 0, last_ = 0;
};

// A part of the tasks, in their old order: the newest ones come last, and first in their turn.
struct Hand {
  std::vector<size_t> tasks;
  double weight = 0;
};

// The heaviest first, each to whoever has least.
std::vector<Hand> deal(const std::vector<DerivedTask>& tasks, size_t hands) {
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
void save_in_pieces(std::vector<DerivedTask>& tasks, const Hand& hand, size_t most_bytes,
                    std::vector<std::string>& states) {
  std::vector<DerivedTask> piece;
  PieceSize size;
  auto save = [&] {
    std::span<const DerivedTask> all = piece;
    states.push_back(save_tasks({}, {&all, 1}));
    piece.clear();
    size = {};
  };
  for (size_t index : hand.tasks) {
    if (size.with(tasks[index]) > most_bytes && !piece.empty()) {
      save();
      size.with(tasks[index]);
    }
    size.add();
    piece.push_back(std::move(tasks[index]));
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
  std::vector<DerivedTask> tasks;
  if (!restore_tasks(state, parts.done, tasks)) return take_sums_off(state);
  for (const Hand& hand : deal(tasks, std::max<size_t>(1, most_parts)))
    save_in_pieces(tasks, hand, most_bytes, parts.left);
  return parts;
}

}  // namespace selvage::explore

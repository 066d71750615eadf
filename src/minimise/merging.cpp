#include "minimise/merging.h"

#include <algorithm>

namespace selvage::minimise {
namespace {

using Schedule = std::vector<Step>;

// Steps that one thread takes in a row, as positions in the schedule.
struct Block {
  size_t begin, end;
  uint16_t thread;
};

std::vector<Block> blocks_of(const Schedule& schedule) {
  std::vector<Block> blocks;
  for (size_t i = 0; i < schedule.size(); ++i) {
    if (blocks.empty() || blocks.back().thread != schedule[i].thread) blocks.push_back({i, i, schedule[i].thread});
    blocks.back().end = i + 1;
  }
  return blocks;
}

void append(Schedule& schedule, const Schedule& from, size_t begin, size_t end) {
  schedule.insert(schedule.end(), from.begin() + static_cast<ptrdiff_t>(begin),
                  from.begin() + static_cast<ptrdiff_t>(end));
}

// The steps from `middle` to `end` before those from `begin` to `middle`.
Schedule exchanged(const Schedule& schedule, size_t begin, size_t middle, size_t end) {
  Schedule result = schedule;
  auto at = [&](size_t position) { return result.begin() + static_cast<ptrdiff_t>(position); };
  std::rotate(at(begin), at(middle), at(end));
  return result;
}

// From its block `from` on, the thread takes no step that the schedule asks for.
Schedule without(const Schedule& schedule, const std::vector<Block>& blocks, size_t from) {
  Schedule result;
  for (size_t i = 0; i < blocks.size(); ++i)
    if (i < from || blocks[i].thread != blocks[from].thread) append(result, schedule, blocks[i].begin, blocks[i].end);
  return result;
}

// What can be done about the block `i`.
void add_changes(const Schedule& schedule, const std::vector<Block>& blocks, size_t i, std::vector<Schedule>& result) {
  // The rest as the policy does it, which takes nobody's turn away.
  result.emplace_back(schedule.begin(), schedule.begin() + static_cast<ptrdiff_t>(blocks[i].end));
  result.push_back(without(schedule, blocks, i));
  auto again =
      std::ranges::find(blocks.begin() + static_cast<ptrdiff_t>(i) + 1, blocks.end(), blocks[i].thread, &Block::thread);
  if (again == blocks.end()) return;
  result.push_back(exchanged(schedule, blocks[i].end, again->begin, again->end));
  result.push_back(exchanged(schedule, blocks[i].begin, blocks[i].end, again->begin));
}

// Tries every change once. False: none helps, or time is over.
bool improve(Trials& trials) {
  Size before = trials.best()->size;
  Schedule schedule = trials.best()->finding.schedule;
  std::vector<Block> blocks = blocks_of(schedule);
  std::vector<Schedule> changed;
  for (size_t i = 0; i < blocks.size(); ++i) {
    add_changes(schedule, blocks, i, changed);
    if (changed.size() < trials.batch_size() && i + 1 < blocks.size()) continue;
    if (!trials.run(changed)) return false;
    changed.clear();
    // Where there are many, one that helps a lot is as good as the one that helps most.
    if (trials.best()->size.switches + 1 < before.switches) return true;
  }
  return trials.best()->size < before;
}

}  // namespace

void merge_turns(Trials& trials) {
  while (trials.best() && !trials.is_over() && improve(trials)) {
  }
}

}  // namespace selvage::minimise

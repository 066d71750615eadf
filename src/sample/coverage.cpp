#include "sample/coverage.h"

#include <algorithm>

#include "sample/seeds.h"

namespace selvage::sample {
namespace {

// A range that covers more is known by its beginning.
constexpr uint64_t kMostGranules = 8;

uint64_t pair(uint64_t one, uint64_t other) { return splitmix64(splitmix64(one) + other); }

// Instructions that sites do not tell apart are told apart by what they operate on.
uint64_t instruction_of(const Footprint& f, uint32_t site) {
  return site != 0 ? site : pair(static_cast<uint64_t>(f.operation), f.object) | uint64_t{1} << 32;
}

bool is_lock(Operation operation) {
  return dependence::in(operation, Operation::MutexLock, Operation::MutexTimedLock) ||
         dependence::in(operation, Operation::SpinLock, Operation::SpinTryLock) ||
         dependence::in(operation, Operation::RwlockReadLock, Operation::RwlockTimedWriteLock);
}

}  // namespace

uint64_t Coverage::look_at(const Footprint& f, uint64_t instruction) {
  uint64_t news = 0;
  if (is_lock(f.operation)) {
    Last& last = locked_[f.object];
    if (last.instruction != 0 && last.thread != f.thread)
      news += lock_orders_.insert(pair(last.instruction, instruction)).second ? 1 : 0;
    last = {instruction, f.thread};
    return news;
  }
  if (!dependence::is_memory(f)) return 0;
  uint64_t first = f.object / kSharingGranule;
  uint64_t last = std::min((f.object + dependence::width(f) - 1) / kSharingGranule, first + kMostGranules - 1);
  bool reads = f.operation != Operation::Write && f.operation != Operation::AtomicStore;
  for (uint64_t granule = first; granule <= last; ++granule) {
    if (reads) {
      auto write = writes_.find(granule);
      Last from = write == writes_.end() ? Last{} : write->second;
      bool own = from.instruction != 0 && from.thread == f.thread;
      news += reads_from_.insert(pair(pair(from.instruction, instruction), own ? 1 : 0)).second ? 1 : 0;
    }
    if (dependence::modifies_memory(f) && !(f.flags & kEventFailed)) writes_[granule] = {instruction, f.thread};
  }
  return news;
}

uint64_t Coverage::take_in(const explore::Execution& execution, const model::Path& path,
                           std::span<const model::Race> races) {
  uint64_t news = 0;
  writes_.clear();
  locked_.clear();
  for (size_t i = 0; i < execution.steps.size(); ++i) {
    const model::Transition& step = execution.steps[i];
    news += look_at(step.head, instruction_of(step.head, step.site));
    for (const Footprint& inner : execution.inner_of(i)) news += look_at(inner, instruction_of(inner, 0));
  }
  for (const model::Race& race : races) {
    const model::Transition& one = path[race.first];
    const model::Transition& other = path[race.second];
    uint64_t first = pair(instruction_of(one.head, one.site), one.head.thread);
    uint64_t second = pair(instruction_of(other.head, other.site), other.head.thread);
    uint8_t& orders = racing_[pair(std::min(first, second), std::max(first, second))];
    uint8_t order = first < second ? 1 : 2;
    if (orders & order) continue;
    orders |= order;
    ++news;
    if (orders == 3) ++both_ways_;
  }
  ++executions_;
  if (news != 0) last_news_ = executions_;
  return news;
}

void Coverage::save(explore::SavedWriter& writer) const {
  for (uint64_t value : {executions_, last_news_}) writer.value(value);
  for (const auto* set : {&reads_from_, &lock_orders_}) {
    std::vector<uint64_t> members(set->begin(), set->end());
    writer.list(std::span<const uint64_t>(members));
  }
  std::vector<uint64_t> pairs;
  std::vector<uint8_t> orders;
  for (const auto& [members, seen] : racing_) {
    pairs.push_back(members);
    orders.push_back(seen);
  }
  writer.list(std::span<const uint64_t>(pairs));
  writer.list(std::span<const uint8_t>(orders));
}

void Coverage::restore(explore::SavedReader& reader) {
  executions_ = reader.value<uint64_t>();
  last_news_ = std::min(reader.value<uint64_t>(), executions_);
  for (auto* set : {&reads_from_, &lock_orders_}) {
    std::vector<uint64_t> members;
    reader.list(members);
    set->clear();
    set->insert(members.begin(), members.end());
  }
  std::vector<uint64_t> pairs;
  std::vector<uint8_t> orders;
  reader.list(pairs);
  reader.list(orders);
  if (pairs.size() != orders.size()) return reader.fail();
  racing_.clear();
  both_ways_ = 0;
  for (size_t i = 0; i < pairs.size(); ++i) {
    racing_[pairs[i]] = orders[i];
    if (orders[i] == 3) ++both_ways_;
  }
}

}  // namespace selvage::sample

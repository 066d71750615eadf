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

void CoverageNews::clear() {
  reads_from.clear();
  lock_orders.clear();
  racing.clear();
  orders.clear();
}

void CoverageNews::save(explore::SavedWriter& writer) const {
  for (const auto* list : {&reads_from, &lock_orders, &racing}) writer.list(std::span<const uint64_t>(*list));
  writer.list(std::span<const uint8_t>(orders));
}

void CoverageNews::restore(explore::SavedReader& reader) {
  for (auto* list : {&reads_from, &lock_orders, &racing}) reader.list(*list);
  reader.list(orders);
  if (racing.size() != orders.size()) reader.fail();
}

void Coverage::add_read(uint64_t pair) {
  if (reads_from_.insert(pair).second) news_.reads_from.push_back(pair);
}

void Coverage::add_lock_order(uint64_t pair) {
  if (lock_orders_.insert(pair).second) news_.lock_orders.push_back(pair);
}

void Coverage::add_racing(uint64_t pair, uint8_t order) {
  uint8_t& orders = racing_[pair];
  if (orders & order) return;
  orders |= order;
  news_.racing.push_back(pair);
  news_.orders.push_back(order);
  if (orders == 3) ++both_ways_;
}

uint64_t Coverage::end_execution() {
  ++executions_;
  uint64_t news = news_.reads_from.size() + news_.lock_orders.size() + news_.racing.size();
  if (news != 0) last_news_ = executions_;
  return news;
}

void Coverage::look_at(const Footprint& f, uint64_t instruction) {
  if (is_lock(f.operation)) {
    Last& last = locked_[f.object];
    if (last.instruction != 0 && last.thread != f.thread) add_lock_order(pair(last.instruction, instruction));
    last = {instruction, f.thread};
    return;
  }
  if (!dependence::is_memory(f)) return;
  uint64_t first = f.object / kSharingGranule;
  uint64_t last = std::min((f.object + dependence::width(f) - 1) / kSharingGranule, first + kMostGranules - 1);
  bool reads = f.operation != Operation::Write && f.operation != Operation::AtomicStore;
  for (uint64_t granule = first; granule <= last; ++granule) {
    if (reads) {
      auto write = writes_.find(granule);
      Last from = write == writes_.end() ? Last{} : write->second;
      bool own = from.instruction != 0 && from.thread == f.thread;
      add_read(pair(pair(from.instruction, instruction), own ? 1 : 0));
    }
    if (dependence::modifies_memory(f) && !(f.flags & kEventFailed)) writes_[granule] = {instruction, f.thread};
  }
}

uint64_t Coverage::take_in(const explore::Execution& execution, const model::Path& path,
                           std::span<const model::Race> races) {
  news_.clear();
  writes_.clear();
  locked_.clear();
  for (size_t i = 0; i < execution.steps.size(); ++i) {
    const model::Transition& step = execution.steps[i];
    look_at(step.head, instruction_of(step.head, step.site));
    for (const Footprint& inner : execution.inner_of(i)) look_at(inner, instruction_of(inner, 0));
  }
  for (const model::Race& race : races) {
    const model::Transition& one = path[race.first];
    const model::Transition& other = path[race.second];
    uint64_t first = pair(instruction_of(one.head, one.site), one.head.thread);
    uint64_t second = pair(instruction_of(other.head, other.site), other.head.thread);
    add_racing(pair(std::min(first, second), std::max(first, second)), first < second ? 1 : 2);
  }
  return end_execution();
}

uint64_t Coverage::take_in(const CoverageNews& news) {
  news_.clear();
  for (uint64_t pair : news.reads_from) add_read(pair);
  for (uint64_t pair : news.lock_orders) add_lock_order(pair);
  for (size_t i = 0; i < news.racing.size(); ++i) add_racing(news.racing[i], news.orders[i]);
  return end_execution();
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

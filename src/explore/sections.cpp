#include "explore/sections.h"

#include <algorithm>
#include <cstring>

#include "model/keys.h"

namespace selvage::explore {

namespace {

// What the table says of a section that is not steady: no address has this bit.
constexpr SharedLocation kSectionEntry = uint64_t{1} << 63;

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0xff51afd7ed558ccdu;
  return hash ^ (hash >> 29);
}

bool is_entry(SharedLocation location) {
  return (location & kSectionEntry) != 0 && location % kSharingGranule == kReadMark;
}

bool locks(const Footprint& f) {
  return f.operation == Operation::MutexLock && !(f.flags & kEventFailed) && !dependence::is_nested(f);
}

bool unlocks(const Footprint& f, const Footprint& lock) {
  return f.operation == Operation::MutexUnlock && f.object == lock.object && f.thread == lock.thread &&
         !(f.flags & kEventFailed) && !dependence::is_nested(f);
}

bool only_accesses(const Footprint& f, const Footprint& lock) {
  if (f.operation == Operation::ThreadFollow) return true;  // the step does nothing for it
  return dependence::is_memory(f) && f.thread == lock.thread && !model::is_wide(f);
}

// What its thread announced after a step.
Operation next_of_thread(const Execution& execution, size_t step) {
  uint16_t thread = execution.steps[step].head.thread;
  for (size_t i = step + 1; i < execution.steps.size(); i++)
    if (execution.steps[i].head.thread == thread) return execution.steps[i].head.operation;
  for (const Unfinished& unfinished : execution.unfinished)
    if (unfinished.next.thread == thread) return unfinished.next.operation;
  return Operation::None;
}

}  // namespace

Sections::Sections(SectionKinds kinds, std::span<const SharedLocation> table) : kinds_(kinds), salt_(0) {
  for (SharedLocation location : table) {
    if (is_entry(location)) {
      not_steady_.insert(location);
    } else {
      salt_ = mix(salt_, location);
    }
  }
}

// Calls `visit` with every transition that may be a section, and what tells it apart: the place in its thread.
template <typename Visit>
void Sections::for_each_section(std::span<const Step> before, const Execution& execution, Visit&& visit) const {
  std::vector<uint32_t> steps_of_thread;
  auto number = [&](uint16_t thread) {
    if (thread >= steps_of_thread.size()) steps_of_thread.resize(thread + 1u);
    return steps_of_thread[thread]++;
  };
  for (const Step& step : before) number(step.thread);
  for (size_t i = 0; i < execution.steps.size(); i++) {
    const Footprint& head = execution.steps[i].head;
    uint64_t place = number(head.thread);
    bool may_be = kinds_.mutexes ? locks(head) : false;
    may_be |= kinds_.blocks && head.operation == Operation::AtomicBlockBegin;
    if (!may_be) continue;
    uint64_t key = mix(mix(mix(mix(salt_, head.thread), place), execution.steps[i].site), head.object);
    visit(i, (key & ~(kSharingGranule - 1)) | kSectionEntry | kReadMark);
  }
}

bool Sections::is_section(const Execution& execution, size_t step) const {
  const Footprint& head = execution.steps[step].head;
  for (const Footprint& f : execution.inner_of(step)) {
    if (unlocks(f, head)) return true;
    if (!only_accesses(f, head)) return false;
  }
  return head.operation == Operation::AtomicBlockBegin && next_of_thread(execution, step) == Operation::AtomicBlockEnd;
}

void Sections::mark(Execution& execution, std::span<const Step> before) const {
  for_each_section(before, execution, [&](size_t step, uint64_t key) {
    if (not_steady_.contains(key) || !is_section(execution, step)) return;
    Footprint& head = execution.steps[step].head;
    head.flags |= kEventSection;
    uint32_t begin = step == 0 ? 0 : execution.inner_end[step - 1];
    for (Footprint& f : std::span(execution.inner).subspan(begin, execution.inner_end[step] - begin)) {
      if (!unlocks(f, head)) continue;
      f.flags |= kEventSection;
      break;
    }
  });
}

void Sections::note(const Execution& execution, std::span<const Step> before, uint64_t executions) {
  constexpr uint8_t kMarks = kEventCommutes | kEventUpdates;
  std::vector<std::pair<uint64_t, uint64_t>> seen;
  for_each_section(before, execution, [&](size_t step, uint64_t key) {
    if (not_steady_.contains(key)) return;
    const Footprint& head = execution.steps[step].head;
    uint64_t what = 1;
    for (const Footprint& f : execution.inner_of(step)) {
      what = mix(mix(mix(what, static_cast<uint64_t>(f.operation)), f.object), f.size);
      if (dependence::is_memory(f)) what = mix(what, f.flags & kMarks);
      if (dependence::commutes(f)) what = mix(what, f.value);
      if (unlocks(f, head)) break;
    }
    seen.emplace_back(key, dependence::is_section(head) ? what : 0);
  });
  if (seen.empty()) return;
  std::lock_guard lock(mutex_);
  for (const auto& [key, what] : seen) {
    auto [entry, is_new] = did_.try_emplace(key, what);
    if (is_new || entry->second == what || std::ranges::find(found_, key) != found_.end()) continue;
    if (found_.empty()) start_over_at_ = 2 * executions + 32;
    found_.push_back(key);
  }
}

std::vector<SharedLocation> Sections::unsteady(uint64_t executions) {
  std::lock_guard lock(mutex_);
  if (found_.empty() || executions < start_over_at_) return {};
  return found_;
}

std::vector<SharedLocation> Sections::all_unsteady() {
  std::lock_guard lock(mutex_);
  return found_;
}

std::string Sections::save() {
  std::lock_guard lock(mutex_);
  std::vector<uint64_t> words = {did_.size(), found_.size()};
  for (const auto& [key, what] : did_) words.insert(words.end(), {key, what});
  words.insert(words.end(), found_.begin(), found_.end());
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(uint64_t)};
}

bool Sections::restore(std::string_view& bytes) {
  auto take = [&](uint64_t& word) {
    if (bytes.size() < sizeof(word)) return false;
    std::memcpy(&word, bytes.data(), sizeof(word));
    bytes.remove_prefix(sizeof(word));
    return true;
  };
  uint64_t sections = 0, found = 0, key = 0, what = 0;
  if (!take(sections) || !take(found)) return false;
  for (uint64_t i = 0; i < sections; i++) {
    if (!take(key) || !take(what)) return false;
    did_[key] = what;
  }
  for (uint64_t i = 0; i < found; i++) {
    if (!take(key)) return false;
    found_.push_back(key);
  }
  return true;
}

}  // namespace selvage::explore

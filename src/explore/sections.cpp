#include "explore/sections.h"

#include <algorithm>
#include <cstring>
#include <utility>

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

// What its thread announced after a step. Null: nothing.
const Footprint* next_of_thread(const Execution& execution, size_t step) {
  uint16_t thread = execution.steps[step].head.thread;
  for (size_t i = step + 1; i < execution.steps.size(); i++)
    if (execution.steps[i].head.thread == thread) return &execution.steps[i].head;
  for (const Unfinished& unfinished : execution.unfinished)
    if (unfinished.next.thread == thread) return &unfinished.next;
  return nullptr;
}

// Code ran whose accesses are not seen: what the section meets is not known.
bool hides_accesses(const Footprint& end) { return (end.flags & kEventUnseen) != 0; }

}  // namespace

bool calls_for_source(std::span<const SharedLocation> table) {
  return std::ranges::any_of(table,
                             [](SharedLocation entry) { return entry == kThreadsSignal || entry == kBlocksDiffer; });
}

// Which memory blocks share with others is not known in a part of a search: as if they shared some.
Sections::Sections(SectionKinds kinds, std::span<const SharedLocation> table)
    : kinds_(kinds), salt_(0), blocks_meet_others_(kinds.is_divided) {
  for (SharedLocation location : table) {
    if (is_entry(location)) {
      not_steady_.insert(location);
    } else {
      salt_ = mix(salt_, location);
    }
  }
}

bool Sections::may_be_section(const Footprint& head) const {
  return (kinds_.mutexes && locks(head)) || head.operation == Operation::AtomicBlockBegin;
}

bool Sections::any_in(const Execution& execution) const {
  return std::ranges::any_of(execution.steps, [&](const model::Transition& step) { return may_be_section(step.head); });
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
    if (!may_be_section(head)) continue;
    uint64_t key = mix(mix(mix(mix(salt_, head.thread), place), execution.steps[i].site), head.object);
    visit(i, (key & ~(kSharingGranule - 1)) | kSectionEntry | kReadMark);
  }
}

bool Sections::is_section(const Execution& execution, size_t step) const {
  const Footprint& head = execution.steps[step].head;
  for (const Footprint& f : execution.inner_of(step)) {
    if (unlocks(f, head)) return !hides_accesses(f);
    if (!only_accesses(f, head)) return false;
  }
  if (head.operation != Operation::AtomicBlockBegin) return false;
  const Footprint* next = next_of_thread(execution, step);
  return next != nullptr && next->operation == Operation::AtomicBlockEnd && !hides_accesses(*next);
}

void Sections::mark(Execution& execution, std::span<const Step> before) const {
  for_each_section(before, execution, [&](size_t step, uint64_t key) {
    if (not_steady_.contains(key) || !is_section(execution, step)) return;
    Footprint& head = execution.steps[step].head;
    if (head.operation == Operation::AtomicBlockBegin && !kinds_.blocks) return;
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
  struct Seen {
    uint64_t key, what;
    bool is_block;
  };
  std::vector<Seen> seen;
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
    // A block in which the execution ended, at an assumption or otherwise, may have read more elsewhere before it did.
    bool is_block = head.operation == Operation::AtomicBlockBegin;
    uint64_t not_whole = is_block ? mix(what, 1) : 0;
    seen.push_back({key, is_section(execution, step) ? what : not_whole, is_block});
  });
  if (seen.empty()) return;
  std::lock_guard lock(mutex_);
  note_memory(execution);
  auto find = [&](SharedLocation entry) {
    if (std::ranges::find(found_, entry) != found_.end()) return;
    if (found_.empty()) start_over_at_ = kinds_.is_divided ? 0 : 2 * executions + 32;
    found_.push_back(entry);
    has_found_.store(true, std::memory_order_release);
  };
  for (const Seen& one : seen) {
    auto [entry, is_new] = did_.try_emplace(one.key, one.what);
    if (is_new && one.is_block && kinds_.is_divided) blocks_.insert(one.key);
    if (is_new || entry->second == one.what) continue;
    blocks_differ_ |= one.is_block;
    if (!one.is_block || kinds_.blocks) find(one.key);
  }
  if (blocks_differ_ && blocks_meet_others_) find(kBlocksDiffer);
}

// What is done outside of blocks counts where a thread can be interrupted for it: it is a step of its own.
void Sections::note_memory(const Execution& execution) {
  if (blocks_meet_others_) return;
  auto enter = [&](const Footprint& f, std::unordered_set<uint64_t>& own, const std::unordered_set<uint64_t>& other) {
    if (!dependence::reads_memory(f) || model::is_wide(f)) {
      blocks_meet_others_ |= dependence::reads_memory(f);
      return;
    }
    model::for_each_granule(f, [&](uint64_t granule) {
      own.insert(granule);
      blocks_meet_others_ |= other.contains(granule);
    });
  };
  for (size_t i = 0; i < execution.steps.size(); i++) {
    const Footprint& head = execution.steps[i].head;
    bool is_block = head.operation == Operation::AtomicBlockBegin;
    enter(head, outside_, in_blocks_);
    for (const Footprint& f : execution.inner_of(i))
      is_block ? enter(f, in_blocks_, outside_) : enter(f, outside_, in_blocks_);
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

std::vector<SectionSeen> Sections::seen() {
  std::lock_guard lock(mutex_);
  std::vector<SectionSeen> result;
  for (const auto& [key, what] : did_) result.push_back({key, what, blocks_.contains(key) ? 1U : 0U});
  return result;
}

std::string Sections::save() {
  if (kinds_.is_divided) return "";
  std::lock_guard lock(mutex_);
  std::vector<uint64_t> words = {did_.size(), found_.size(), blocks_differ_};
  for (const auto& [key, what] : did_) words.insert(words.end(), {key, what});
  words.insert(words.end(), found_.begin(), found_.end());
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(uint64_t)};
}

bool Sections::restore(std::string_view& bytes) {
  if (kinds_.is_divided) return true;
  auto take = [&](uint64_t& word) {
    if (bytes.size() < sizeof(word)) return false;
    std::memcpy(&word, bytes.data(), sizeof(word));
    bytes.remove_prefix(sizeof(word));
    return true;
  };
  uint64_t sections = 0, found = 0, differ = 0, key = 0, what = 0;
  if (!take(sections) || !take(found) || !take(differ)) return false;
  blocks_differ_ = differ != 0;
  blocks_meet_others_ = true;  // as far as is known now
  for (uint64_t i = 0; i < sections; i++) {
    if (!take(key) || !take(what)) return false;
    did_[key] = what;
  }
  for (uint64_t i = 0; i < found; i++) {
    if (!take(key)) return false;
    found_.push_back(key);
    has_found_.store(true, std::memory_order_release);
  }
  return true;
}

}  // namespace selvage::explore

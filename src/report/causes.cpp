#include "report/causes.h"

#include <algorithm>
#include <map>
#include <utility>

namespace selvage::report {
namespace {

enum class Effect { None, Reads, Writes, Updates };

bool is_exchange(const Step& step) { return step.operation == "atomic_compare_exchange"; }

// What the step does to memory. Who meets freed memory meets what the free left.
Effect effect_of(const Step& step) {
  if (step.operation == "read" || step.operation == "atomic_load" || step.operation == "futex_wait")
    return Effect::Reads;
  if (step.operation == "write" || step.operation == "atomic_store" || step.operation == "free") return Effect::Writes;
  if (step.operation == "atomic_update") return Effect::Updates;
  if (is_exchange(step)) return step.failed ? Effect::Reads : Effect::Updates;
  return Effect::None;
}

bool reads(Effect effect) { return effect == Effect::Reads || effect == Effect::Updates; }

// What became of each byte of memory last: disjoint ranges, each with the step that is responsible for it.
class Ranges {
 public:
  void assign(uint64_t begin, uint64_t end, StepIndex step) {
    split(begin);
    split(end);
    parts_.erase(parts_.lower_bound(begin), parts_.lower_bound(end));
    parts_.emplace(begin, Part{end, step});
  }

  // Each step that is responsible for some of it, in no order.
  template <typename Visitor>
  void for_each(uint64_t begin, uint64_t end, const Visitor& visit) const {
    auto at = parts_.upper_bound(begin);
    if (at != parts_.begin() && std::prev(at)->second.end > begin) --at;
    for (; at != parts_.end() && at->first < end; ++at) visit(at->second.step);
  }

 private:
  struct Part {
    uint64_t end;
    StepIndex step;
  };

  void split(uint64_t where) {
    auto behind = parts_.lower_bound(where);
    if (behind == parts_.begin()) return;
    auto part = std::prev(behind);
    if (part->second.end <= where) return;
    parts_.emplace_hint(behind, where, part->second);
    part->second.end = where;
  }

  std::map<uint64_t, Part> parts_;
};

// Writes are looked up by granules, of which the first so many stand for all.
constexpr uint64_t kGranule = 8, kMostGranules = 64;

void make_distinct(std::vector<StepIndex>& list) {
  std::ranges::sort(list);
  list.erase(std::ranges::unique(list).begin(), list.end());
}

class Causes {
 public:
  explicit Causes(Counterexample& finding) : finding_(finding), seen_(finding.threads.size()) {}

  void find() {
    for (StepIndex i = 0; i < finding_.steps.size(); ++i) {
      Step& step = finding_.steps[i];
      if (!step.object) continue;
      const Object& object = finding_.objects[*step.object];
      if (object.kind == "memory")
        take_access(i, object.address);
      else
        take_operation(i, object);
    }
  }

 private:
  using Thing = std::pair<std::string, uint64_t>;  // kind of object, address

  void take_access(StepIndex index, uint64_t begin) {
    Step& step = finding_.steps[index];
    Effect effect = effect_of(step);
    if (effect == Effect::None) return;
    uint64_t end = begin + std::max<uint32_t>(step.size, 1);
    if (reads(effect)) written_.for_each(begin, end, [&](StepIndex write) { step.reads_from.push_back(write); });
    if (effect != Effect::Reads) find_overwritten(index, begin, end);
    make_distinct(step.reads_from);
    make_distinct(step.overwrites);
    seen_[step.thread].assign(begin, end, index);
    if (effect == Effect::Reads) return;
    written_.assign(begin, end, index);
    for (uint64_t granule = begin / kGranule; granule <= last_granule(begin, end); ++granule)
      writes_[granule].push_back(index);
  }

  static uint64_t last_granule(uint64_t begin, uint64_t end) {
    return std::min((end - 1) / kGranule, begin / kGranule + kMostGranules - 1);
  }

  // A thread that looked, and writes without looking again, overwrites what came in between: its update loses theirs. A
  // compare-exchange looks again, and is deceived where it finds what the thread had seen before.
  void find_overwritten(StepIndex index, uint64_t begin, uint64_t end) {
    Step& step = finding_.steps[index];
    if (step.operation == "free" || step.operation == "atomic_update") return;
    seen_[step.thread].for_each(begin, end, [&](StepIndex look) {
      const Step& before = finding_.steps[look];
      if (!reads(effect_of(before)) || (is_exchange(step) && step.read != before.read)) return;
      for (uint64_t granule = begin / kGranule; granule <= last_granule(begin, end); ++granule)
        add_writes_behind(look, granule, begin, end, step);
    });
  }

  void add_writes_behind(StepIndex look, uint64_t granule, uint64_t begin, uint64_t end, Step& step) {
    auto writes = writes_.find(granule);
    if (writes == writes_.end()) return;
    for (auto at = std::ranges::upper_bound(writes->second, look); at != writes->second.end(); ++at) {
      const Step& write = finding_.steps[*at];
      uint64_t address = finding_.objects[*write.object].address;
      bool overlaps = address < end && begin < address + std::max<uint32_t>(write.size, 1);
      if (overlaps && write.thread != step.thread) step.overwrites.push_back(*at);
    }
  }

  // Who does not get something owes that to whoever has it; how many there are of something, and what is in it, to all
  // that took and gave; and that it is free, to who made it anew.
  void take_operation(StepIndex index, const Object& object) {
    if (object.kind == "thread" || object.kind == "process") return;
    Step& step = finding_.steps[index];
    bool is_counted = object.kind == "semaphore" || object.kind == "descriptor";
    // The two ends of a pipe have different numbers: what is between them counts.
    Thing thing{object.kind, step.channel ? *step.channel : object.address != 0 ? object.address : *step.object};
    auto& last = operations_[thing];
    if (step.failed || step.timed_out)
      for (const auto& [thread, other] : last)
        if (thread != step.thread) step.reads_from.push_back(other);
    // Each owes what it finds to the one before it, and that to the one before.
    if (auto before = counted_.find(thing); is_counted && before != counted_.end())
      step.reads_from.push_back(before->second);
    // A thread that uses it first after it was made anew owes that to the thread that did so.
    if (auto anew = made_anew_.find(thing); anew != made_anew_.end()) step.reads_from.push_back(anew->second);
    make_distinct(step.reads_from);
    if (step.failed) return;
    if (is_counted) counted_[thing] = index;
    made_anew_.erase(thing);
    if (step.operation.ends_with("_init") && !last.empty()) made_anew_[thing] = index;
    last[step.thread] = index;
  }

  Counterexample& finding_;
  Ranges written_;
  std::map<uint64_t, std::vector<StepIndex>> writes_;             // to each granule
  std::vector<Ranges> seen_;                                      // of each thread: its last access
  std::map<Thing, std::map<ThreadIndex, StepIndex>> operations_;  // each thread's last one that succeeded
  std::map<Thing, StepIndex> counted_;                            // the last one that took or gave
  std::map<Thing, StepIndex> made_anew_;                          // after threads had used it; none has used it since
};

}  // namespace

void find_causes(Counterexample& finding) { Causes(finding).find(); }

}  // namespace selvage::report

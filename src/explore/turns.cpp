#include "explore/turns.h"

namespace selvage::explore {
namespace {

bool contains(std::span<const uint64_t> set, unsigned thread) {
  return thread / 64 < set.size() && (set[thread / 64] >> (thread % 64) & 1) != 0;
}

// What each thread is about to do, in the states of an execution from the last one to the first.
class Announced {
 public:
  explicit Announced(const Execution& execution) {
    for (const Unfinished& thread : execution.unfinished) set(thread.next.thread, thread.next.operation);
  }
  void set(unsigned thread, Operation operation) {
    if (thread >= next_.size()) next_.resize(thread + 1, Operation::None);
    next_[thread] = operation;
  }
  Operation of(unsigned thread) const { return thread < next_.size() ? next_[thread] : Operation::None; }

 private:
  std::vector<Operation> next_;
};

}  // namespace

std::vector<Turn> turns_of(const Execution& execution) {
  std::vector<Turn> turns(execution.steps.size(), Turn::Kept);
  Announced announced(execution);
  for (size_t i = turns.size(); i-- > 1;) {
    const Footprint& head = execution.steps[i].head;
    uint16_t before = execution.steps[i - 1].head.thread;
    announced.set(head.thread, head.operation);
    if (before == head.thread) continue;
    // The policy that continues a schedule puts the program's end off, and that is no preemption either.
    bool could_go_on = contains(execution.enabled_at(i), before) && announced.of(before) != Operation::ProcessExit;
    turns[i] = could_go_on ? Turn::TakenAway : Turn::HandedOver;
  }
  return turns;
}

}  // namespace selvage::explore

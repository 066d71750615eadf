// Source-set dynamic partial-order reduction (Abdulla, Aronis, Jonsson, Sagonas: POPL 2014): explores each equivalence
// class once, but may start executions that turn out to be redundant (blocked by sleep sets).
#include <algorithm>
#include <utility>
#include <vector>

#include "explore/reduction.h"

namespace selvage::explore {

namespace {

class Source final : public Reduction {
 public:
  bool uses_sleep_sets() const override { return true; }

  // What remains of the execution when the race is turned round are the steps that do not happen after its first, and its
  // second. It can begin with each thread whose first step in it depends on nothing before it: an initial. One of those
  // has to be taken from the node. The thread that ends the program counts only where there is no other: no step comes
  // behind the end. The scheduler puts the end off as long as another thread can go on (docs/architecture.md), so that it stands
  // before the pending step of a thread that could not.
  bool reverse(Node& node, const model::Path& path, const model::Race& race) const override {
    thread_local std::vector<std::pair<uint16_t, model::Position>> first_steps;  // of threads, so far
    first_steps.clear();
    uint16_t overtaken = path.thread(race.first), first_initial = kNoThread, ending = kNoThread;
    for (model::Position k = race.first + 1; k <= race.second; k++) {
      const uint32_t* clock = k == race.second ? path.clock_of_second(race) : path.clock(k);
      if (k < race.second && clock[overtaken] > race.first) continue;
      uint16_t thread = path.thread(k);
      if (std::ranges::any_of(first_steps, [&](const auto& step) { return step.first == thread; })) continue;
      bool is_initial = std::ranges::none_of(first_steps, [&](auto& step) { return clock[step.first] > step.second; });
      first_steps.push_back({thread, k});
      if (!is_initial) continue;
      if (dependence::ends_program(path[k].head)) {
        if (ending == kNoThread) ending = thread;
        continue;
      }
      if (node.covers(thread)) return false;
      if (first_initial == kNoThread) first_initial = thread;
    }
    if (first_initial == kNoThread) first_initial = ending;
    return node.add(first_initial);
  }
};

}  // namespace

std::unique_ptr<Reduction> make_source() { return std::make_unique<Source>(); }

}  // namespace selvage::explore

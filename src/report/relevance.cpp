#include "report/relevance.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <utility>

namespace selvage::report {
namespace {

constexpr uint64_t kGranule = 8;
// A range of more than so many is taken for one that others touch.
constexpr uint64_t kMostGranules = 64;
constexpr ThreadIndex kSeveral = ThreadIndex(-1);
// So many reads before a failure are taken for what it depends on.
constexpr size_t kConditions = 3;

bool is_blocked(const Thread& thread) { return thread.waiting && thread.waiting->is_blocked; }

// Who waits for ever, but for those that merely wait for another thread's end.
std::vector<ThreadIndex> who_waits(const Counterexample& finding) {
  if (!finding.wait_cycle.empty()) return finding.wait_cycle;
  std::vector<ThreadIndex> result;
  for (ThreadIndex i = 0; i < finding.threads.size(); ++i)
    if (is_blocked(finding.threads[i]) && finding.threads[i].waiting->operation != "thread_join") result.push_back(i);
  return result;
}

bool holds(const Step& step, ObjectIndex lock) { return std::ranges::find(step.held, lock) != step.held.end(); }

// Where the thread took the lock that it still holds in the end.
std::optional<StepIndex> taken_at(const Counterexample& finding, ThreadIndex thread, ObjectIndex lock) {
  std::optional<StepIndex> result;
  for (StepIndex i = 0; i < finding.steps.size(); ++i) {
    if (finding.steps[i].thread != thread) continue;
    if (!holds(finding.steps[i], lock)) {
      result.reset();
    } else if (!result) {
      result = i;
    }
  }
  return result;
}

// What another thread did last to the object.
std::optional<StepIndex> last_by_others(const Counterexample& finding, ThreadIndex thread, ObjectIndex object) {
  for (auto i = static_cast<StepIndex>(finding.steps.size()); i-- > 0;)
    if (finding.steps[i].thread != thread && finding.steps[i].object == object) return i;
  return std::nullopt;
}

class Aside {
 public:
  explicit Aside(Counterexample& finding) : finding_(finding), leads_to_it_(finding.steps.size()) {}

  void set() {
    note_touches();
    previous_.resize(finding_.steps.size());
    std::vector<std::optional<StepIndex>> last(finding_.threads.size());
    for (StepIndex i = 0; i < finding_.steps.size(); ++i)
      previous_[i] = std::exchange(last[finding_.steps[i].thread], i);
    for (ThreadIndex thread = 0; thread < last.size(); ++thread)
      if (last[thread] && ends_with(thread)) follow(*last[thread]);
    for (StepIndex i = 0; i < finding_.steps.size(); ++i)
      if (finding_.steps[i].is_marked) follow(i);
    for (StepIndex i = 0; i < finding_.steps.size(); ++i) {
      Step& step = finding_.steps[i];
      bool keeps_lock = step.operation == "thread_exit" && !step.held.empty();
      step.is_aside =
          !step.is_marked && !keeps_lock && !matters_as_a_decision(i) && (!leads_to_it_[i] || is_own_business(step));
    }
    keep_conditions();
    keep_causes();
  }

 private:
  using Thing = std::pair<std::string, uint64_t>;  // kind of object, address

  // The finding is about where this thread stands in the end.
  bool ends_with(ThreadIndex thread) const {
    if (!finding_.accesses.empty())
      return std::ranges::any_of(finding_.accesses,
                                 [&](const Access& access) { return access.thread == thread && !access.step; });
    if (is_about_waiting(finding_)) {
      std::vector<ThreadIndex> waiting = who_waits(finding_);
      return waiting.empty() || std::ranges::find(waiting, thread) != waiting.end();
    }
    bool somebody_fails = std::ranges::any_of(finding_.threads, [](const Thread& one) { return !one.stack.empty(); });
    return !somebody_fails || !finding_.threads[thread].stack.empty();
  }

  void follow(StepIndex from) {
    std::vector<StepIndex> pending = {from};
    while (!pending.empty()) {
      StepIndex at = pending.back();
      pending.pop_back();
      if (leads_to_it_[at]) continue;
      leads_to_it_[at] = true;
      const Step& step = finding_.steps[at];
      for (const std::vector<StepIndex>* causes : {&step.after, &step.reads_from, &step.overwrites})
        pending.insert(pending.end(), causes->begin(), causes->end());
      if (step.woken_by) pending.push_back(*step.woken_by);
      if (previous_[at]) pending.push_back(*previous_[at]);
    }
  }

  // What a thread that fails read last decides on it, also in memory of its own, and in what a library keeps for it.
  void keep_conditions() {
    std::vector<size_t> own(finding_.threads.size()), all(finding_.threads.size());
    for (StepIndex i = static_cast<StepIndex>(finding_.steps.size()); i-- > 0;) {
      Step& step = finding_.steps[i];
      bool fails = !finding_.threads[step.thread].stack.empty();
      if (!fails || !step.read) continue;
      bool is_last = all[step.thread]++ < kConditions;
      bool is_last_own = !step.in_library && own[step.thread]++ < kConditions;
      if (!is_last && !is_last_own) continue;
      step.is_aside = false;
      step.is_condition = step.in_library;
    }
  }

  // Whatever a step that is not aside reads, overwrites or was woken by is not aside either.
  void keep_causes() {
    std::vector<StepIndex> pending;
    for (StepIndex i = 0; i < finding_.steps.size(); ++i)
      if (!finding_.steps[i].is_aside) pending.push_back(i);
    while (!pending.empty()) {
      const Step& step = finding_.steps[pending.back()];
      pending.pop_back();
      auto keep = [&](StepIndex cause) {
        if (std::exchange(finding_.steps[cause].is_aside, false)) pending.push_back(cause);
      };
      for (StepIndex cause : step.reads_from) keep(cause);
      for (StepIndex cause : step.overwrites) keep(cause);
      if (step.woken_by) keep(*step.woken_by);
    }
  }

  static uint64_t granules(const Object& object, const Step& step) {
    if (object.kind != "memory" || step.size == 0) return 1;
    return (object.address % kGranule + step.size - 1) / kGranule + 1;
  }

  template <typename Visitor>
  static void for_each_thing(const Object& object, uint64_t count, const Visitor& visit) {
    bool is_memory = object.kind == "memory";
    for (uint64_t i = 0; i < std::min(count, kMostGranules); ++i)
      visit(Thing{object.kind, is_memory ? object.address / kGranule + i : object.address});
  }

  void touch(const Object& object, uint64_t count, ThreadIndex thread) {
    for_each_thing(object, count, [&](const Thing& thing) {
      auto [place, is_new] = touched_.emplace(thing, thread);
      if (!is_new && place->second != thread) place->second = kSeveral;
    });
  }

  void note_touches() {
    for (const Step& step : finding_.steps)
      if (step.object)
        touch(finding_.objects[*step.object], granules(finding_.objects[*step.object], step), step.thread);
    for (ThreadIndex i = 0; i < finding_.threads.size(); ++i)
      if (const auto& waiting = finding_.threads[i].waiting; waiting && waiting->object)
        touch(finding_.objects[*waiting->object], 1, i);
  }

  // The world around the program decided here: time passed, a wait ended by itself, a call failed. Whoever waits for ever
  // may do so because of what a thread that was decided upon did not do, and that is no step that anything comes after.
  bool matters_as_a_decision(StepIndex at) const {
    const Step& step = finding_.steps[at];
    return (step.timed_out || step.spurious || step.alternative != 0) &&
           (leads_to_it_[at] || is_about_waiting(finding_));
  }

  // Nobody else touches it. Threads and the process concern others by what they are.
  bool is_own_business(const Step& step) const {
    if (!step.object) return false;
    const Object& object = finding_.objects[*step.object];
    uint64_t count = granules(object, step);
    if (object.kind == "thread" || object.kind == "process" || count > kMostGranules) return false;
    bool alone = true;
    for_each_thing(object, count, [&](const Thing& thing) { alone = alone && touched_.at(thing) != kSeveral; });
    return alone;
  }

  Counterexample& finding_;
  std::vector<bool> leads_to_it_;
  std::vector<std::optional<StepIndex>> previous_;  // of the same thread
  std::map<Thing, ThreadIndex> touched_;
};

}  // namespace

void mark_waiting(Counterexample& finding) {
  if (!is_about_waiting(finding) || finding.loop_begin) return;
  for (ThreadIndex thread : who_waits(finding)) {
    if (!is_blocked(finding.threads[thread])) continue;
    const Waiting& waiting = *finding.threads[thread].waiting;
    if (!waiting.object) continue;
    std::optional<StepIndex> step;
    if (waiting.held_by.empty()) step = last_by_others(finding, thread, *waiting.object);
    if (step) finding.steps[*step].is_marked = true;
    for (ThreadIndex holder : waiting.held_by)
      if (auto taken = taken_at(finding, holder, *waiting.object)) finding.steps[*taken].is_marked = true;
  }
}

// An operation that fails, or that a thread waits with, is no step, and nothing says what it comes after. Of whoever waits
// for what others hold or did, that is marked. An assertion fails by what was read before, and so does an exit status. Of other ends it is not known.
void set_aside(Counterexample& finding) {
  bool is_known = !finding.accesses.empty() || finding.kind == "deadlock" || finding.kind == "stuck_threads" ||
                  finding.kind == "assertion" || finding.kind == "abort" || finding.kind == "exit_status";
  if (is_known) Aside(finding).set();
}

}  // namespace selvage::report

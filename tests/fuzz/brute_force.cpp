#include "brute_force.h"

#include <algorithm>
#include <unordered_map>

namespace selvage::fuzz {

namespace {

inline constexpr size_t kBatch = 64;

bool is_lifecycle(Operation operation) {
  return operation == Operation::ThreadCreate || operation == Operation::ThreadBegin ||
         operation == Operation::ThreadExit || operation == Operation::ThreadJoin;
}

class Enumeration {
 public:
  Enumeration(explore::Target& target, const BruteForce& options, const std::function<ThreadNames()>& names,
              Observation& observation)
      : target_(target), options_(options), names_(names), observation_(observation) {}

  bool run() {
    todo_.emplace_back();
    while (!todo_.empty()) {
      size_t count = std::min(todo_.size(), kBatch);
      std::vector<explore::Request> requests(count);
      for (explore::Request& request : requests) {
        request.steps = std::move(todo_.back());
        todo_.pop_back();
      }
      std::vector<std::unique_ptr<explore::Execution>> executions(count);
      for (auto& execution : executions) execution = std::make_unique<explore::Execution>();
      if (target_.run(requests, executions) < count) return false;
      ThreadNames names = names_();
      for (size_t i = 0; i < count; i++) {
        bool counts = branch(requests[i].steps, *executions[i]);
        if (++runs_ > 4 * options_.most_executions) return false;
        if (!counts || ends_before_others(*executions[i])) continue;
        if (++observation_.executions > options_.most_executions) return false;
        observation_.add(*executions[i], steps_of(*executions[i]), names);
      }
    }
    return true;
  }

 private:
  static std::vector<Step> steps_of(const explore::Execution& execution) {
    std::vector<Step> steps;
    for (size_t i = 0; i < execution.steps.size(); i++) {
      Step step{execution.steps[i].alternative, {execution.steps[i].head}};
      auto inner = execution.inner_of(i);
      step.footprints.insert(step.footprints.end(), inner.begin(), inner.end());
      steps.push_back(std::move(step));
    }
    return steps;
  }

  static std::vector<uint16_t> enabled_threads(const explore::Execution& execution, size_t state) {
    std::vector<uint16_t> threads;
    auto words = execution.enabled_at(state);
    for (unsigned t = 0; t < words.size() * 64; t++)
      if (words[t / 64] >> (t % 64) & 1) threads.push_back(static_cast<uint16_t>(t));
    return threads;
  }

  // What each thread was about to do in each state: its next step, or what it was left with at the end.
  static std::vector<std::unordered_map<uint16_t, Operation>> announced(const explore::Execution& execution) {
    std::vector<std::unordered_map<uint16_t, Operation>> result(execution.steps.size() + 1);
    for (const explore::Unfinished& thread : execution.unfinished)
      result.back()[thread.next.thread] = thread.next.operation;
    for (size_t i = execution.steps.size(); i-- > 0;) {
      result[i] = result[i + 1];
      result[i][execution.steps[i].head.thread] = execution.steps[i].head.operation;
    }
    return result;
  }

  // Others could have gone on: the beginning of an execution that is there, too.
  static bool ends_before_others(const explore::Execution& execution) {
    if (execution.outcome != Outcome::Completed) return false;
    return std::ranges::any_of(execution.unfinished, [](const explore::Unfinished& thread) {
      return thread.enabled && thread.next.operation != Operation::ProcessExit;
    });
  }

  void ask(const explore::Execution& execution, size_t state, uint16_t thread, uint16_t alternative) {
    std::vector<selvage::Step> steps;
    for (size_t i = 0; i < state; i++)
      steps.push_back({execution.steps[i].head.thread, execution.steps[i].alternative});
    steps.push_back({thread, alternative});
    todo_.push_back(std::move(steps));
  }

  // Asks for what else could have happened from where the schedule ended on. False: the execution is none of those
  // that are looked for.
  bool branch(const std::vector<selvage::Step>& schedule, const explore::Execution& execution) {
    auto operations = announced(execution);
    size_t first = schedule.empty() ? 0 : schedule.size() - 1;
    for (size_t state = first; state < execution.steps.size(); state++) {
      const model::Transition& taken = execution.steps[state];
      bool lifecycle = false;
      if (state >= schedule.size()) {
        std::vector<uint16_t> enabled = enabled_threads(execution, state);
        auto first_lifecycle =
            std::ranges::find_if(enabled, [&](uint16_t t) { return is_lifecycle(operations[state][t]); });
        lifecycle = options_.lifecycle_first && first_lifecycle != enabled.end();
        if (lifecycle && *first_lifecycle != taken.head.thread) {
          ask(execution, state, *first_lifecycle, 0);
          return false;
        }
        for (uint16_t thread : enabled)
          if (!lifecycle && thread != taken.head.thread) ask(execution, state, thread, 0);
      }
      // Other outcomes of the same operation are asked for when the first one is met.
      if (taken.alternative == 0)
        for (uint16_t alternative = 1; alternative < taken.alternatives; alternative++)
          ask(execution, state, taken.head.thread, alternative);
    }
    return true;
  }

  explore::Target& target_;
  const BruteForce& options_;
  const std::function<ThreadNames()>& names_;
  Observation& observation_;
  std::vector<std::vector<selvage::Step>> todo_;
  uint64_t runs_ = 0;
};

}  // namespace

bool run_all_interleavings(explore::Target& target, const BruteForce& options,
                           const std::function<ThreadNames()>& names, Observation& observation) {
  return Enumeration(target, options, names, observation).run();
}

}  // namespace selvage::fuzz

#include "cli/check/state_graph.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_map>

#include "contract/operations.h"
#include "target/error.h"
#include "target/schedule_batch.h"

namespace selvage::cli {
namespace {

using target::ExecutionView;

constexpr size_t kBatch = 256;
constexpr size_t kStepsPerPage = 2;
constexpr unsigned kMostThreads = 32;  // that the program follows through their loops

// One execution: up to a state, and one step from there.
struct Trial {
  uint32_t from;
  Step step;
};

class Builder {
 public:
  Builder(target::ProgramTarget& program, StateGraph& graph) : program_(program), graph_(graph) {}

  // False: there are more shared locations than were known.
  bool build(const std::function<bool(size_t)>& go_on) {
    run({std::nullopt});
    while (!trials_.empty() && found_.empty() && graph_.unmodelled.empty()) {
      if (!go_on(graph_.system.nodes.size())) {
        graph_.is_complete = false;
        return true;
      }
      std::vector<std::optional<Trial>> batch;
      for (; batch.size() < kBatch && !trials_.empty(); trials_.pop_front()) batch.emplace_back(trials_.front());
      run(batch);
    }
    return found_.empty();
  }

  const std::vector<SharedLocation>& found() const { return found_; }

 private:
  std::vector<Step> way_to(uint32_t node) const {
    std::vector<Step> steps;
    for (; node != 0; node = origin_[node].from) steps.push_back(origin_[node].step);
    std::ranges::reverse(steps);
    return steps;
  }

  void run(const std::vector<std::optional<Trial>>& trials) {
    target::ScheduleBatch batch;
    std::vector<std::vector<Step>> ways;
    for (const auto& trial : trials) {
      std::vector<Step> steps;
      if (trial) {
        steps = way_to(trial->from);
        steps.push_back(trial->step);
      }
      ways.push_back(std::move(steps));
    }
    for (const std::vector<Step>& steps : ways)
      batch.append({.steps = steps,
                    .policy = Policy::Stop,
                    .flags = kRecordEvents | kRecordLocal,
                    .record_from = steps.empty() ? 0 : steps.size() - 1});
    if (uint64_t pages = program_.restored_pages()) batch.share_beginnings(pages * kStepsPerPage);
    size_t done = program_.run(batch, [&](size_t i, const ExecutionView& view) { take_in(trials[i], view); });
    if (done < trials.size()) graph_.is_complete = false;
  }

  void take_in(const std::optional<Trial>& trial, const ExecutionView& view) {
    graph_.steps += view.record().step_count;
    for (SharedLocation location : view.found())
      if (std::ranges::find(found_, location) == found_.end()) found_.push_back(location);
    if (!found_.empty()) return;
    uint64_t state = 0, letter = trial ? graph_.system.nodes[trial->from].letter : view.record().first_atoms;
    uint16_t alternatives = 1;
    for (target::EventView event : view.events()) {
      if (event.event->operation == Operation::AtomValues) {
        letter = event.event->value;
        state = event.event->object;
      } else if (!event.is_local()) {
        alternatives = event.event->alternatives;
      }
    }
    if (trial && trial->step.alternative == 0)
      for (uint16_t other = 1; other < alternatives; other++)
        trials_.push_back({trial->from, {trial->step.thread, other}});
    std::optional<uint32_t> to = node_for(view, state, letter, trial);
    if (trial && to)
      graph_.system.nodes[trial->from].edges.push_back({*to, trial->step.thread, trial->step.alternative});
  }

  // The state that an execution has led to; nothing: others lead where it would go.
  std::optional<uint32_t> node_for(const ExecutionView& view, uint64_t state, uint64_t letter,
                                   const std::optional<Trial>& trial) {
    Trial origin = trial.value_or(Trial{0, {}});
    switch (view.outcome()) {
      case Outcome::PrefixDone: {
        auto [at, is_new] = numbers_.try_emplace(state, static_cast<uint32_t>(graph_.system.nodes.size()));
        if (is_new) add_node(view, letter, origin, false);
        return at->second;
      }
      case Outcome::Completed:
      case Outcome::Deadlock:
      case Outcome::Livelock: {
        add_node(view, letter, origin, true);
        return static_cast<uint32_t>(graph_.system.nodes.size() - 1);
      }
      case Outcome::ScheduleMismatch:
      case Outcome::AssumeFailed:
      case Outcome::SleepBlocked:
        return std::nullopt;
      case Outcome::Unmodelled:
        graph_.unmodelled = std::string(view.message());
        return std::nullopt;
      default:
        graph_.has_cuts = true;
        return std::nullopt;
    }
  }

  void add_node(const ExecutionView& view, uint64_t letter, const Trial& origin, bool is_end) {
    auto number = static_cast<uint32_t>(graph_.system.nodes.size());
    ltl::SystemNode node{.letter = letter, .is_end = is_end};
    for (const ThreadRecord& thread : view.threads()) {
      if (is_end || thread.state != ThreadState::Alive || !thread.enabled) continue;
      if (thread.thread >= kMostThreads) {
        graph_.has_cuts = true;
        continue;
      }
      node.enabled |= uint64_t{1} << thread.thread;
      trials_.push_back({number, {thread.thread, 0}});
    }
    graph_.system.nodes.push_back(std::move(node));
    origin_.push_back(origin);
    graph_.outcomes.push_back(view.outcome());
  }

  target::ProgramTarget& program_;
  StateGraph& graph_;
  std::unordered_map<uint64_t, uint32_t> numbers_;
  std::vector<Trial> origin_;  // of each node
  std::deque<Trial> trials_;
  std::vector<SharedLocation> found_;
};

}  // namespace

StateGraph explore_states(target::ProgramTarget& program, std::vector<SharedLocation> shared,
                          const std::function<bool(size_t)>& go_on) {
  uint64_t restarts = 0;
  for (;; restarts++) {
    StateGraph graph;
    program.share(shared);
    Builder builder(program, graph);
    bool is_done = builder.build(go_on);
    graph.restarts = restarts;
    graph.shared = shared;
    if (is_done) return graph;
    shared.insert(shared.end(), builder.found().begin(), builder.found().end());
  }
}

}  // namespace selvage::cli

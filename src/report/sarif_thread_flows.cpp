#include "report/sarif_thread_flows.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace selvage::report {
namespace {

using nlohmann::ordered_json;

enum class Importance { Unimportant, Important, Essential };

const char* importance_name(Importance importance) {
  switch (importance) {
    case Importance::Essential:
      return "essential";
    case Importance::Important:
      return "important";
    default:
      return "unimportant";
  }
}

// Where the turn goes from one thread to another is what one needs to see of an interleaving.
std::vector<Importance> importances_of(const Counterexample& finding) {
  const std::vector<Step>& steps = finding.steps;
  std::vector<Importance> result(steps.size(), Importance::Unimportant);
  for (size_t i = 0; i < steps.size(); ++i) {
    bool is_turn = i == 0 || steps[i].thread != steps[i - 1].thread || i + 1 == steps.size() ||
                   steps[i].thread != steps[i + 1].thread;
    if (!steps[i].is_aside && (is_turn || steps[i].read || steps[i].written)) result[i] = Importance::Important;
    if (steps[i].is_marked) result[i] = Importance::Essential;
  }
  for (const Access& access : finding.accesses)
    if (access.step && *access.step < result.size()) result[*access.step] = Importance::Essential;
  return result;
}

// Of too many steps the end is kept, and before it what is essential.
std::vector<bool> kept_steps(const std::vector<Importance>& importances) {
  std::vector<bool> kept(importances.size(), importances.size() <= kMostFlowSteps);
  if (importances.size() <= kMostFlowSteps) return kept;
  size_t left = kMostFlowSteps;
  for (Importance wanted : {Importance::Essential, Importance::Important, Importance::Unimportant}) {
    for (size_t i = importances.size(); i-- > 0 && left != 0;) {
      if (importances[i] != wanted) continue;
      kept[i] = true;
      --left;
    }
  }
  return kept;
}

const Object* object_of(const Counterexample& finding, const Step& step) {
  return step.object && *step.object < finding.objects.size() ? &finding.objects[*step.object] : nullptr;
}

// Words of SARIF (section 3.38.8), where one of them fits.
ordered_json kinds_of(const Counterexample& finding, const Step& step) {
  ordered_json kinds = ordered_json::array();
  std::string_view operation = step.operation;
  bool releases = operation.find("unlock") != std::string_view::npos;
  bool acquires = !releases && operation.find("lock") != std::string_view::npos;
  const Object* object = object_of(finding, step);
  if (acquires) kinds = {"acquire", "lock"};
  if (releases) kinds = {"release", "lock"};
  if (object != nullptr && object->kind == "memory") kinds = {"memory", "value"};
  if (step.is_marked) kinds.push_back("danger");
  return kinds;
}

// The atoms of a temporal property, behind the step; without one, before the first.
ordered_json atoms_behind(const Counterexample& finding, std::optional<size_t> step) {
  ordered_json state = ordered_json::object();
  uint64_t values = 0;
  for (const AtomRow& row : finding.atom_rows)
    if (!row.step || (step && *row.step <= *step)) values = row.values;
  for (size_t atom = 0; atom < finding.atoms.size(); ++atom)
    state[finding.atoms[atom]]["text"] = (values >> atom & 1) != 0 ? "true" : "false";
  return state;
}

// What is known after the step: the atoms, the values that it moved, and the locks that its thread holds.
ordered_json state_of(const Counterexample& finding, size_t index) {
  const Step& step = finding.steps[index];
  ordered_json state = atoms_behind(finding, index);
  const Object* object = object_of(finding, step);
  std::string name = object == nullptr || object->name.empty() ? "value" : object->name;
  if (step.read && step.written) {
    state[name]["text"] = fmt::format("{}, was {}", *step.written, *step.read);
  } else if (step.written || step.read) {
    state[name]["text"] = step.written ? *step.written : *step.read;
  }
  std::string held;
  for (ObjectIndex lock : step.held)
    if (lock < finding.objects.size()) held += (held.empty() ? "" : ", ") + finding.objects[lock].name;
  if (!held.empty()) state["locks held"]["text"] = held;
  return state;
}

std::string text_of(const Step& step) {
  std::string text = step.text;
  if (step.read) text += fmt::format(", reads {}", *step.read);
  if (step.written) text += fmt::format(", writes {}", *step.written);
  if (step.failed) text += ", fails";
  if (step.timed_out) text += ", times out";
  if (step.spurious) text += ", wakes without a signal";
  return text;
}

ordered_json flow_location(const Counterexample& finding, size_t index, Importance importance, SarifPlaces& places) {
  const Step& step = finding.steps[index];
  ordered_json item;
  item["location"] = places.location(step.place, text_of(step));
  // Everywhere they would be most of the log.
  if (importance == Importance::Essential && step.stack.size() > 1)
    item["stack"] = places.stack(step.stack, text_of(step));
  if (ordered_json kinds = kinds_of(finding, step); !kinds.empty()) item["kinds"] = std::move(kinds);
  if (ordered_json state = state_of(finding, index); !state.empty()) item["state"] = std::move(state);
  // Deeper than what leads there: the steps that go on for ever.
  if (finding.loop_begin && index >= *finding.loop_begin) item["nestingLevel"] = 1;
  item["executionOrder"] = index + 1;
  item["importance"] = importance_name(importance);
  return item;
}

std::string flow_name(const Counterexample& finding, ThreadIndex thread) {
  if (thread >= finding.threads.size()) return fmt::format("thread {}", thread);
  const Thread& one = finding.threads[thread];
  return one.function.empty() ? one.name : fmt::format("{}, which runs {}", one.name, one.function);
}

}  // namespace

ordered_json code_flow(const Counterexample& finding, SarifPlaces& places) {
  std::vector<Importance> importances = importances_of(finding);
  std::vector<bool> kept = kept_steps(importances);
  std::map<ThreadIndex, ordered_json> locations;
  size_t left_out = 0;
  for (size_t i = 0; i < finding.steps.size(); ++i) {
    if (!kept[i]) {
      ++left_out;
      continue;
    }
    ordered_json& list = locations[finding.steps[i].thread];
    if (list.is_null()) list = ordered_json::array();
    list.push_back(flow_location(finding, i, importances[i], places));
  }
  ordered_json flows = ordered_json::array();
  for (auto& [thread, list] : locations) {
    ordered_json flow = {{"id", fmt::format("thread-{}", thread)}, {"message", {{"text", flow_name(finding, thread)}}}};
    if (!finding.atoms.empty()) flow["initialState"] = atoms_behind(finding, {});
    flow["locations"] = std::move(list);
    flows.push_back(std::move(flow));
  }
  std::string text = fmt::format("The interleaving: {} steps of {} threads", finding.steps.size(), flows.size());
  if (left_out != 0) text += fmt::format(", of which {} are left out here", left_out);
  text += ".";
  if (finding.loop_begin)
    text += fmt::format(" Those from {} on go on for ever.", *finding.loop_begin + 1);
  else if (finding.atom_loop)
    text += " Then it stays as it is for ever.";
  return {{"message", {{"text", text}}}, {"threadFlows", std::move(flows)}};
}

}  // namespace selvage::report

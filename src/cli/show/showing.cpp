#include "cli/show/showing.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "check/temporal.h"
#include "cli/check/verdict_text.h"
#include "cli/program/source_reader.h"
#include "cli/program/source_root.h"
#include "cli/show/explanation.h"
#include "cli/show/heap_blocks.h"
#include "cli/show/operation_text.h"
#include "cli/show/outcome_text.h"
#include "cli/show/shown_events.h"
#include "cli/show/shown_objects.h"
#include "cli/show/shown_places.h"
#include "cli/show/shown_steps.h"
#include "cli/show/shown_threads.h"
#include "cli/text.h"
#include "flow/collector.h"
#include "report/causes.h"
#include "report/fingerprint.h"
#include "report/headline.h"
#include "report/interleaving_rows.h"
#include "report/relevance.h"
#include "report/rules.h"
#include "report/suppressions.h"

namespace selvage::cli {
namespace {

using check::FindingKind;
using report::Counterexample;

class Showing {
 public:
  Showing(const Diagnosis& diagnosis, const CheckOptions& options, Names& names)
      : diagnosis_(diagnosis),
        execution_(diagnosis.execution.view()),
        options_(options),
        names_(names),
        blocks_(execution_, names),
        objects_(names),
        events_(events_to_show(execution_)),
        numbers_(number_threads(events_, execution_)) {
    blocks_.give_names(names_);
  }

  Counterexample make() {
    std::string_view kind = check::finding_kind_name(diagnosis_.finding.kind);
    result_.kind = kind;
    result_.rule = report::rule_id(kind);
    result_.property = check::property_name(check::property_of(diagnosis_.finding.kind));
    result_.message = diagnosis_.message;
    result_.steps = steps_of(events_, execution_, numbers_, objects_, names_);
    result_.threads = threads_of(events_, execution_, numbers_, objects_, names_);
    if (diagnosis_.finding.kind == FindingKind::Deadlock) result_.wait_cycle = wait_cycle(result_.threads);
    if (diagnosis_.finding.kind == FindingKind::Livelock) result_.loop_begin = loop_begin();
    if (diagnosis_.finding.kind == FindingKind::Temporal) add_atoms();
    result_.flow = diagnosis_.flow;
    add_access(diagnosis_.operation, diagnosis_.finding.step);
    add_access(diagnosis_.other_operation, diagnosis_.finding.other_step);
    set_place();
    explain();
    add_notes();
    set_size();
    result_.output = diagnosis_.output;
    result_.error_output = diagnosis_.error_output;
    result_.trace_file = diagnosis_.saved_file;
    if (!diagnosis_.saved_file.empty()) result_.replay_command = rerun_command(options_, diagnosis_);
    result_.objects = objects_.take();
    result_.blocks = blocks_.all();
    for (report::Object& object : result_.objects) object.block = blocks_.at(object.address);
    report::find_causes(result_);
    report::mark_waiting(result_);
    report::set_aside(result_);
    report::fold(result_);
    set_title();
    result_.fingerprint = report::fingerprint_of(result_);
    return std::move(result_);
  }

 private:
  // The step that shows this very event of the schedule's step.
  std::optional<report::StepIndex> step_of(const Event& event, model::Position position) const {
    report::StepIndex number = 0;
    for (const ShownEvent& one : events_) {
      if (!one.is_shown) continue;
      const Event& other = *one.view.event;
      if (one.step == position && other.operation == event.operation && other.site == event.site &&
          other.object == event.object)
        return number;
      ++number;
    }
    return std::nullopt;
  }

  void add_atoms() {
    result_.formula = diagnosis_.formula;
    result_.atoms = diagnosis_.atoms;
    result_.atom_rows.push_back({{}, execution_.record().first_atoms});
    for (const ShownEvent& one : events_) {
      const Event& event = *one.view.event;
      if (event.operation != Operation::AtomValues || event.value == result_.atom_rows.back().values) continue;
      auto is_it = [&](const report::Step& step) { return step.position == one.step; };
      auto found = std::ranges::find_if(result_.steps, is_it);
      report::AtomRow row{{}, event.value};
      if (found != result_.steps.end()) row.step = static_cast<report::StepIndex>(found - result_.steps.begin());
      result_.atom_rows.push_back(row);
    }
    if (diagnosis_.finding.loop_steps > 0) return mark_loop();
    if (check::stays_for_ever(execution_.outcome()))
      result_.atom_loop = static_cast<uint32_t>(result_.atom_rows.size() - 1);
  }

  // The last steps go on for ever.
  void mark_loop() {
    size_t stem = diagnosis_.finding.schedule.size() - diagnosis_.finding.loop_steps;
    auto is_in_loop = [&](const report::Step& step) { return step.position && *step.position >= stem; };
    auto first = std::ranges::find_if(result_.steps, is_in_loop);
    if (first == result_.steps.end()) return;
    result_.loop_begin = static_cast<report::StepIndex>(first - result_.steps.begin());
    uint32_t row = 0;
    while (row + 1 < result_.atom_rows.size() && result_.atom_rows[row + 1].step.value_or(0) < *result_.loop_begin)
      row++;
    result_.atom_loop = row;
  }

  void add_access(const std::optional<DiagnosedOperation>& operation, model::Position position) {
    if (!operation) return;
    const Event& event = operation->event;
    report::Access access;
    access.thread = numbers_.at(event.thread);
    access.step = step_of(event, position);
    access.stack = stack_of(operation->stack, names_);
    access.place = own_place(event.site, access.stack, names_);
    ObjectKind kind = traits(event.operation).object;
    std::string name = objects_.name(objects_.index(kind, event.object));
    if (kind == ObjectKind::Memory) {
      access.verb = access_verb(event.operation);
      access.what = event.size == 0 ? name : counted(event.size, "byte") + " of " + name;
    } else {
      access.verb = doing_verb(event.operation);
      access.what = name;
    }
    if (access.step) result_.steps[*access.step].is_marked = true;
    result_.accesses.push_back(std::move(access));
  }

  // The step that shows what the other execution does not show there, if this one has it.
  std::optional<report::Place> first_difference(const report::Flow& flow) const {
    std::map<uint64_t, uint64_t> present;
    uint32_t number = 0, site = 0;
    for (const ShownEvent& one : events_) {
      const Event& event = *one.view.event;
      if (event.operation != Operation::ObservedValue) site = event.site;
      bool is_observation = event.operation == Operation::Observe || event.operation == Operation::ObservedValue;
      if (!is_observation || (event.object != flow.object && flow.object != flow::kJointLocation)) continue;
      auto [at, is_first] = present.try_emplace(event.object, event.value);
      if (!is_first && std::exchange(at->second, event.value) == event.value) continue;
      if (number++ == flow.difference) return place_of(site, names_);
    }
    return std::nullopt;
  }

  void set_place() {
    if (diagnosis_.flow) {
      result_.place = first_difference(*diagnosis_.flow).value_or(report::Place{});
      return;
    }
    if (!result_.accesses.empty()) {
      result_.place = result_.accesses.front().place;
      return;
    }
    result_.place = {names_.file(diagnosis_.place.file), diagnosis_.place.line, 0, ""};
    // The same line with its column and function, where something has them.
    auto refine = [&](const report::Place& place) {
      if (result_.place.column == 0 && place.file == result_.place.file && place.line == result_.place.line)
        result_.place = place;
    };
    refine(place_of(execution_.record().site, names_));
    for (const report::Thread& thread : result_.threads) {
      for (const report::Place& frame : thread.stack) refine(frame);
      if (thread.waiting) refine(thread.waiting->place);
    }
    // Where the end is in a header of the library, what called it says more.
    if (!is_system_file(result_.place.file)) return;
    const report::Stack& stack = result_.threads[numbers_.at(execution_.record().thread)].stack;
    auto own = std::ranges::find_if(
        stack, [](const report::Place& frame) { return frame.is_known() && !is_system_file(frame.file); });
    if (own != stack.end()) result_.place = *own;
  }

  // Where the loop was gone round, it begins there. Otherwise threads only look from there on.
  std::optional<report::StepIndex> loop_begin() const {
    const ExecutionRecord& record = execution_.record();
    if (record.loop_rounds != 0) {
      uint64_t stem = record.step_count - uint64_t{record.loop_rounds} * record.loop_steps;
      auto is_in_loop = [&](const report::Step& step) { return step.position && *step.position >= stem; };
      auto first = std::ranges::find_if(result_.steps, is_in_loop);
      if (first == result_.steps.end()) return std::nullopt;
      return static_cast<report::StepIndex>(first - result_.steps.begin());
    }
    report::StepIndex begin = 0;
    for (report::StepIndex i = 0; i < result_.steps.size(); ++i) {
      const report::Step& step = result_.steps[i];
      bool only_looks = step.failed || step.operation == "read" || step.operation == "atomic_load" ||
                        step.operation == "yield" || step.operation == "sleep" || step.operation == "fence";
      if (!only_looks) begin = i + 1;
    }
    return begin < result_.steps.size() ? std::optional(begin) : std::nullopt;
  }

  void explain() {
    if (const ExecutionRecord& record = execution_.record(); record.loop_rounds != 0)
      result_.explanation = fmt::format(
          "The loop was gone round {} times, with the same state after each round ({:016x}), and nobody else could go "
          "on.",
          record.loop_rounds, record.loop_state);
    if (diagnosis_.finding.kind == FindingKind::Misuse) explain_misuse();
    if (diagnosis_.flow) explain_flow(*diagnosis_.flow);
    if (diagnosis_.finding.kind != FindingKind::DataRace) return;
    result_.explanation =
        diagnosis_.finding.observed
            ? "Both accesses could have been done next in one and the same state: the race was observed."
            : "Nothing that happened in this execution orders the two accesses.";
    if (diagnosis_.finding.other_step == model::kNone && diagnosis_.other_operation)
      result_.explanation += fmt::format(" The access of {} is made again and again: it waits, going round a loop.",
                                         thread_name(diagnosis_.other_operation->event.thread));
    auto is_volatile = [&](uint32_t site) {
      return (names_.modules.site(target::SiteId{site}).flags & kSiteVolatile) != 0;
    };
    if (is_volatile(diagnosis_.finding.site) || is_volatile(diagnosis_.finding.other_site))
      result_.explanation +=
          " Volatile accesses order nothing between threads; with --volatile atomic (or linked with "
          "--selvage-volatile=atomic) they count as atomic.";
  }

  void explain_flow(const report::Flow& flow) {
    if (flow.property == "possibilistic")
      result_.explanation =
          "Of the two secrets one shows something that the other never shows, however threads are scheduled.";
    else if (flow.property == "termination")
      result_.explanation = "Of the two secrets one ends in a way in which the other never ends.";
    else if (flow.leak == "secrets")
      result_.explanation = "It takes two secrets to see a difference: a direct or an implicit flow.";
    else
      result_.explanation =
          "Two orders of the threads differ with one and the same secret: how often each is seen may depend on it "
          "(internal timing, the scheduler). --flow=possibilistic asks only whether secrets differ in what can be "
          "seen.";
  }

  // Who holds what was misused.
  void explain_misuse() {
    if (result_.accesses.empty() || !result_.accesses.front().step) return;
    report::StepIndex misused = *result_.accesses.front().step;
    std::optional<report::ObjectIndex> object = result_.steps[misused].object;
    if (!object) return;
    for (report::ThreadIndex thread = 0; thread < result_.threads.size(); ++thread) {
      const report::Step* last = nullptr;
      for (report::StepIndex i = 0; i <= misused; ++i)
        if (result_.steps[i].thread == thread) last = &result_.steps[i];
      if (last != nullptr && std::ranges::find(last->held, *object) != last->held.end())
        result_.explanation =
            fmt::format("At that time {} is held by {}.", objects_.name(*object), result_.threads[thread].name);
    }
  }

  void add_notes() {
    const ExecutionRecord& record = execution_.record();
    // Of a leak the place is the allocation.
    if (record.block == 0 || record.defect == Defect::Leak) return;
    std::string size = counted(record.block_size, "byte");
    auto add = [&](uint32_t site, const std::string& text) {
      report::Place place = place_of(site, names_);
      if (place.is_known()) result_.notes.push_back({text, place});
    };
    add(record.allocated_site, fmt::format("the block of {} was allocated here", size));
    if (record.was_freed == 0) return;
    add(record.freed_site, fmt::format("{} freed it here", thread_name(record.freed_by)));
  }

  // What the source and the notes show besides need not be in it.
  void set_title() {
    std::string message = finding_title(execution_, names_);
    bool is_own = diagnosis_.finding.kind == FindingKind::DataRace || diagnosis_.operation || message.empty() ||
                  diagnosis_.finding.kind == FindingKind::Temporal || diagnosis_.finding.kind == FindingKind::Flow;
    result_.title = is_own ? headline(result_) : message;
    if (diagnosis_.finding.kind != FindingKind::Assertion) return;
    if (size_t end = result_.title.rfind("' fails in "); end != std::string::npos) result_.title.resize(end + 7);
  }

  void set_size() {
    result_.switches = diagnosis_.size.switches;
    result_.preemptions = diagnosis_.size.preemptions;
    if (const auto& before = diagnosis_.original_size)
      result_.original = {.steps = before->steps, .switches = before->switches, .preemptions = before->preemptions};
  }

  const Diagnosis& diagnosis_;
  const target::ExecutionView& execution_;
  const CheckOptions& options_;
  Names& names_;
  HeapBlocks blocks_;
  ShownObjects objects_;
  std::vector<ShownEvent> events_;
  ThreadNumbers numbers_;
  Counterexample result_;
};

}  // namespace

Counterexample counterexample_of(const Diagnosis& diagnosis, const CheckOptions& options, Names& names) {
  return Showing(diagnosis, options, names).make();
}

report::Report report_without_program(const CheckResult& result, const CheckOptions& options) {
  report::Report report;
  report.verdict = verdict_name(result.verdict);
  report.error = result.error;
  report.interrupted = result.interrupted;
  report.looked_at_all = result.verdict != Verdict::None && result.end == explore::End::Complete;
  report.exit_code = static_cast<int>(result.exit_code);
  report.program = options.program.empty() ? "" : options.program.front();
  report.arguments = options.arguments;
  std::error_code error;
  report.directory = std::filesystem::current_path(error).string();
  report.source_root = source_root_of(report.directory);
  report.started = result.started;
  report.command = "selvage check" + search_text(options) + program_text(options);
  report.version = SELVAGE_VERSION;
  for (std::string_view name : options.properties.names()) report.properties.emplace_back(name);
  report.counts = {{"executions", result.executions()},
                   {"blocked_executions", result.blocked()},
                   {"predicted_executions", result.counts.predicted},
                   {"transitions", result.transitions},
                   {"threads", result.threads()},
                   {"shared_locations", result.shared_locations},
                   {"restarts", result.restarts},
                   {"drawn_executions", result.drawn_executions},
                   {"cut_off_executions", result.counts.of(Outcome::StepLimit)}};
  report.seconds = result.seconds;
  return report;
}

report::Report report_of(const CheckResult& result, const CheckOptions& options, Names& names) {
  report::Report report = report_without_program(result, options);
  if (result.verdict != Verdict::None) report.verdict_text = verdict_text(options, result, names);
  report.remarks = remarks(options, result, names);
  for (const Diagnosis& diagnosis : result.findings)
    report.findings.push_back(counterexample_of(diagnosis, options, names));
  for (const SuppressedDiagnosis& suppressed : result.suppressed) {
    report.suppressed.push_back(counterexample_of(suppressed.diagnosis, options, names));
    report.suppressed.back().suppressed_by = suppressed.pattern;
  }
  report.suppressions = result.suppressions;
  std::ranges::move(report::remarks_on_suppressions(report), std::back_inserter(report.remarks));
  size_t found = report.findings.size() + result.not_executed_again.size();
  if (found == 1 && !report.findings.empty())
    report.verdict_text = fmt::format("Bug: {}.", report.findings.front().title);
  else if (found != 0)
    report.verdict_text = fmt::format("Bug: {}.", counted(found, "finding"));
  report.sources = sources_of(report.findings);
  return report;
}

}  // namespace selvage::cli

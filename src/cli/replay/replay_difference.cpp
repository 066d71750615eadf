#include "cli/replay/replay_difference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "cli/replay/replay_showing.h"
#include "cli/replay/step_numbers.h"
#include "cli/show/operation_text.h"
#include "cli/text.h"
#include "report/interleaving_rows.h"
#include "report/source_text.h"
#include "trace/shown_comparison.h"

namespace selvage::cli {
namespace {

using trace::Aspect;
using trace::RecordedStep;
using trace::Recording;

std::optional<Operation> operation_named(const std::string& text) {
  for (unsigned i = 0; i < kOperationCount; ++i) {
    if (text == kOperationTraits[i].text) return static_cast<Operation>(i);
  }
  return std::nullopt;
}

std::string object_name(const RecordedStep& step, const Recording& recording) {
  if (!step.object) return "";
  const trace::Object& object = recording.objects[*step.object];
  // A thread's own begin and end, and the process, go without saying.
  bool obvious = object.kind == "process" || (object.kind == "thread" && object.address == step.thread);
  return obvious ? "" : " " + object.name;
}

std::string step_text(const RecordedStep& step, const Recording& recording) {
  auto operation = operation_named(step.operation);
  std::string text = operation ? operation_verb(*operation) : step.operation;
  text += object_name(step, recording);
  if (step.timed_out) text += ", timed out";
  if (step.spurious) text += ", without a signal";
  if (step.failed) text += ", failed";
  if (step.alternatives > 1) text += fmt::format(" (choice {} of {})", step.alternative + 1, step.alternatives);
  return text;
}

const trace::Site* site_of(const RecordedStep& step, const Recording& recording) {
  return step.site ? &recording.sites[*step.site] : nullptr;
}

std::string place_text(const trace::Site* site) {
  if (site == nullptr || site->file.empty()) return "";
  return fmt::format(" at {}:{}{}", site->file, site->line, site->function.empty() ? "" : " in " + site->function);
}

std::string trimmed(std::string_view line) {
  size_t begin = line.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : std::string(line.substr(begin));
}

std::string source_text(std::string_view line) {
  std::string text = trimmed(line);
  return text.empty() ? "" : fmt::format("              {}\n", text);
}

// The line as it was when the trace was written.
std::string recorded_source(const trace::Site* site, const trace::Trace& trace) {
  if (site == nullptr) return "";
  for (const trace::SourcePart& part : trace.sources) {
    if (part.file == site->file && site->line >= part.first && site->line - part.first < part.lines.size())
      return source_text(part.lines[site->line - part.first]);
  }
  return "";
}

std::string present_source(const trace::Site* site) {
  if (site == nullptr) return "";
  trace::Trace one;
  std::error_code error;
  one.program.directory = std::filesystem::current_path(error).string();
  one.recording.sites.push_back(*site);
  return source_text(report::source_line(shown_sources(one).text, site->file, site->line));
}

std::string names_of(const std::vector<uint16_t>& threads) {
  if (threads.empty()) return "nobody";
  std::vector<std::string> names;
  for (uint16_t thread : threads) names.push_back(thread_name(thread));
  return fmt::format("{}", fmt::join(names, ", "));
}

const PendingStep* pending_of(const RecordedExecution& execution, uint16_t thread) {
  auto found =
      std::ranges::find_if(execution.pending, [&](const PendingStep& one) { return one.step.thread == thread; });
  return found == execution.pending.end() ? nullptr : &*found;
}

// What a thread is about to do: "thread 2 waits to lock m at bank.c:12 in withdraw".
std::string pending_text(const RecordedExecution& execution, uint16_t thread) {
  const PendingStep* pending = pending_of(execution, thread);
  if (pending == nullptr) return thread_name(thread) + " is not there, or has ended";
  auto operation = operation_named(pending->step.operation);
  std::string verb = !operation            ? "is at " + pending->step.operation
                     : pending->is_enabled ? std::string("is about to ") + operation_verb(*operation)
                                           : waiting_verb(*operation);
  return thread_name(thread) + " " + verb + object_name(pending->step, execution.recording) +
         place_text(site_of(pending->step, execution.recording));
}

std::string enabled_text(const RecordedStep& recorded, const RecordedStep& present, const RecordedExecution& there) {
  std::string text =
      fmt::format("  The operation is the same, but who could have gone is not.\n  recorded: {}\n  now:      {}\n",
                  names_of(recorded.enabled), names_of(present.enabled));
  std::vector<uint16_t> differ;
  std::ranges::set_symmetric_difference(recorded.enabled, present.enabled, std::back_inserter(differ));
  for (uint16_t thread : differ) text += fmt::format("            {}\n", pending_text(there, thread));
  return text;
}

std::string now_text(const RecordedStep& recorded, const RecordedExecution& present,
                     const trace::Difference& difference) {
  if (difference.aspect != Aspect::Missing) {
    const RecordedStep& step = present.recording.steps[difference.step];
    const trace::Site* site = site_of(step, present.recording);
    return fmt::format("  now:      {}: {}{}\n{}", thread_name(step.thread), step_text(step, present.recording),
                       place_text(site), present_source(site));
  }
  const PendingStep* pending = pending_of(present, recorded.thread);
  return fmt::format("  now:      {}\n{}", pending_text(present, recorded.thread),
                     pending == nullptr ? "" : present_source(site_of(pending->step, present.recording)));
}

std::string shown_step_text(const report::Counterexample& shown, size_t index) {
  if (index >= shown.steps.size()) return "it has ended";
  const report::Step& step = shown.steps[index];
  std::string place =
      step.place.is_known() ? fmt::format(" at {}:{}", step.place.file, step.place.line) : std::string();
  return fmt::format("{}: {}{}", shown.threads[step.thread].name, report::step_text(step), place);
}

}  // namespace

std::string difference_text(const trace::Trace& trace, const RecordedExecution& present,
                            const trace::Difference& difference, const RecordedExecution& there) {
  const RecordedStep& recorded = trace.recording.steps[difference.step];
  const trace::Site* site = site_of(recorded, trace.recording);
  report::Counterexample shown = recorded_counterexample(trace);
  std::string text = fmt::format("The program goes another way than it did: step {} of {} differs.\n",
                                 shown_number(shown, difference.step), shown.steps.size());
  text += fmt::format("  recorded: {}: {}{}\n{}", thread_name(recorded.thread), step_text(recorded, trace.recording),
                      place_text(site), recorded_source(site, trace));
  if (difference.aspect == Aspect::Enabled)
    return text + enabled_text(recorded, present.recording.steps[difference.step], there);
  return text + now_text(recorded, present, difference);
}

std::optional<DifferenceInside> difference_inside(const report::Counterexample& recorded,
                                                  const report::Counterexample& present, bool same_program) {
  auto index = trace::first_shown_difference(recorded, present, same_program);
  if (!index) return std::nullopt;
  return DifferenceInside{*index + size_t{1}, shown_step_text(recorded, *index), shown_step_text(present, *index)};
}

}  // namespace selvage::cli

#include "cli/replay/replay_showing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/program/source_parts.h"
#include "cli/replay/replay_difference.h"
#include "cli/show/recorded_steps.h"
#include "cli/terminal_detection.h"
#include "cli/text.h"
#include "report/headline.h"
#include "report/terminal.h"

namespace selvage::cli {
namespace {

void show(const ReplayOptions& options, const report::Counterexample& shown,
          const std::map<std::string, std::string>& sources, std::vector<std::string> remarks) {
  report::Report report;
  report.verdict = "bug";
  report.verdict_text = fmt::format("Bug: {}.", shown.title.empty() ? report::headline(shown) : shown.title);
  report.findings.push_back(shown);
  report.findings.front().replay_command.clear();
  report.sources = sources;
  report.remarks = std::move(remarks);
  report::TerminalStyle style = detect_terminal(options.colour.value_or(Colour::Auto), options.width);
  style.verbose = options.verbose;
  std::string text = report::to_terminal(report, style);
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

size_t schedule_length(const report::Counterexample& shown) {
  return static_cast<size_t>(
      std::ranges::count_if(shown.steps, [](const report::Step& step) { return step.position.has_value(); }));
}

// Lines move when a program is changed, and so do addresses.
std::string without_digits(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

void say_what_is_kept(const ShownSources& sources) {
  for (const std::string& file : sources.missing)
    fmt::print(stderr, "selvage: {} is not there any more; the lines that were kept are shown.\n", file);
  for (const std::string& file : sources.changed)
    fmt::print(stderr, "selvage: {} has changed since; its lines are shown as they were.\n", file);
}

}  // namespace

void show_trace(const ReplayOptions& options, const trace::Trace& trace) {
  ShownSources sources = shown_sources(trace);
  say_what_is_kept(sources);
  show(options, recorded_counterexample(trace), sources.text, {});
}

report::Counterexample recorded_counterexample(const trace::Trace& trace) {
  // In a damaged file it may have fewer, and it is about the interleaving that was made shorter.
  bool has_all = schedule_length(trace.shown) >= trace.recording.steps.size();
  return has_all ? trace.shown : recorded_steps(trace);
}

void show_replayed(const ReplayOptions& options, const report::Counterexample& shown, const trace::Trace& recorded,
                   bool same_program) {
  ShownSources sources = replayed_sources(shown, recorded, same_program);
  say_what_is_kept(sources);
  std::vector<std::string> remarks;
  if (without_digits(shown.message) != without_digits(recorded.finding.message))
    remarks.push_back(fmt::format("What was recorded is worded differently: {}.", recorded.finding.message));
  std::optional<DifferenceInside> difference;
  if (!recorded.shown.steps.empty()) difference = difference_inside(recorded.shown, shown, same_program);
  if (difference) {
    remarks.push_back(
        fmt::format("Executed again: the threads take turns as recorded. The first thing that differs is in "
                    "step {}. Recorded is {}; now it is {}.",
                    difference->number, difference->recorded, difference->now));
  } else {
    size_t steps = shown.steps.size();
    remarks.push_back(fmt::format("Executed again: {} as recorded.",
                                  steps == 1 ? "its step is" : fmt::format("all {} are", counted(steps, "step"))));
  }
  remarks.push_back("Look closer: --step walks through it, --gdb opens a debugger where it fails.");
  show(options, shown, sources.text, std::move(remarks));
}

}  // namespace selvage::cli

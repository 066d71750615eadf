#include "cli/replay_showing.h"

#include <fmt/format.h>

#include "cli/showing.h"
#include "cli/source_parts.h"

namespace selvage::cli {
namespace {

void show(const report::Counterexample& shown) {
  fmt::print("Bug: {}.\n", shown.message);
  for (const report::Step& step : shown.steps)
    fmt::print("  {:10} {:40} {}:{}\n", shown.threads[step.thread].name, step.text, step.place.file, step.place.line);
}

}  // namespace

void show_trace(const ReplayOptions&, const trace::Trace& trace) {
  ShownSources sources = shown_sources(trace);
  for (const std::string& file : sources.missing)
    fmt::print(stderr, "selvage: {} is not there any more; the lines that were kept are shown.\n", file);
  for (const std::string& file : sources.changed)
    fmt::print(stderr, "selvage: {} has changed since; its lines are shown as they were.\n", file);
  show(trace.shown);
}

void show_replayed(const ReplayOptions& options, const trace::Trace&, const Diagnosis& diagnosis, Names& names) {
  show(counterexample_of(diagnosis, options, names));
}

}  // namespace selvage::cli

#include "cli/show/recorded_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/show/operation_text.h"

namespace selvage::cli {
namespace {

std::string text_of(const trace::RecordedStep& step, const trace::Recording& recording) {
  std::string text = step.operation;
  for (unsigned i = 0; i < kOperationCount; ++i) {
    if (step.operation == kOperationTraits[i].text) text = operation_verb(static_cast<Operation>(i));
  }
  return step.object ? fmt::format("{} {}", text, recording.objects[*step.object].name) : text;
}

}  // namespace

report::Counterexample recorded_steps(const trace::Trace& trace) {
  const trace::Recording& recording = trace.recording;
  report::Counterexample shown;
  shown.kind = trace.finding.kind;
  shown.message = trace.finding.message;
  shown.title = trace.shown.title;
  shown.place = trace.shown.place;
  for (const trace::Object& object : recording.objects)
    shown.objects.push_back({object.kind, object.name, object.address});
  size_t threads = 1;
  for (const trace::RecordedStep& step : recording.steps) threads = std::max<size_t>(threads, step.thread + size_t{1});
  for (size_t i = 0; i < threads; ++i)
    shown.threads.push_back({.name = i == 0 ? "main" : fmt::format("thread {}", i), .function = ""});
  for (const trace::RecordedStep& recorded : recording.steps) {
    report::Step step;
    step.thread = recorded.thread;
    step.position = static_cast<uint32_t>(shown.steps.size());
    step.operation = recorded.operation;
    step.text = text_of(recorded, recording);
    step.object = recorded.object;
    step.failed = recorded.failed;
    step.timed_out = recorded.timed_out;
    step.spurious = recorded.spurious;
    step.alternative = recorded.alternative;
    step.alternatives = recorded.alternatives;
    if (recorded.site) {
      const trace::Site& site = recording.sites[*recorded.site];
      step.place = {site.file, site.line, site.column, site.function};
    }
    step.is_marked = step.position == trace.finding.step || step.position == trace.finding.other_step;
    if (!shown.steps.empty() && shown.steps.back().thread != step.thread) ++shown.switches;
    shown.steps.push_back(std::move(step));
  }
  return shown;
}

}  // namespace selvage::cli

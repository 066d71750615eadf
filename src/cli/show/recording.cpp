#include "cli/show/recording.h"

#include <map>

#include "cli/show/outcome_text.h"
#include "cli/show/step_events.h"
#include "target/demangle.h"

namespace selvage::cli {
namespace {

using trace::RecordedStep;

class Recorder {
 public:
  Recorder(trace::Recording& recording, Names& names) : recording_(recording), names_(names) {}

  std::vector<RecordedStep> steps(const target::ExecutionView& execution) {
    std::vector<RecordedStep> result;
    StepEvents events(execution);
    for (size_t i = 0; i < events.size(); ++i) result.push_back(step(events.of(i).front()));
    return result;
  }

  PendingStep pending(const ThreadRecord& thread) {
    return {operation(thread.thread, thread.pending, thread.object, thread.site), thread.enabled != 0};
  }

 private:
  RecordedStep step(const target::EventView& view) {
    const Event& event = *view.event;
    RecordedStep step = operation(event.thread, event.operation, event.object, event.site);
    step.alternative = event.alternative;
    step.alternatives = event.alternatives;
    step.value = event.value;
    step.size = event.size;
    step.failed = (event.flags & kEventFailed) != 0;
    step.timed_out = (event.flags & kEventTimedOut) != 0;
    bool is_wait = event.operation == Operation::CondWake;
    step.spurious = is_wait && (event.flags & kEventSpurious) != 0;
    for (size_t word = 0; word < view.enabled.size(); ++word) {
      for (uint64_t bits = view.enabled[word]; bits != 0; bits &= bits - 1)
        step.enabled.push_back(static_cast<uint16_t>(word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))));
    }
    return step;
  }

  RecordedStep operation(uint16_t thread, Operation operation, uint64_t object, uint32_t site) {
    RecordedStep step;
    step.thread = thread;
    step.operation = traits(operation).text;
    step.object = object_index(traits(operation).object, object);
    step.site = site_index(site);
    return step;
  }

  std::optional<trace::ObjectIndex> object_index(ObjectKind kind, uint64_t object) {
    if (kind == ObjectKind::None) return std::nullopt;
    auto [found, is_new] = objects_.try_emplace({kind, object}, recording_.objects.size());
    if (is_new) recording_.objects.push_back({object_kind_name(kind), names_.objects.name(kind, object), object});
    return found->second;
  }

  std::optional<trace::SiteIndex> site_index(uint32_t number) {
    auto found = sites_.find(number);
    if (found != sites_.end()) return found->second;
    target::Site site = names_.modules.site(target::SiteId{number});
    std::optional<trace::SiteIndex> index;
    if (!site.file.empty() || !site.function.empty()) {
      index = static_cast<trace::SiteIndex>(recording_.sites.size());
      recording_.sites.push_back(
          {names_.file(site.file), site.line, site.column, target::demangle(site.function), site.variable});
    }
    sites_.emplace(number, index);
    return index;
  }

  trace::Recording& recording_;
  Names& names_;
  std::map<std::pair<ObjectKind, uint64_t>, trace::ObjectIndex> objects_;
  std::map<uint32_t, std::optional<trace::SiteIndex>> sites_;
};

}  // namespace

RecordedExecution record_of(const target::ExecutionView& execution, Names& names,
                            const target::ExecutionView* original) {
  RecordedExecution result;
  Recorder recorder(result.recording, names);
  result.recording.steps = recorder.steps(execution);
  if (original != nullptr) result.original = recorder.steps(*original);
  for (const ThreadRecord& thread : execution.threads()) {
    if (thread.state == ThreadState::Alive && thread.pending != Operation::None)
      result.pending.push_back(recorder.pending(thread));
  }
  return result;
}

}  // namespace selvage::cli

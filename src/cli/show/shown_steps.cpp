#include "cli/show/shown_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/show/held_locks.h"
#include "cli/show/operation_text.h"
#include "cli/show/shown_places.h"
#include "cli/show/shown_value.h"
#include "cli/show/step_order.h"
#include "cli/show/wake_ups.h"
#include "contract/positions.h"
#include "contract/transfer.h"
#include "target/demangle.h"

namespace selvage::cli {
namespace {

using report::Step;

bool is_own_business(const Event& event) {
  ObjectKind kind = traits(event.operation).object;
  return kind == ObjectKind::None || kind == ObjectKind::Process ||
         (kind == ObjectKind::Thread && event.object == event.thread);
}

bool is_position(const Event& event) {
  return event.operation == Operation::AtomicStore && is_position_cell(event.object);
}

// An operation of std::atomic is written in a header of the library, and is the user's all the same.
bool is_asked_for(const report::Stack& stack) {
  for (const report::Place& frame : stack) {
    if (frame.is_known() && !is_system_file(frame.file)) return true;
    if (frame.function.find("std::atomic") == std::string::npos &&
        frame.function.find("std::__atomic_") == std::string::npos)
      return false;
  }
  return false;
}

class StepMaker {
 public:
  StepMaker(const std::vector<ShownEvent>& events, const target::ExecutionView& execution, const ThreadNumbers& threads,
            ShownObjects& objects, Names& names)
      : events_(events), threads_(threads), objects_(objects), names_(names), locks_(events, execution.held()) {}

  std::vector<Step> make() {
    number_steps();
    for (const ShownEvent& one : events_)
      if (one.is_shown) note_object(*one.view.event);
    std::vector<std::vector<uint32_t>> order = order_of(events_);
    std::vector<std::optional<uint32_t>> wake_ups = wake_ups_of(events_);
    for (uint32_t i = 0; i < events_.size(); ++i) {
      locks_.take(*events_[i].view.event);
      // What an event that is not shown comes after, the next shown one of its thread does.
      uint16_t thread = events_[i].view.event->thread;
      std::vector<uint32_t>& after = pending_after_[thread];
      after.insert(after.end(), order[i].begin(), order[i].end());
      if (!events_[i].is_shown) continue;
      Step step = make_step(events_[i]);
      for (uint32_t one : after)
        if (std::optional<report::StepIndex> before = shown_at_or_before(one)) step.after.push_back(*before);
      after.clear();
      if (wake_ups[i]) step.woken_by = shown_at_or_before(*wake_ups[i]);
      steps_.push_back(std::move(step));
    }
    return std::move(steps_);
  }

 private:
  void number_steps() {
    report::StepIndex next = 0;
    for (const ShownEvent& one : events_) numbers_.push_back(one.is_shown ? std::optional(next++) : std::nullopt);
  }

  // The step of the event, or of the last one of the same thread before it.
  std::optional<report::StepIndex> shown_at_or_before(uint32_t event) const {
    uint16_t thread = events_[event].view.event->thread;
    for (uint32_t i = event + 1; i-- > 0;)
      if (numbers_[i] && events_[i].view.event->thread == thread) return numbers_[i];
    return std::nullopt;
  }

  Step make_step(const ShownEvent& one) {
    const Event& event = *one.view.event;
    Step step;
    step.thread = threads_.at(event.thread);
    step.position = one.position;
    step.operation = traits(event.operation).text;
    step.stack = stack_of(names_.symbolizer.stack(one.view.stack, target::Symbolizer::First::ReturnAddress), names_);
    step.place = own_place(event.site, step.stack, names_);
    step.size = event.size;
    bool is_transfer = event.operation == Operation::ChannelRead || event.operation == Operation::ChannelWrite;
    if (is_transfer && transfer::channel(event.value) != 0) step.channel = transfer::channel(event.value);
    set_object(event, step);
    set_values(one.view, step);
    step.in_library = traits(event.operation).object == ObjectKind::Memory &&
                      is_system_file(place_of(event.site, names_).file) && !is_asked_for(step.stack);
    step.failed = (event.flags & kEventFailed) != 0;
    step.timed_out =
        (event.flags & kEventTimedOut) != 0 && traits(event.operation).object != ObjectKind::Memory;  // kEventWatched
    step.spurious = event.operation == Operation::CondWake && (event.flags & kEventSpurious) != 0;
    step.alternative = event.alternative;
    step.alternatives = std::max<uint32_t>(event.alternatives, 1);
    for (const auto& [number, index] : threads_) {
      bool enabled =
          number / 64u < one.view.enabled.size() && (one.view.enabled[number / 64u] >> (number % 64u) & 1) != 0;
      if (enabled) step.enabled.push_back(index);
      if (enabled && number != event.thread) step.has_alternative_threads = true;
    }
    for (const LockName& lock : locks_.of(event.thread)) step.held.push_back(objects_.index(lock.kind, lock.object));
    return step;
  }

  void note_object(const Event& event) {
    target::Site site = names_.modules.site(target::SiteId{event.site});
    // What a header of the library calls it says nothing to the user.
    std::string expression = is_system_file(site.file) ? "" : site.variable;
    ObjectKind kind = traits(event.operation).object;
    if (is_position(event)) return;
    if (kind != ObjectKind::None) objects_.note(kind, event.object, event.size, expression);
    if (event.operation == Operation::CondWait && event.value != 0)
      objects_.note(ObjectKind::Mutex, event.value, 0, "");
  }

  // Where a thread is told by memory of its own kind (contract/positions.h).
  std::string position_text(const Event& event) {
    const char* verb = event.value == 0 ? "leave" : event.value & kPositionPast ? "go on in" : "enter";
    target::Site site = names_.modules.site(target::SiteId{event.site});
    return fmt::format("{} {}", verb, target::demangle(site.function));
  }

  std::string unseen_function(uint64_t address) {
    std::optional<target::SymbolOffset> function = names_.modules.function(target::TargetAddress{address});
    return function ? target::demangle(function->name) : "code that is not seen";
  }

  void set_object(const Event& event, Step& step) {
    if (is_position(event)) {
      step.text = position_text(event);
      return;
    }
    step.text = operation_verb(event.operation);
    if (event.operation == Operation::UnseenCall) {
      step.text += " " + unseen_function(event.value);
      return;
    }
    if (event.operation == Operation::Choose) step.text += fmt::format(" {}", event.alternative);
    ObjectKind kind = traits(event.operation).object;
    if (kind == ObjectKind::None) return;
    step.object = objects_.index(kind, event.object);
    if (!is_own_business(event)) step.text += " " + objects_.name(*step.object);
    if (event.operation == Operation::Observe) step.text += fmt::format(": {}", static_cast<int64_t>(event.value));
    if (event.operation == Operation::ClockRead && (event.alternative != 0 || event.value != 0))
      step.text += ": time has passed";
    if (event.operation == Operation::CondSignal)
      step.text += event.value == 0 ? ", waking nobody" : fmt::format(", waking thread {}", event.value - 1);
  }

  void set_values(const target::EventView& view, Step& step) {
    const Event& event = *view.event;
    if (event.size == 0 || event.size > 8 || is_position(event)) return;
    std::string value = value_text(event.value, event.size, names_);
    switch (event.operation) {
      case Operation::Read:
      case Operation::AtomicLoad:
      case Operation::AtomicUpdate:
      case Operation::AtomicCompareExchange:
        step.read = value;
        if (view.has_written() && (event.flags & kEventFailed) == 0)
          step.written = value_text(view.written(), event.size, names_);
        break;
      case Operation::Write:
      case Operation::AtomicStore:
        step.written = value;
        break;
      default:
        break;
    }
  }

  const std::vector<ShownEvent>& events_;
  const ThreadNumbers& threads_;
  ShownObjects& objects_;
  Names& names_;
  HeldLocks locks_;
  std::vector<Step> steps_;
  std::vector<std::optional<report::StepIndex>> numbers_;  // of each event
  std::map<uint16_t, std::vector<uint32_t>> pending_after_;
};

}  // namespace

std::vector<Step> steps_of(const std::vector<ShownEvent>& events, const target::ExecutionView& execution,
                           const ThreadNumbers& threads, ShownObjects& objects, Names& names) {
  return StepMaker(events, execution, threads, objects, names).make();
}

}  // namespace selvage::cli

#include "cli/show/shown_threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "cli/show/operation_text.h"
#include "cli/show/outcome_text.h"
#include "cli/show/shown_places.h"
#include "cli/show/shown_value.h"
#include "report/words.h"

namespace selvage::cli {
namespace {

using report::Thread;
using report::ThreadIndex;
using report::Waiting;

class ThreadMaker {
 public:
  ThreadMaker(const std::vector<ShownEvent>& events, const target::ExecutionView& execution,
              const ThreadNumbers& numbers, ShownObjects& objects, Names& names)
      : events_(events), execution_(execution), numbers_(numbers), objects_(objects), names_(names) {}

  std::vector<Thread> make() {
    std::vector<Thread> threads(numbers_.size());
    for (const auto& [number, index] : numbers_) {
      threads[index].name = number == 0 ? "main" : fmt::format("thread {}", number);
      threads[index].function = number == 0 ? "main" : start_function(number);
      if (number != 0) threads[index].created = created(number);
    }
    for (const ThreadRecord& record : execution_.threads()) {
      Thread& thread = threads[numbers_.at(record.thread)];
      if (record.state != ThreadState::Alive) continue;
      if (record.thread == execution_.record().thread) {
        thread.stack = stack_of(names_.symbolizer.stack(execution_), names_);
      }
      if (record.pending != Operation::None) thread.waiting = waiting(record);
    }
    return threads;
  }

 private:
  // The outermost frame in the user's code of anything that the thread did.
  std::string start_function(uint16_t number) {
    for (const ShownEvent& one : events_) {
      if (one.view.event->thread != number) continue;
      std::vector<target::Frame> frames =
          names_.symbolizer.stack(one.view.stack, target::Symbolizer::First::ReturnAddress);
      for (const target::Frame& frame : frames | std::views::reverse)
        if (!frame.file.empty() && !is_system_file(frame.file)) return frame.function;
    }
    for (const ThreadRecord& record : execution_.threads())
      if (record.thread == number) return function_at(record.function);
    return "";
  }

  // Libraries have functions of their own that threads are started with.
  std::string function_at(uint64_t address) {
    target::TargetAddress at{address};
    auto module = names_.modules.place(at);
    auto function = names_.modules.function(at);
    bool is_own = module && function && function->offset == 0 && !is_system_file(module->path);
    return is_own ? function->name : "";
  }

  report::Place created(uint16_t number) {
    for (const ShownEvent& one : events_) {
      const Event& event = *one.view.event;
      if (event.operation != Operation::ThreadCreate || event.object != number) continue;
      return own_place(event.site, callers(one.view.stack), names_);
    }
    for (const ThreadRecord& record : execution_.threads())
      if (record.thread == number) return place_of(record.begin_site, names_);
    return {};
  }

  // It takes part in a loop that was gone round.
  Waiting circling(const ThreadRecord& record) {
    Waiting result;
    result.operation = traits(Operation::ComeRound).text;
    result.is_blocked = true;
    result.place = result.loop = place_of(record.loop_site, names_);
    std::vector<std::string> lines = lines_of_round(record.thread);
    result.text = "goes round a loop for ever";
    if (!lines.empty())
      result.text +=
          fmt::format(": {} {} again and again", lines.size() == 1 ? "line" : "lines", report::listed(lines));
    return result;
  }

  // What the thread executes of the loop, in its order.
  std::vector<std::string> lines_of_round(uint16_t thread) {
    const ExecutionRecord& record = execution_.record();
    uint64_t stem = record.step_count - uint64_t{record.loop_rounds} * record.loop_steps;
    std::vector<std::string> lines;
    for (const ShownEvent& one : events_) {
      if (one.view.event->thread != thread || !one.is_shown || one.step == ShownEvent::kBeforeFirst || one.step < stem)
        continue;
      std::string line = std::to_string(place_of(one.view.event->site, names_).line);
      if (line != "0" && std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
    }
    return lines;
  }

  report::Stack callers(std::span<const uint64_t> addresses) {
    return stack_of(names_.symbolizer.stack(addresses, target::Symbolizer::First::ReturnAddress), names_);
  }

  report::Place waiting_place(const ThreadRecord& record) {
    if (record.caller == 0) return place_of(record.site, names_);
    return own_place(record.site, callers({&record.caller, 1}), names_);
  }

  // The last time that its holder took it where the record says.
  report::Place acquired(const HeldRecord& held) {
    for (const ShownEvent& one : events_ | std::views::reverse) {
      const Event& event = *one.view.event;
      if (event.thread == held.thread && event.site == held.site && event.object == held.object)
        return own_place(held.site, callers(one.view.stack), names_);
    }
    return place_of(held.site, names_);
  }

  Waiting waiting(const ThreadRecord& record) {
    bool circles = record.pending == Operation::ComeRound || record.enabled != 0;
    if (execution_.outcome() == Outcome::Livelock && record.loop_site != 0 && circles) return circling(record);
    Waiting result;
    result.operation = traits(record.pending).text;
    result.is_blocked = record.enabled == 0;
    result.place = waiting_place(record);
    if (record.loop_site != 0) result.loop = place_of(record.loop_site, names_);
    ObjectKind kind = traits(record.pending).object;
    std::string name;
    if (kind != ObjectKind::None && kind != ObjectKind::Process) {
      result.object = objects_.index(kind, record.object);
      if (kind != ObjectKind::Thread || record.object != record.thread) name = " " + objects_.name(*result.object);
    }
    result.text = result.is_blocked ? blocked_text(record, name)
                                    : fmt::format("is about to {}{}", operation_verb(record.pending), name);
    if (result.is_blocked) find_holders(record, result);
    return result;
  }

  std::string blocked_text(const ThreadRecord& record, const std::string& name) {
    bool is_memory = traits(record.pending).object == ObjectKind::Memory;
    if (record.loop_site == 0) return waiting_verb(record.pending) + name;
    if (record.pending == Operation::SpinWait) return "goes round a loop for ever";
    std::string text = fmt::format("goes round a loop for ever: {}{}", operation_verb(record.pending), name);
    if (is_memory) text += " finds " + value_text(record.found, record.size, names_) + " again and again";
    return text;
  }

  void find_holders(const ThreadRecord& record, Waiting& result) {
    ObjectKind kind = traits(record.pending).object;
    if (kind == ObjectKind::Thread && numbers_.contains(static_cast<uint16_t>(record.object)) &&
        record.object != record.thread)
      result.held_by.push_back(numbers_.at(static_cast<uint16_t>(record.object)));
    for (const HeldRecord& held : execution_.held()) {
      bool is_object = held.object == record.object && held.kind == kind;
      bool is_mutex_of_wait =
          record.pending == Operation::CondWake && held.object == record.value && held.kind == ObjectKind::Mutex;
      if ((!is_object && !is_mutex_of_wait) || !numbers_.contains(held.thread)) continue;
      result.held_by.push_back(numbers_.at(held.thread));
      if (!result.held_since.is_known()) result.held_since = acquired(held);
    }
  }

  const std::vector<ShownEvent>& events_;
  const target::ExecutionView& execution_;
  const ThreadNumbers& numbers_;
  ShownObjects& objects_;
  Names& names_;
};

}  // namespace

ThreadNumbers number_threads(const std::vector<ShownEvent>& events, const target::ExecutionView& execution) {
  ThreadNumbers numbers;
  numbers[0] = 0;
  for (const ThreadRecord& record : execution.threads()) numbers[record.thread] = 0;
  for (const ShownEvent& one : events) numbers[one.view.event->thread] = 0;
  numbers[execution.record().thread] = 0;
  ThreadIndex next = 0;
  for (auto& [number, index] : numbers) index = next++;
  return numbers;
}

std::vector<Thread> threads_of(const std::vector<ShownEvent>& events, const target::ExecutionView& execution,
                               const ThreadNumbers& numbers, ShownObjects& objects, Names& names) {
  return ThreadMaker(events, execution, numbers, objects, names).make();
}

std::vector<ThreadIndex> wait_cycle(const std::vector<Thread>& threads) {
  // Every thread waits for one at most that matters here: the first that holds what it wants.
  for (ThreadIndex start = 0; start < threads.size(); ++start) {
    std::vector<ThreadIndex> way;
    ThreadIndex at = start;
    while (std::ranges::find(way, at) == way.end()) {
      way.push_back(at);
      const std::optional<Waiting>& waiting = threads[at].waiting;
      if (!waiting || !waiting->is_blocked || waiting->held_by.empty()) break;
      at = waiting->held_by.front();
      if (at == start) return way;
    }
  }
  return {};
}

}  // namespace selvage::cli

#include "cli/show/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "cli/program/end_identity.h"
#include "cli/show/outcome_text.h"
#include "cli/show/shown_places.h"
#include "cli/text.h"

namespace selvage::cli {
namespace {

using target::ExecutionView;
using target::SiteId;

std::string at(const Names& names, uint32_t site) {
  std::string place = names.place(SiteId{site});
  return place.empty() ? "" : " at " + place;
}

std::string object_phrase(ObjectKind kind, uint64_t object, Names& names) {
  const std::string& name = names.object(kind, object);
  if (name.empty()) return "";
  // Threads, descriptors and the like carry their kind in the name.
  if (!target::is_address(kind) || kind == ObjectKind::Memory) return " of " + name;
  return fmt::format(" of {} {}", object_kind_name(kind), name);
}

std::string holders(const ThreadRecord& waiting, const ExecutionView& execution, Names& names) {
  std::string text;
  for (const HeldRecord& held : execution.held()) {
    bool is_object = held.object == waiting.object && held.kind == traits(waiting.pending).object;
    bool is_mutex_of_wait =
        waiting.pending == Operation::CondWake && held.object == waiting.value && held.kind == ObjectKind::Mutex;
    if (!is_object && !is_mutex_of_wait) continue;
    std::string holder = held.thread == waiting.thread ? "itself" : thread_name(held.thread);
    text +=
        fmt::format(", {} {} is held by {}", object_kind_name(held.kind), names.object(held.kind, held.object), holder);
    std::string since = names.place(SiteId{held.site});
    if (!since.empty()) text += " since " + since;
  }
  return text;
}

bool ends_waiting(Outcome outcome) { return outcome == Outcome::Deadlock || outcome == Outcome::Livelock; }

std::string wait_phrase(const ThreadRecord& thread, Names& names) {
  std::string object = object_phrase(traits(thread.pending).object, thread.object, names);
  if (thread.loop_site == 0) return fmt::format("waits in {}{}", traits(thread.pending).text, object);
  std::string loop = at(names, thread.loop_site);
  if (thread.pending == Operation::SpinWait || thread.pending == Operation::ComeRound || thread.enabled != 0)
    return fmt::format("goes round the loop{} for ever", loop);
  std::string wait =
      fmt::format("goes round the loop{} for ever, waiting in {}{}", loop, traits(thread.pending).text, object);
  if (traits(thread.pending).object == ObjectKind::Memory) wait += fmt::format(" (which is {})", thread.found);
  return wait;
}

std::string explain_thread(const ThreadRecord& thread, const ExecutionView& execution, Names& names) {
  std::string text = fmt::format("  thread {}", thread.thread);
  if (thread.thread == 0) text += " (main)";
  if (thread.thread != 0 && !names.place(SiteId{thread.begin_site}).empty()) {
    text += fmt::format(" (created{})", at(names, thread.begin_site));
  }
  bool blocked = thread.pending != Operation::None && thread.enabled == 0;
  if (execution.outcome() == Outcome::Livelock && thread.enabled != 0)
    return text + fmt::format(" goes round the loop{} for ever, and does {}{}{} next\n", at(names, thread.loop_site),
                              traits(thread.pending).text,
                              object_phrase(traits(thread.pending).object, thread.object, names),
                              at(names, thread.site));
  if (!blocked && thread.thread == execution.record().thread) return text + " was running\n";
  if (thread.pending == Operation::None) return text + " can run\n";
  if (thread.enabled == 0) {
    text += fmt::format(" {}{}", wait_phrase(thread, names), at(names, thread.site));
  } else {
    text += fmt::format(" is about to do {}{}{}", traits(thread.pending).text,
                        object_phrase(traits(thread.pending).object, thread.object, names), at(names, thread.site));
  }
  if (thread.enabled == 0) text += holders(thread, execution, names);
  return text + "\n";
}

std::string explain_stack(const ExecutionView& execution, Names& names) {
  std::string text = stack_text(names.symbolizer.stack(execution), names);
  return text.empty() ? "" : fmt::format("  call stack of thread {}:\n{}", execution.record().thread, text);
}

// The runtime knows threads by their numbers: "thread 0" is main.
std::string with_main(std::string text) {
  constexpr std::string_view kMain = "thread 0";
  for (size_t at = text.find(kMain); at != std::string::npos; at = text.find(kMain, at + 1)) {
    char next = at + kMain.size() < text.size() ? text[at + kMain.size()] : ' ';
    bool is_word = (at == 0 || text[at - 1] == ' ') && (next == ' ' || next == ',');
    if (is_word) text.replace(at, kMain.size(), "main");
  }
  return text;
}

// It knows objects by their addresses: "the mutex at 0x5555000" is the mutex m.
std::string with_names(std::string text, Names& names) {
  constexpr std::string_view kAt = " at 0x";
  for (size_t at = text.find(kAt); at != std::string::npos; at = text.find(kAt, at + 1)) {
    size_t end = std::min(text.find_first_not_of("0123456789abcdef", at + kAt.size()), text.size());
    const std::string& name = names.object(
        ObjectKind::Memory, std::strtoull(text.substr(at + kAt.size(), end - at - kAt.size()).c_str(), nullptr, 16));
    bool says_something = !name.empty() && !name.starts_with("0x") && name.find(":t") == std::string::npos;
    if (says_something) text.replace(at, end - at, " " + name);
  }
  return text;
}

// Where the block of a memory error came from and where it went.
std::string block_history(const ExecutionView& execution, const Names& names) {
  const ExecutionRecord& record = execution.record();
  // Sentences about leaks have it already.
  if (record.block == 0 || record.defect == Defect::Leak) return "";
  auto place = [&](uint32_t number) {
    target::Site site = names.modules.site(SiteId{number});
    return site.file.empty() ? "" : fmt::format("{}:{}", names.file(site.file), site.line);
  };
  std::string allocated = place(record.allocated_site), freed = place(record.freed_site), text;
  if (!allocated.empty()) text += ", allocated at " + allocated;
  if (record.was_freed != 0 && !freed.empty())
    text += fmt::format(", freed at {} by {}", freed, thread_name(record.freed_by));
  return text;
}

}  // namespace

std::string finding_title(const ExecutionView& execution, Names& names) {
  bool is_programs_own = execution.outcome() == Outcome::Assertion;
  std::string text = with_names(names.with_short_paths(std::string(execution.message())), names);
  return is_programs_own ? text : with_main(std::move(text));
}

std::string finding_message(const ExecutionView& execution, Names& names) {
  if (!execution.message().empty()) return finding_title(execution, names) + block_history(execution, names);
  bool stuck = leaves_threads_stuck(execution);
  if (!stuck && !ends_waiting(execution.outcome())) return outcome_phrase(execution.outcome());
  std::string waiting;
  for (const ThreadRecord& thread : execution.threads()) {
    if (thread.state != ThreadState::Alive || (stuck && thread.thread == execution.record().thread)) continue;
    waiting +=
        fmt::format("{}{} {}", waiting.empty() ? "" : ", ", thread_name(thread.thread), wait_phrase(thread, names));
  }
  if (stuck) return "the program ends while threads wait for ever: " + waiting;
  return waiting.empty() ? "no thread can go on" : "no thread can go on: " + waiting;
}

std::string stack_text(const std::vector<target::Frame>& stack, const Names& names) {
  std::string text;
  size_t number = 0;
  for (const target::Frame& frame : stack) {
    text += fmt::format("    #{} {}", number++,
                        frame.function.empty() ? fmt::format("{:#x}", target::number(frame.address)) : frame.function);
    if (!frame.file.empty()) text += fmt::format(" at {}:{}", names.file(frame.file), frame.line);
    text += "\n";
  }
  return text;
}

namespace {

// Of threads that wait, the first one that waits for more than another one's end: who came last differs between
// interleavings that show the same. Null: there is none.
const ThreadRecord* first_waiting(const ExecutionView& execution, bool but_last) {
  const ThreadRecord* first = nullptr;
  for (const ThreadRecord& thread : execution.threads()) {
    if (thread.state != ThreadState::Alive || thread.site == 0) continue;
    if (but_last && thread.thread == execution.record().thread) continue;
    if (thread.pending != Operation::ThreadJoin) return &thread;
    if (first == nullptr) first = &thread;
  }
  return first;
}

// In the user's own code, where it waits in a library.
SourcePlace waiting_place(const ThreadRecord& thread, Names& names) {
  if (thread.caller != 0)
    for (const target::Frame& frame : names.symbolizer.frames(target::TargetAddress{thread.caller}, true))
      if (!frame.file.empty() && frame.line != 0 && !is_system_file(frame.file)) return {frame.file, frame.line};
  target::Site site = names.modules.site(SiteId{thread.site});
  return {site.file, site.line};
}

}  // namespace

std::string exit_status_message(const ExecutionView& execution) {
  return fmt::format("exit status {}", execution.record().status);
}

// In the user's own code, where a header of a library calls exit.
SourcePlace exit_place(const ExecutionView& execution, Names& names) {
  target::Site site = names.modules.site(SiteId{execution.record().site});
  if (!site.file.empty() && !is_system_file(site.file)) return {site.file, site.line};
  for (const target::Frame& frame : names.symbolizer.stack(execution))
    if (!frame.file.empty() && frame.line != 0 && !is_system_file(frame.file)) return {frame.file, frame.line};
  return {site.file, site.line};
}

SourcePlace finding_place(const ExecutionView& execution, Names& names) {
  // The pending operation of a thread that crashed is not where it crashed.
  bool by_stack = execution.outcome() == Outcome::Crash || execution.outcome() == Outcome::Stuck;
  target::Site site = names.modules.site(SiteId{execution.record().site});
  // Where the first one waits says more than where another one ended the program.
  bool leaves_stuck = leaves_threads_stuck(execution);
  if (leaves_stuck || execution.outcome() == Outcome::Deadlock)
    if (const ThreadRecord* thread = first_waiting(execution, leaves_stuck))
      if (SourcePlace place = waiting_place(*thread, names); !place.file.empty()) return place;
  if (!by_stack && !site.file.empty()) return {site.file, site.line};
  for (const target::Frame& frame : names.symbolizer.stack(execution)) {
    if (!frame.file.empty() && frame.line != 0) return {frame.file, frame.line};
  }
  return {site.file, site.line};
}

std::string explain(const ExecutionView& execution, Names& names) {
  std::string text;
  for (const ThreadRecord& thread : execution.threads()) {
    if (thread.state == ThreadState::Alive) text += explain_thread(thread, execution, names);
  }
  // In a deadlock every thread stands where its wait does; one stack would say less.
  if (!ends_waiting(execution.outcome())) text += explain_stack(execution, names);
  return text;
}

}  // namespace selvage::cli

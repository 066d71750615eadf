#include "cli/program/end_identity.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <vector>

#include "cli/show/outcome_text.h"
#include "target/object_names.h"
#include "target/symbolizer.h"

namespace selvage::cli {
namespace {

using target::ExecutionView;

uint64_t hash(const std::vector<uint64_t>& parts) { return XXH3_64bits(parts.data(), parts.size() * sizeof(uint64_t)); }

bool waits_for_ever(const ThreadRecord& thread) { return thread.state == ThreadState::Alive && thread.enabled == 0; }

// What each of the threads waits in, as a set.
std::vector<uint64_t> waits(const ExecutionView& execution) {
  std::vector<uint64_t> result;
  for (const ThreadRecord& thread : execution.threads()) {
    if (!waits_for_ever(thread)) continue;
    uint64_t object_kind = static_cast<uint64_t>(traits(thread.pending).object);
    uint64_t wait = (static_cast<uint64_t>(thread.pending) << 40) | (object_kind << 32) | thread.site;
    result.push_back(thread.caller != 0 ? hash({wait, thread.caller}) : wait);
  }
  std::ranges::sort(result);
  result.erase(std::ranges::unique(result).begin(), result.end());
  return result;
}

// A thread that overflows its stack was at any depth of the same recursion.
std::vector<uint64_t> frames(const ExecutionView& execution) {
  std::vector<uint64_t> result(execution.stack().begin(), execution.stack().end());
  if (execution.record().defect != Defect::StackOverflow) return result;
  std::ranges::sort(result);
  result.erase(std::ranges::unique(result).begin(), result.end());
  return result;
}

// Where these end is a call that the pass gave a site of its own; elsewhere the record has the site of the thread's last
// operation, and only the call stack says where it ended.
bool ends_at_site(Outcome outcome) { return outcome == Outcome::Misuse || outcome == Outcome::MemoryError; }

// The loop that the last thread was in when the execution was cut off.
uint32_t loop_gone_round(const ExecutionView& execution) {
  for (const ThreadRecord& thread : execution.threads())
    if (thread.thread == execution.record().thread) return thread.loop_site;
  return 0;
}

}  // namespace

uint32_t end_site(const ExecutionView& execution) {
  if (execution.outcome() == Outcome::StepLimit) return loop_gone_round(execution);
  return ends_at_site(execution.outcome()) ? execution.record().site : 0;
}

// It could have gone on, and have let others go on. A thread that is stopped by an assumption has not come to it yet where the
// program ends before, and one that would have ended the program waits only for another that did; whether a loop waits is not
// known where not all shared memory was.
static bool could_go_on(const ThreadRecord& thread, bool knows_shared_memory) {
  if (thread.enabled != 0 || thread.may_go_on != 0) return true;
  if (thread.pending == Operation::None || thread.pending == Operation::ComeRound ||
      thread.pending == Operation::Assume || thread.pending == Operation::ProcessExit)
    return true;
  if (thread.loop_site != 0 && !knows_shared_memory) return true;
  return (thread.flags & kEventTimed) && traits(thread.pending).object != ObjectKind::Memory;
}

// It waits for what others may give it to do, and would do so for as long as the program runs. Locks are not waited for in that
// way, nor are attempts to take one made of atomics: whoever holds it is to release it.
static bool waits_for_work(const ThreadRecord& thread) {
  if (thread.is_endless == 0) return false;
  switch (thread.pending) {
    case Operation::CondWake:
    case Operation::SemaphoreWait:
    case Operation::FutexResume:
    case Operation::SignalWait:
    case Operation::ChannelRead:
    case Operation::ChannelPoll:
    case Operation::SpinWait:
      return true;
    case Operation::Read:
    case Operation::AtomicLoad:
      return thread.loop_site != 0;
    default:
      return false;
  }
}

bool leaves_threads_stuck(const ExecutionView& execution) {
  if (execution.outcome() != Outcome::Completed) return false;
  bool anyone = false;
  for (const ThreadRecord& thread : execution.threads()) {
    if (thread.state != ThreadState::Alive || thread.thread == execution.record().thread) continue;
    if (could_go_on(thread, execution.found().empty())) return false;
    anyone |= !waits_for_work(thread);
  }
  return anyone;
}

bool has_refused_status(const ExecutionView& execution) {
  return execution.outcome() == Outcome::Completed && execution.record().status_refused != 0;
}

bool goes_wrong(const ExecutionView& execution) {
  return is_finding(execution.outcome()) || has_refused_status(execution);
}

uint64_t exit_identity(const ExecutionView& execution) {
  if (!has_refused_status(execution)) return 0;
  std::vector<uint64_t> parts = frames(execution);
  parts.insert(parts.end(), {execution.record().site, static_cast<uint64_t>(execution.record().status)});
  return hash(parts);
}

// Where it ended is known from the call stack alone: the site is that of an operation before it, or of one to come.
static bool ends_at_instruction(const ExecutionView& execution) {
  return (execution.outcome() == Outcome::Crash || execution.outcome() == Outcome::Stuck) && !execution.stack().empty();
}

// Several threads are concerned, each by what it waits in.
static bool is_about_waiting(const ExecutionView& execution) {
  Outcome outcome = execution.outcome();
  return outcome == Outcome::Deadlock || outcome == Outcome::Livelock || leaves_threads_stuck(execution);
}

uint64_t end_identity(const ExecutionView& execution) {
  Outcome outcome = execution.outcome();
  if (outcome == Outcome::Completed && is_about_waiting(execution)) return hash(waits(execution));
  if (!is_finding(outcome)) return 0;
  const ExecutionRecord& record = execution.record();
  std::vector<uint64_t> parts;
  if (outcome == Outcome::Livelock && record.loops != 0) {
    parts = {record.loops};
  } else if (is_about_waiting(execution)) {
    parts = waits(execution);
  } else if (end_site(execution) != 0) {
    parts = {end_site(execution)};
  } else if (!execution.stack().empty()) {
    parts = frames(execution);
  } else {
    parts = {record.site, XXH3_64bits(execution.message().data(), execution.message().size())};
  }
  parts.insert(parts.end(), {static_cast<uint64_t>(outcome), static_cast<uint64_t>(record.defect), record.signal});
  return hash(parts);
}

explore::EndDetails end_details(const ExecutionView& execution) {
  explore::EndDetails details;
  if (is_about_waiting(execution)) {
    for (const ThreadRecord& thread : execution.threads()) {
      if (!waits_for_ever(thread)) continue;
      details.sites.push_back(thread.site);
      if (target::is_address(traits(thread.pending).object)) details.objects.push_back(thread.object);
    }
    std::ranges::sort(details.objects);
    if (has_refused_status(execution)) details.sites.push_back(execution.record().site);
  } else if (!ends_at_instruction(execution)) {
    details.sites = {execution.record().site};
  }
  details.stack = frames(execution);
  details.is_by_signal = target::is_interrupted(execution);
  return details;
}

}  // namespace selvage::cli

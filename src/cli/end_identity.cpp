#include "cli/end_identity.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <vector>

#include "cli/outcome_text.h"

namespace selvage::cli {
namespace {

using target::ExecutionView;

uint64_t hash(const std::vector<uint64_t>& parts) { return XXH3_64bits(parts.data(), parts.size() * sizeof(uint64_t)); }

// What each of the threads waits in, as a set.
std::vector<uint64_t> waits(const ExecutionView& execution) {
  std::vector<uint64_t> result;
  for (const ThreadRecord& thread : execution.threads()) {
    if (thread.state != ThreadState::Alive || thread.enabled != 0) continue;
    uint64_t object_kind = static_cast<uint64_t>(traits(thread.pending).object);
    result.push_back((static_cast<uint64_t>(thread.pending) << 40) | (object_kind << 32) | thread.site);
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

bool leaves_threads_stuck(const ExecutionView& execution) {
  if (execution.outcome() != Outcome::Completed) return false;
  bool anyone = false;
  for (const ThreadRecord& thread : execution.threads()) {
    if (thread.state != ThreadState::Alive || thread.thread == execution.record().thread) continue;
    // It could have gone on, and have let others go on.
    if (thread.enabled != 0 || thread.pending == Operation::None || thread.pending == Operation::ComeRound ||
        (thread.flags & kEventTimed))
      return false;
    anyone = true;
  }
  return anyone;
}

uint64_t end_identity(const ExecutionView& execution) {
  Outcome outcome = execution.outcome();
  if (leaves_threads_stuck(execution)) return hash(waits(execution));
  if (!is_finding(outcome)) return 0;
  const ExecutionRecord& record = execution.record();
  std::vector<uint64_t> parts;
  if (outcome == Outcome::Deadlock || outcome == Outcome::Livelock) {
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

}  // namespace selvage::cli

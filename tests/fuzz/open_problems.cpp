#include "open_problems.h"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace selvage::fuzz {

namespace {

using Predicate = std::function<bool(const Program&)>;

struct OpenProblem {
  const char* what;
  Demand demand;  // what can still be asked for
  Predicate concerns;
};

Predicate uses_any(std::vector<std::string_view> instructions) {
  return [instructions](const Program& program) {
    return std::ranges::any_of(instructions, [&](std::string_view name) { return program.uses(name); });
  };
}

// Some thread has at least this many instructions that contain the text.
Predicate repeats(std::string_view text, std::ptrdiff_t least) {
  return [text, least](const Program& program) {
    return std::ranges::any_of(program.threads, [&](const auto& code) {
      return std::ranges::count_if(code, [&](const std::string& i) { return i.find(text) != std::string::npos; }) >=
             least;
    });
  };
}

// Numbers of threads then depend on who was first.
bool several_threads_create(const Program& program) {
  return std::ranges::count_if(program.threads, [](const auto& code) {
           return std::ranges::any_of(code, [](const std::string& i) { return i.starts_with("spawn"); });
         }) > 1;
}

const std::vector<OpenProblem>& open_problems() {
  static const std::vector<OpenProblem> all = {
      {"memcpy reads its source at the second of two scheduling points", Demand::Nothing, uses_any({"copy"})},
      {"the exit of a robust mutex's owner is not dependent with operations on the mutex", Demand::Nothing,
       repeats("lock.4", 1)},
      {"a nested acquisition hides the one that others compete with", Demand::Nothing, repeats("lock.2", 3)},
      {"the same for streams", Demand::Nothing, repeats("stream_lock", 2)},
      {"what others would have done is explored from the state before a finding only", Demand::Ends,
       uses_any({"check"})},
      {"a waiter that may wake by itself is asked to overtake a signal that holds its mutex", Demand::Classes,
       [](const Program& program) { return program.spurious_wakeups || program.uses("timedwait"); }},
      {"a reversed wake-up may have outcomes that it did not have before", Demand::Ends, uses_any({"futex_wake"})},
      {"a transfer that does not block is taken for one that was waited for", Demand::Nothing,
       uses_any({"pipe_read", "pipe_write", "pipe_poll", "pipe_close", "event_read", "event_write"})},
      {"the end of a read lock is taken for what lets other readers go on", Demand::Nothing,
       uses_any({"read_lock", "try_read_lock", "timed_read_lock"})},
      {"two processes may give the same thread different numbers", Demand::Nothing, several_threads_create},
      {"a signal hides what its thread would have waited for", Demand::Nothing, uses_any({"kill"})},
      {"a wait may end by cancellation", Demand::Ends, uses_any({"cancel"})},
  };
  return all;
}

}  // namespace

Demand demanded(const Program& program) {
  Demand least = Demand::Everything;
  for (const OpenProblem& problem : open_problems())
    if (problem.concerns(program)) least = std::min(least, problem.demand);
  return least;
}

}  // namespace selvage::fuzz

#include "observation.h"

#include <fmt/format.h>

#include <algorithm>

namespace selvage::fuzz {

namespace {

bool dependent_steps(const Step& a, const Step& b) {
  return std::ranges::any_of(a.footprints, [&](const Footprint& one) {
    return std::ranges::any_of(b.footprints, [&](const Footprint& other) { return dependent(one, other); });
  });
}

std::string label(const Step& step, const ThreadNames& names) {
  const Footprint& head = step.footprints.front();
  if (head.operation == Operation::CondSignal && head.value != 0)
    return names(head.thread) + "!" + names(static_cast<unsigned>(head.value - 1));
  // That a waiter was signalled is no order of steps, but it is what happened.
  const char* woken = head.operation != Operation::CondWake                   ? ""
                      : (head.flags & (kEventTimedOut | kEventSpurious)) != 0 ? "~"
                                                                              : "!";
  return names(head.thread) + (step.alternative ? fmt::format("'{}", step.alternative) : "") + woken;
}

}  // namespace

std::string ThreadNames::operator()(unsigned thread) const {
  if (thread == 0) return "m";
  if (thread >= paths_.size()) return fmt::format("unknown{}", thread);
  return (*this)(paths_[thread].parent) + std::to_string(paths_[thread].child_index);
}

std::string normal_form(const std::vector<Step>& steps, const ThreadNames& names) {
  size_t count = steps.size();
  std::vector<std::vector<size_t>> followers(count);
  std::vector<size_t> waits_for(count);
  std::vector<std::string> threads;
  for (size_t j = 0; j < count; j++) {
    threads.push_back(names(steps[j].footprints.front().thread));
    for (size_t i = 0; i < j; i++)
      if (dependent_steps(steps[i], steps[j])) {
        followers[i].push_back(j);
        waits_for[j]++;
      }
  }
  std::vector<bool> done(count);
  std::string result;
  for (size_t n = 0; n < count; n++) {
    size_t best = count;
    for (size_t i = 0; i < count; i++)
      if (!done[i] && waits_for[i] == 0 && (best == count || threads[i] < threads[best])) best = i;
    done[best] = true;
    for (size_t j : followers[best]) waits_for[j]--;
    result += label(steps[best], names) + ' ';
  }
  return result;
}

std::string end_of(const explore::Execution& execution, const Footprint& last, const ThreadNames& names) {
  if (execution.outcome == Outcome::Completed) {
    if (last.operation != Operation::ProcessExit) return "ended";
    return fmt::format("state {:08x}", static_cast<uint32_t>(last.value));
  }
  if (execution.outcome != Outcome::Deadlock)
    return fmt::format("outcome {} of {}", static_cast<unsigned>(execution.outcome), names(last.thread));
  std::vector<std::string> waiting;
  for (const explore::Unfinished& thread : execution.unfinished) {
    const Footprint& next = thread.next;
    std::string object = traits(next.operation).object == ObjectKind::Thread ? names(static_cast<unsigned>(next.object))
                                                                             : fmt::format("{:x}", next.object);
    waiting.push_back(fmt::format("{} at {} of {}", names(next.thread), traits(next.operation).text, object));
  }
  std::ranges::sort(waiting);
  std::string result = "deadlock:";
  for (const std::string& one : waiting) result += " " + one + ";";
  return result;
}

void Observation::join(Observation& other) {
  ends.merge(other.ends);
  for (const auto& [form, end] : other.classes) {
    auto [found, fresh] = classes.emplace(form, end);
    repeated += fresh ? 0 : 1;
    if (!fresh && found->second != end && contradiction.empty())
      contradiction = fmt::format("{}: {} and {}", form, found->second, end);
  }
  if (contradiction.empty()) contradiction = other.contradiction;
  cut_short |= other.cut_short;
  repeated += other.repeated;
}

void Observation::add(const explore::Execution& execution, const std::vector<Step>& steps, const ThreadNames& names) {
  if (execution.outcome == Outcome::SleepBlocked || execution.outcome == Outcome::ScheduleMismatch) return;
  if (execution.outcome == Outcome::AssumeFailed) {
    cut_short = true;
    return;
  }
  std::string end = end_of(execution, steps.empty() ? Footprint{} : steps.back().footprints.front(), names);
  ends.insert(end);
  if (execution.outcome != Outcome::Completed && execution.outcome != Outcome::Deadlock) {
    cut_short = true;
    return;
  }
  auto [found, fresh] = classes.emplace(normal_form(steps, names), end);
  repeated += fresh ? 0 : 1;
  if (!fresh && found->second != end && contradiction.empty())
    contradiction = fmt::format("{}: {} and {}", found->first, found->second, end);
}

}  // namespace selvage::fuzz

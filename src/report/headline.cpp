#include "report/headline.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/words.h"

namespace selvage::report {
namespace {

std::vector<std::string> blocked(const Counterexample& finding) {
  std::vector<std::string> names;
  for (const Thread& thread : finding.threads)
    if (thread.waiting && thread.waiting->is_blocked) names.push_back(thread.name);
  return names;
}

std::string some(const std::vector<std::string>& names) {
  constexpr size_t kMost = 4;
  return names.size() > kMost ? counted(names.size(), "thread") : listed(names);
}

std::string deadlock(const Counterexample& finding) {
  std::vector<std::string> names;
  for (ThreadIndex thread : finding.wait_cycle) names.push_back(finding.threads[thread].name);
  std::ranges::sort(names);
  if (names.size() == 1) return fmt::format("deadlock: {} waits for itself", names.front());
  if (!names.empty()) return fmt::format("deadlock: {} wait for each other", some(names));
  // Who waits for another's end does so because of those.
  std::vector<const Thread*> waiting;
  for (const Thread& thread : finding.threads)
    if (thread.waiting && thread.waiting->is_blocked && thread.waiting->operation != "thread_join")
      waiting.push_back(&thread);
  if (waiting.size() == 1)
    return fmt::format("deadlock: {} {}, and nobody can go on", waiting.front()->name, waiting.front()->waiting->text);
  return "deadlock: no thread can go on";
}

std::string race(const Counterexample& finding) {
  for (const Access& access : finding.accesses)
    if (access.step && finding.steps[*access.step].object)
      return "data race on " + finding.objects[*finding.steps[*access.step].object].name;
  return finding.message;
}

}  // namespace

std::string headline(const Counterexample& finding) {
  if (finding.kind == "deadlock") return deadlock(finding);
  if (finding.kind == "data_race") return race(finding);
  std::vector<std::string> names = blocked(finding);
  if (finding.kind == "livelock") {
    std::vector<std::string> looping;
    bool circles = std::ranges::any_of(finding.threads, [](const Thread& thread) {
      return thread.waiting && thread.waiting->operation == "come_round";
    });
    for (const Thread& thread : finding.threads)
      if (thread.waiting && thread.waiting->is_blocked && thread.waiting->loop.is_known())
        looping.push_back(thread.name);
    // Where several steps were gone round, they change something and change it back.
    bool one = looping.size() == 1;
    return fmt::format("livelock: {} {} for ever, and {}", some(looping.empty() ? names : looping),
                       one ? "goes round a loop" : "go round loops",
                       !circles ? "nothing changes"
                       : one    ? "comes back to the same state each time"
                                : "come back to the same state each time");
  }
  if (finding.kind == "stuck_threads")
    return fmt::format("stuck threads: the program ends while {} {} for ever", some(names),
                       names.size() == 1 ? "waits" : "wait");
  return finding.message;
}

}  // namespace selvage::report

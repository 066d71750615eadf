#include "explore/target.h"

#include <algorithm>
#include <cstring>

namespace selvage::explore {

void Execution::clear() {
  is_predicted = false;
  outcome = Outcome::Completed;
  defect = Defect::None;
  end_thread = 0;
  end_site = 0;
  threads_stuck = false;
  has_narrow_choices = false;
  exit_identity = 0;
  end_identity = 0;
  end = {};
  steps.clear();
  inner_end.clear();
  inner.clear();
  inner_sites.clear();
  enabled.clear();
  enabled_words = 1;
  unfinished.clear();
  known = 0;
  prefix_hash = 0;
  found.clear();
  library_calls.clear();
}

size_t Target::run_each(std::span<const Request> requests, const Visitor& visit) {
  std::vector<std::unique_ptr<Execution>> results(requests.size());
  for (auto& result : results) result = std::make_unique<Execution>();
  size_t done = run(requests, results);
  for (size_t i = 0; i < done; i++) visit(i, *results[i]);
  return done;
}

bool goes_before(std::span<const Step> a, std::span<const Step> b) {
  size_t common = std::min(a.size(), b.size());
  int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common * sizeof(Step));
  return order != 0 ? order < 0 : a.size() < b.size();
}

bool competes(const Unfinished& thread, Outcome outcome) {
  if (thread.next.operation == Operation::None) return false;
  return !thread.enabled || outcome == Outcome::SleepBlocked || thread.next.operation == Operation::ProcessExit;
}

bool ends_early(Outcome outcome) {
  switch (outcome) {
    case Outcome::Assertion:
    case Outcome::Abort:
    case Outcome::Crash:
    case Outcome::Misuse:
    case Outcome::MemoryError:
    case Outcome::Killed:
    case Outcome::Stuck:
    case Outcome::AssumeFailed:  // in an atomic block
      return true;
    default:
      return false;
  }
}

}  // namespace selvage::explore

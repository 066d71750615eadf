// Runs that have a budget, as a worker sees them: whoever began such a run ends it when the budget is used up. One that is
// there long after that was left behind; nobody works for it any more. It is kept for a while, since what was found can still
// be collected, and then removed.
#pragma once

#include <chrono>
#include <map>
#include <set>
#include <string>

namespace selvage::cli {

class RunBudgets {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class Standing { Open, LeftBehind, Old };

  // Seen at this time; only the first call for a run counts. A budget of 0 is none.
  void note(const std::string& run, double budget, Time now);
  Standing standing_of(const std::string& run, Time now) const;
  void keep_only(const std::set<std::string>& runs);

 private:
  std::map<std::string, Time> over_;  // when it should be over, by run
};

}  // namespace selvage::cli

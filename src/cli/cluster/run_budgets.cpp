#include "cli/cluster/run_budgets.h"

namespace selvage::cli {
namespace {

// What a client may need to end a run, and how long what is left of one can be collected.
constexpr std::chrono::seconds kGrace(60);
constexpr std::chrono::hours kKept(24);

}  // namespace

void RunBudgets::note(const std::string& run, double budget, Time now) {
  if (budget <= 0) return;
  over_.try_emplace(run, now + std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(budget)));
}

RunBudgets::Standing RunBudgets::standing_of(const std::string& run, Time now) const {
  auto found = over_.find(run);
  if (found == over_.end() || now <= found->second + kGrace) return Standing::Open;
  return now <= found->second + kKept ? Standing::LeftBehind : Standing::Old;
}

void RunBudgets::keep_only(const std::set<std::string>& runs) {
  std::erase_if(over_, [&](const auto& each) { return !runs.contains(each.first); });
}

}  // namespace selvage::cli

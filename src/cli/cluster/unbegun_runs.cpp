#include "cli/cluster/unbegun_runs.h"

#include <algorithm>

#include "cli/cluster/cluster_messages.h"
#include "cluster/sealed.h"

namespace selvage::cli {

std::vector<std::string> UnbegunRuns::unbegun() {
  std::vector<std::string> result = broker_.half_made();
  for (const std::string& run : broker_.runs()) {
    try {
      if (!broker_.read(run, kRunEntry)) result.push_back(run);
    } catch (const cluster::ForeignRun&) {
      // Somebody else has begun it.
    } catch (const cluster::RunGone&) {
    }
  }
  return result;
}

std::vector<std::string> UnbegunRuns::remove_old(Clock::time_point now) {
  std::vector<std::string> runs = unbegun(), removed;
  std::erase_if(seen_, [&](const auto& seen) { return std::ranges::find(runs, seen.first) == runs.end(); });
  for (const std::string& run : runs) {
    try {
      uint64_t entries = broker_.last_entry(run);
      auto [seen, is_new] = seen_.try_emplace(run, Seen{entries, now});
      if (!is_new && seen->second.entries != entries) seen->second = {entries, now};
      if (now - seen->second.since < kPatience) continue;
      broker_.remove(run);
      removed.push_back(run);
    } catch (const cluster::RunGone&) {
    }
    seen_.erase(run);
  }
  return removed;
}

}  // namespace selvage::cli

// Schedules from a file: a trace that `--trace` wrote (JSON lines), the file of a finding that `selvage check` wrote,
// or {"steps":[[thread,alternative],...]} with an optional "threads":[[parent,child],...].
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "contract/channel.h"

namespace selvage::cli {

struct ScheduleFile {
  std::vector<std::vector<Step>> executions;
  std::vector<ThreadPath> thread_paths;  // what the thread numbers mean; empty: not stated
  std::vector<SharedLocation> shared;    // scheduling points of Sharing::Dynamic
  // Settings that the steps were found with, to be applied over the user's; empty: not stated. See trace/settings.h.
  std::string settings;

  void apply(Configuration& configuration) const;
};

// `name` is for messages. Throws Error (usage) that names the line if the text is malformed.
ScheduleFile parse_schedules(std::string_view text, const std::string& name);

ScheduleFile read_schedule_file(const std::string& path);

}  // namespace selvage::cli

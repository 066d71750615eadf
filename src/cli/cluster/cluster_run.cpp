#include "cli/cluster/cluster_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cluster/blobs.h"

namespace selvage::cli {

using target::Error;
using target::ExitCode;

void refuse_damaged(const std::string& run, const std::string& entry) {
  throw Error(ExitCode::Internal, fmt::format("Entry {} of run {} is damaged: remove the run with `selvage cluster "
                                              "remove {}`, and start it again.",
                                              entry, run, run));
}

static void require_same_budget(const std::string& run, double there, double here) {
  if (there == here) return;
  throw Error(ExitCode::Usage, there == 0 ? fmt::format("Run {} is no campaign: leave --budget out.", run)
                               : here == 0
                                   ? fmt::format("Run {} is a campaign: say --budget {}.", run, there)
                                   : fmt::format("Run {} has a budget of {} s: say --budget {}.", run, there, there));
}

RunDescription description_to_attach_to(cluster::Broker& broker, const std::string& run, const SameRun& same) {
  std::vector<std::string> runs = broker.runs();
  if (std::ranges::find(runs, run) == runs.end()) throw cluster::RunGone(run);
  std::optional<std::string> bytes = broker.read(run, kRunEntry);
  if (!bytes)
    throw Error(ExitCode::Usage, fmt::format("Run {} was never begun: remove it with `selvage cluster remove {}`, and "
                                             "leave --attach out.",
                                             run, run));
  std::optional<RunDescription> description = decode_run(cluster::unfolded(broker, run, *bytes));
  if (!description) refuse_damaged(run, kRunEntry);
  if (description->has_jobs)
    throw Error(ExitCode::Usage, fmt::format("Run {} is a part of the campaign {}: say --attach {}.", run,
                                             description->threads_run, description->threads_run));
  if (description->program_hash != same.program_hash)
    throw Error(ExitCode::Usage, fmt::format("Run {} is of another program, or of another build of it.", run));
  if (description->identity != same.identity)
    throw Error(ExitCode::Usage,
                fmt::format("Run {} is of a search with other options: attach with{}.", run, description->identity));
  require_same_budget(run, description->budget, same.budget);
  return *description;
}

std::string printable(std::string text) {
  constexpr size_t kLongestTold = 1000;
  if (text.size() > kLongestTold) text.resize(kLongestTold);
  std::ranges::replace_if(text, [](unsigned char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

double seconds_of_clock() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace selvage::cli

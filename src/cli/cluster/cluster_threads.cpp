#include "cli/cluster/cluster_threads.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/cluster/cluster_messages.h"

namespace selvage::cli {

using target::Error;
using target::ExitCode;

const std::vector<ThreadPath>& ClusterThreads::learn() {
  while (known_.size() < kMaxThreads) {
    std::optional<std::string> bytes = broker_.read(run_, thread_entry(known_.size()));
    std::optional<ThreadPath> path = bytes ? decode_thread(*bytes) : std::nullopt;
    if (!path) break;
    known_.push_back(*path);
  }
  return known_;
}

std::vector<ThreadPath> ClusterThreads::agree_on(std::span<const ThreadPath> met) {
  learn();
  auto agrees = [&] {
    return met.size() > known_.size() &&
           std::equal(known_.begin(), known_.end(), met.begin(), [](const ThreadPath& a, const ThreadPath& b) {
             return a.parent == b.parent && a.child_index == b.child_index;
           });
  };
  while (agrees()) {
    size_t number = known_.size();
    broker_.write_once(run_, thread_entry(number), encode_thread(met[number]));
    learn();
    if (known_.size() == number)
      throw Error(ExitCode::Internal, fmt::format("Run {} does not say which thread is number {}.", run_, number));
  }
  return known_;
}

}  // namespace selvage::cli

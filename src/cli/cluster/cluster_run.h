// A run at the broker, as a client holds it.
#pragma once

#include <cstdint>
#include <string>

#include "cli/cluster/cluster_messages.h"
#include "cluster/broker.h"

namespace selvage::cli {

// What a run that somebody began before has to be, for this one to go on with it.
struct SameRun {
  uint64_t program_hash = 0;
  std::string identity;  // of the search
  double budget = 0;     // seconds; 0: it is no campaign
};
// Throws Error (usage) that says what is different.
RunDescription description_to_attach_to(cluster::Broker& broker, const std::string& run, const SameRun& same);

// What others say, as it is shown on a terminal.
std::string printable(std::string text);

[[noreturn]] void refuse_damaged(const std::string& run, const std::string& entry);

// Seconds since the epoch, by the clock of this machine.
double seconds_of_clock();

}  // namespace selvage::cli

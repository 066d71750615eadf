// What the log of a run adds up to, for whoever only looks.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cluster/broker.h"

namespace selvage::cli {

struct ClusterSums {
  struct Worker {
    uint64_t executions = 0, results = 0;
    double last = 0;  // result, so many seconds before the newest of all
  };

  uint64_t executions = 0;
  size_t findings = 0;
  double share_done = 0;                  // of the whole, an estimate
  size_t missing = 0;                     // sub-trees without a result
  double seconds = 0;                     // between the first entry that counts and the newest
  double rate = 0;                        // executions a second, lately
  std::map<std::string, Worker> workers;  // that have had a result, by name
  std::vector<std::string> refusals;      // of workers: sentences

  // An estimate; negative: there is none.
  double seconds_left() const { return share_done > 0 ? seconds * (1 - share_done) / share_done : -1; }
};

ClusterSums sums_of(cluster::Broker& broker, const std::string& run);

}  // namespace selvage::cli

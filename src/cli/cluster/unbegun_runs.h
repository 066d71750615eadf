// Runs that were made and never begun, because whoever asked for them was killed: nobody can go on with them, so workers
// remove them.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "cluster/broker.h"

namespace selvage::cli {

class UnbegunRuns {
 public:
  using Clock = std::chrono::steady_clock;
  // A client writes all the time until its run begins, unless it is cut off or stopped: it may come back.
  static constexpr std::chrono::minutes kPatience{10};

  explicit UnbegunRuns(cluster::Broker& broker) : broker_(broker) {}

  // To be called now and then. Returns those that it has removed: nothing was added to them for so long, as far as was
  // seen here. Clocks of other machines do not count.
  std::vector<std::string> remove_old(Clock::time_point now);

 private:
  struct Seen {
    uint64_t entries = 0;
    Clock::time_point since;
  };

  std::vector<std::string> unbegun();

  cluster::Broker& broker_;
  std::map<std::string, Seen> seen_;  // by run
};

}  // namespace selvage::cli

// The client of a run on a cluster: how long it searches alone at first, and how it waits for the results of others.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "cli/interrupt.h"
#include "cluster/broker.h"

namespace selvage::cli {

using ClientClock = std::chrono::steady_clock;

// While it searches alone, in the first second at the most, others have nothing to do.
inline double seconds_of_opening(double slice) { return std::min(slice, 1.0); }

// `advance` takes in what has come, and says whether there was anything. False: the deadline came before the end. Throws
// cluster::Interrupted.
template <typename Advance, typename IsOver>
bool wait_for_workers(std::optional<ClientClock::time_point> deadline, Advance&& advance, IsOver&& is_over) {
  constexpr std::chrono::milliseconds kShortest(10), kLongest(200);
  std::chrono::milliseconds wait = kShortest;
  while (!is_over()) {
    bool had_work = advance();
    if (is_over()) break;
    if (interrupted()) throw cluster::Interrupted();
    if (deadline && ClientClock::now() >= *deadline) return false;
    if (had_work) {
      wait = kShortest;
      continue;
    }
    std::this_thread::sleep_for(wait);
    wait = std::min(2 * wait, kLongest);
  }
  return true;
}

}  // namespace selvage::cli

// Whether nobody takes part in a run, for long enough to say so.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "cluster/broker.h"

namespace selvage::cli {

class AbsenceWatch {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // Whether to say so now: once for each time that everybody is away.
  bool look(const cluster::QueueState& queue, Time now) {
    if (queue.waiting == 0 || queue.taken != 0 || queue.idle_workers != 0) {
      since_.reset();
      said_ = false;
      return false;
    }
    if (!since_) since_ = now;
    if (said_ || now - *since_ < kLong) return false;
    said_ = true;
    return true;
  }

  static constexpr const char* kSentence =
      "No worker takes part at the moment: start one with `selvage worker`, or wait until those that are busy "
      "elsewhere "
      "have time.";

 private:
  static constexpr std::chrono::seconds kLong{5};
  std::optional<Time> since_;
  bool said_ = false;
};

}  // namespace selvage::cli

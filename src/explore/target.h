// What the search needs of a program: run these schedules, show what happened. Implemented by the real program
// and by scripted stand-ins in tests.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "contract/channel.h"
#include "model/path.h"

namespace selvage::explore {

struct Request {
  std::vector<Step> steps;
  std::vector<uint16_t> sleeping;  // threads that must not run after the steps until something dependent happened
  size_t known = 0;                // the first steps need not be reported: the search has them already
};

// A thread that had not finished when the execution ended.
struct Unfinished {
  Footprint next;
  bool enabled;
};

// One execution, from step `known` of its request on.
struct Execution {
  Outcome outcome = Outcome::Completed;
  std::vector<model::Transition> steps;
  std::vector<uint32_t> inner_end;  // per step: end of its accesses in `inner`
  std::vector<Footprint> inner;
  std::vector<uint64_t> enabled;  // enabled_words words per step
  unsigned enabled_words = 1;
  std::vector<Unfinished> unfinished;
  size_t known = 0;

  std::span<const Footprint> inner_of(size_t i) const {
    uint32_t begin = i == 0 ? 0 : inner_end[i - 1];
    return {inner.data() + begin, inner_end[i] - begin};
  }
  std::span<const uint64_t> enabled_at(size_t i) const { return {enabled.data() + i * enabled_words, enabled_words}; }
};

class Target {
 public:
  virtual ~Target() = default;
  // Calls `visit` once per request, in order; fewer times where the run was interrupted.
  virtual void run(std::span<const Request> requests, const std::function<void(size_t, const Execution&)>& visit) = 0;
};

}  // namespace selvage::explore

// The properties of information flow, decided on what all executions show.
#pragma once

#include <vector>

#include "flow/collector.h"

namespace selvage::flow {

// One of the two executions that tell of a leak.
struct Side {
  Secret secret;
  Sequence seen;
  Witness witness;
};

struct Leak {
  Property property = Property::Observational;
  // It takes two secrets: what is seen depends on the secret, directly or through a decision. Otherwise one secret already
  // shows two things, depending on how threads are scheduled, which secrets may influence (internal timing).
  bool needs_two_secrets = false;
  uint64_t location = 0;
  Side one, other;
  size_t difference = 0;  // the first observation in which they differ, or that one of them has not
};

// `is_complete`: all executions were looked at; otherwise only leaks are told that further executions cannot take back.
// `all`: every kind of leak at every location, not only the first.
std::vector<Leak> judge(const Collector& collector, PropertySet properties, bool is_complete, bool all);

}  // namespace selvage::flow

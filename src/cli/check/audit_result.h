// What came of contradicting a verified check.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "contract/channel.h"

namespace selvage::cli {

// One of the other ways.
struct AuditPart {
  std::string strategy;
  Sharing sharing = Sharing::Dynamic;
  uint64_t executions = 0;
  double seconds = 0;
  bool is_complete = false;  // it went through everything
};

struct AuditResult {
  std::vector<AuditPart> parts;
  bool differs = false;      // the last part came upon a finding
  bool interrupted = false;  // the user lost patience

  uint64_t executions() const {
    uint64_t sum = 0;
    for (const AuditPart& part : parts) sum += part.executions;
    return sum;
  }
  double seconds() const {
    double sum = 0;
    for (const AuditPart& part : parts) sum += part.seconds;
    return sum;
  }
};

}  // namespace selvage::cli

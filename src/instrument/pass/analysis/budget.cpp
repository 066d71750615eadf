#include "instrument/pass/analysis/budget.h"

#include <time.h>

namespace selvage::instrument {

namespace {

double processor_seconds() {
  timespec used = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

}  // namespace

Budget::Budget(double seconds) : end_(processor_seconds() + seconds) { look(); }

bool Budget::look() {
  is_spent_ = is_spent_ || processor_seconds() >= end_;
  return is_spent_;
}

}  // namespace selvage::instrument

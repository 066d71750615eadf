// How long the analyses of a program may take.
#pragma once

#include <cstdint>

namespace selvage::instrument {

// Processor time of the linker, so that a busy machine finds out as much as an idle one. An analysis that finds the budget
// spent stops where it is; what it has come to by then is not used (program_analysis.h).
class Budget {
 public:
  explicit Budget(double seconds);

  // Cheap enough for inner loops: the clock is looked at only now and then.
  bool is_spent() { return ++calls_ % kCallsBetweenLooks == 0 ? look() : is_spent_; }
  // The same, with a look at the clock.
  bool look();

 private:
  static constexpr uint32_t kCallsBetweenLooks = 64;

  double end_;
  uint32_t calls_ = 0;
  bool is_spent_ = false;
};

}  // namespace selvage::instrument

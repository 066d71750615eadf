// How much of the time something may take that is done beside a search: a fifth at first, and less and less while nothing
// comes of it. All times are in seconds.
#pragma once

#include <algorithm>
#include <cmath>

namespace selvage::cli {

class TimeShare {
 public:
  // So much time has passed, for drawing and search together. After the undiminished time the share falls with the root of
  // the age: drawing in vain for four times as long gets half of it, and what is earned still grows without bounds.
  void pass(double seconds) {
    age_ += seconds;
    left_ += seconds * kMost * std::min(1.0, std::sqrt(kUndiminished / age_));
  }
  void spend(double seconds) { left_ -= seconds; }
  // Something came of it.
  void renew() { age_ = 0; }
  // May be taken at once; negative: more was taken than there was.
  double left() const { return left_; }

 private:
  static constexpr double kMost = 0.2, kUndiminished = 30;

  double age_ = 0;
  double left_ = 0;
};

}  // namespace selvage::cli

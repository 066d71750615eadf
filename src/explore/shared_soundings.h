// How much the workers of a search have left, together. They hand tasks to each other all the time, so that each of them says
// what it has at about the same moment, and one of them takes soundings from all of that.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "explore/search.h"
#include "explore/sounding.h"

namespace selvage::explore {

// What is left by the soundings that were made last. A few of them come to far too much, and most to a little too little, as a
// large part of the search is met seldom, and then counts for many: so it is their median, and where their mean is far away
// from it, nothing is known.
class RecentSizes {
 public:
  // A sounding came to `left` when so many executions had been done.
  void add(double done, double left);
  std::optional<LeftRange> left(double done) const;

 private:
  struct Sounded {
    double done, left;
  };
  std::deque<Sounded> sounded_;
};

class SharedSoundings {
 public:
  struct Drawn {
    std::vector<DrawnTask> tasks;
    uint64_t done = 0;  // executions, when they were drawn
  };

  // A worker's number.
  unsigned join();
  // What a worker has done; true: it is to say what it has.
  bool note_done(unsigned worker, uint64_t done);
  void draw(unsigned worker, std::vector<DrawnTask>&& tasks);
  // What all of them have, for whoever asks first.
  std::optional<Drawn> take();
  // The sounding from that is over.
  void add(const Drawn& drawn, double left);
  std::optional<LeftRange> left() const;

 private:
  uint64_t all_done() const;

  struct Part {
    uint64_t done = 0;
    bool is_drawn = false;
  };
  mutable std::mutex mutex_;
  std::vector<Part> parts_;
  Drawn drawn_;
  bool is_taken_ = false;
  RecentSizes sizes_;
};

}  // namespace selvage::explore

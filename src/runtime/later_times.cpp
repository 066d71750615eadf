#include "runtime/later_times.h"

#include "runtime/look_ahead.h"
#include "runtime/loops.h"

namespace selvage::runtime {

namespace {

// Times by which a program may be waiting for something to happen. They are no whole seconds, so that programs which look at
// the nanoseconds alone find another number there.
inline constexpr uint64_t kSecond = 1'000'000'000;
inline constexpr uint64_t kFraction = 618'033'989;
inline constexpr uint64_t kProbes[] = {kSecond / 1000, kSecond + kFraction, 1200 * kSecond + kFraction,
                                       86'400 * kSecond + kFraction,
                                       uint64_t{100} * 365 * 86'400 * kSecond + kFraction};

// Runs ahead at a later time each time that it is called.
template <typename TakeWay>
class Later {
 public:
  Later(Thread& t, TakeWay take_way)
      : thread_(t), take_way_(take_way), ends_loop_(loop_state(t).ends_loop), sleeps_(loop_state(t).sleeps_ahead) {}
  ~Later() {
    loop_state(thread_).ends_loop = ends_loop_;
    loop_state(thread_).sleeps_ahead = sleeps_;
  }

  // The first of each way, but no more than there is room for.
  LaterTimes find_all(bool compared_at_once, bool also_where_unknown) {
    LaterTimes result{};
    Way at = way_after(0);
    result.first = at.first;
    result.only_waits = at.came_back;
    bool is_known = at.is_whole && (compared_at_once || keeps_nothing(at));
    if (!at.is_whole || !(is_known || also_where_unknown)) return result;
    uint64_t from = 0;
    for (;;) {
      uint64_t next = next_after(from, at);
      result.is_complete = next == 0;
      result.is_open = next != 0 && result.count == kMostLaterTimes;
      if (next == 0 || result.is_open) break;
      result.passed[result.count++] = from = next;
      at = way_after(next);
      result.is_open = !compared_at_once && !(at.is_whole && keeps_nothing(at));
      if (!at.is_whole || result.is_open) break;
    }
    result.is_known = compared_at_once || (is_known && !is_carried_);
    return result;
  }

  bool comes_back_always() {
    Way at = way_after(0);
    if (!at.came_back) return false;
    for (uint64_t probe : kProbes)
      if (differs(at, way_after(probe)) || is_carried_) return false;
    return true;
  }

 private:
  // The first time after `from`, at which it takes the way `at`, with which it takes another one; 0: none. To the nanosecond.
  uint64_t next_after(uint64_t from, const Way& at) {
    uint64_t least = from, most = 0;
    for (uint64_t probe : kProbes) {
      if (probe <= least) continue;
      bool other = differs(at, way_after(probe));
      (other ? most : least) = probe;
      if (other) break;
    }
    while (most - least > 1 && most != 0) {
      uint64_t middle = least + (most - least) / 2;
      (differs(at, way_after(middle)) ? most : least) = middle;
    }
    return most;
  }

  // Behind a loop the time that was read in it is as good as any.
  static bool keeps_nothing(const Way& way) { return way.came_back || way.left; }

  // On the same way the thread may come to the header in another state: then it carries the time on, and where that matters
  // behind something that others could notice, nobody knows.
  bool differs(const Way& at, const Way& later) {
    if (at.hash != later.hash) return true;
    is_carried_ |= keeps_nothing(at) && !keeps_nothing(later);
    return false;
  }
  Way way_after(uint64_t passed) { return take_way_(passed); }

  Thread& thread_;
  TakeWay take_way_;
  uint32_t ends_loop_;
  bool sleeps_;
  bool is_carried_ = false;
};

}  // namespace

LaterTimes later_times_of_clock(Thread& t, const Pending* known, bool compared_at_once, bool also_where_unknown) {
  Later later(t, [&](uint64_t passed) { return way_from_clock(t, known, passed); });
  return later.find_all(compared_at_once, also_where_unknown);
}

bool waits_whatever_the_time(Thread& t, const char* bytes, const char* later_bytes) {
  Later later(t, [&](uint64_t passed) { return way_from_access(t, bytes, later_bytes, passed); });
  return later.comes_back_always();
}

bool waits_whatever_the_time_failing(Thread& t, Object* object) {
  Later later(t, [&](uint64_t passed) { return way_failing(t, object, passed); });
  return later.comes_back_always();
}

}  // namespace selvage::runtime

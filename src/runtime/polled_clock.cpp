#include "runtime/polled_clock.h"

#include "contract/hooks.h"
#include "runtime/look_ahead.h"
#include "runtime/loops.h"
#include "runtime/rounds.h"
#include "runtime/scheduler.h"

namespace selvage::runtime {

namespace {

bool is_first_iteration(const LoopState& s) { return s.loop_count == 0 || s.loops[s.loop_count - 1].is_first; }

// The schedule says whether the time has come.
bool has_time_passed(Thread& self) {
  self.pending = Pending{Operation::ClockRead, 0, 0, 0, selvage_call_site, 2, 0, 0, 0};
  return announce_pending() == 1;
}

}  // namespace

[[gnu::noinline]] uint64_t poll_clock(Thread& self, bool compared_at_once) {
  if (running_ahead()) {
    read_clock_ahead();
    return self.now;
  }
  settle(self);
  LoopState& s = loop_state(self);
  if (is_first_iteration(s)) self.now += kClockStep;
  if (selvage_save_context(&s.context)) return self.now;
  const LaterTime later = would_go_another_way_later(self, compared_at_once);
  if (later.is_known) {
    // An iteration that changes nothing is not gone through: only the passing of time is left.
    if (later.passed > 0 && (later.only_waits || has_time_passed(self))) {
      self.now += later.passed;
    } else if (later.passed > 0) {
      for (uint32_t i = 0; i < s.loop_count; i++) s.loops[i].polled = true;
    }
    if (self.follows_rounds) note_time_read(self);
    return self.now;
  }
  note_change(self);
  if (self.follows_rounds) forget_rounds(self);
  return self.now += kClockStep;
}

}  // namespace selvage::runtime

#include "runtime/polled_clock.h"

#include "contract/hooks.h"
#include "runtime/later_times.h"
#include "runtime/look_ahead.h"
#include "runtime/rounds.h"
#include "runtime/scheduler.h"
#include "runtime/time.h"

namespace selvage::runtime {

namespace {

bool is_first_iteration(const LoopState& s) { return s.loops[s.loop_count - 1].is_first; }

// The schedule says which time it is: as it is, unless the thread only waits, or one of the later ones. Returns which of these,
// counted from 1.
unsigned choose_time(Thread& self, const LaterTimes& later) {
  unsigned count = later.count + (later.only_waits ? 0 : 1);
  unsigned chosen = 0;
  if (count > 1) {
    // The value says that every outcome is a later time.
    self.pending = Pending{Operation::ClockRead, 0, 0, 0, selvage_call_site, count, 0, later.only_waits, 0};
    chosen = announce_pending();
  }
  return later.only_waits ? chosen + 1 : chosen;
}

// Behind the clock the thread looks at one place before it does anything else that others could notice. What it finds there may
// decide on what the time matters for, so that it looks there first.
bool looks_first(const LaterTimes& later) {
  return (later.first.operation == Operation::Read || later.first.operation == Operation::AtomicLoad) &&
         later.first.size <= sizeof(uint64_t);
}

// The thread does not go round its loop, and yet may be cancelled or get a signal in it before the time passes: other threads have
// to find it there. That is a step of its own only where threads cancel or signal others, as with pthread_testcancel.
void stand_in_loop(Thread& self) {
  self.pending = Pending{Operation::TestCancel, 0, 0, 0, selvage_call_site, 0, 0, 0, 0};
  announce_pending();
}

void note_polled(LoopState& s) {
  for (uint32_t i = 0; i < s.loop_count; i++) s.loops[i].polled = true;
}

}  // namespace

[[gnu::noinline]] uint64_t poll_clock(Thread& self, bool compared_at_once) {
  if (running_ahead()) {
    read_clock_ahead();
    return self.now;
  }
  settle(self);
  LoopState& s = loop_state(self);
  if (is_first_iteration(s)) pass_own_time(self, self.own_now + kClockStep);
  // Where it was led to by a later time is asked about from there, so often at most.
  bool stood = false;
  for (unsigned led = 0;;) {
    if (selvage_save_context(&s.context)) return self.now;
    LaterTimes later = later_times_of_clock(self, nullptr, compared_at_once, led > 0);
    if (!later.is_known && looks_first(later)) {
      const Pending look = later.first;
      announce_look(self, look);
      // A signal handler may have gone round loops of its own meanwhile.
      if (selvage_save_context(&s.context)) return self.now;
      later = later_times_of_clock(self, &look, compared_at_once, led > 0);
    }
    if (later.only_waits && later.count > 0 && !stood) {
      stood = true;
      stand_in_loop(self);
      continue;  // a handler, or a request that is to be found at the loop's sleep, makes it another question
    }
    unsigned chosen = later.count > 0 ? choose_time(self, later) : 0;
    if (later.count > 0 && chosen == 0) note_polled(s);
    if (chosen > 0) pass_own_time(self, self.own_now + later.passed[chosen - 1]);
    bool is_led_on = chosen > 0 && (!later.is_known || (later.is_open && chosen == later.count));
    if (is_led_on && led++ < kMostLaterTimes) continue;
    if (!later.is_known) {
      note_change(self);
      if (self.follows_rounds) forget_rounds(self);
      pass_own_time(self, self.now + kClockStep);
      return self.now;
    }
    if (self.follows_rounds && !(compared_at_once && later.is_complete)) note_time_read(self);
    return self.own_now;
  }
}

}  // namespace selvage::runtime

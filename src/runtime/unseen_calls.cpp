#include "runtime/unseen_calls.h"

#include "contract/hooks.h"
#include "runtime/host.h"
#include "runtime/look_ahead.h"
#include "runtime/loops.h"
#include "runtime/rounds.h"
#include "runtime/scheduler.h"
#include "runtime/trace.h"
#include "runtime/unseen_libraries.h"

namespace selvage::runtime {

namespace {

// There is one for all libraries: they call each other.
inline constexpr uint64_t kUnseenObject = 1;

}  // namespace

void meet_in_unseen_code(Thread& self, bool goes_on) {
  if (self.owes_meeting && exploring()) {
    Pending announced = self.pending;
    self.pending = Pending{Operation::UnseenCall, 0, 0, 0, selvage_call_site, 0, kUnseenObject, 0, 0};
    record_event_in_step(self);
    self.pending = announced;
  }
  self.owes_meeting = goes_on;
}

void create_in_unseen_code(const Thread& creator, Thread& created) {
  bool begins = creator.in_unseen_code && may_synchronise(reinterpret_cast<const void*>(created.function));
  created.in_unseen_code = created.owes_meeting = created.began_in_unseen_code = begins;
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

extern "C" {

#define SELVAGE_HOOK __attribute__((visibility("default")))

SELVAGE_HOOK void selvage_hook_unseen_call(const void* function) {
  // The thread makes the call again when it really comes to it.
  if (!modelling() || (exploring() && running_ahead())) return;
  Thread& self = current_thread();
  bool synchronises = may_synchronise(function);
  if (synchronises) host().unseen_synchronises = 1;
  if (exploring()) {
    if (synchronises) {
      note_change(self);
      if (self.follows_rounds) forget_rounds(self);
      announce(Operation::UnseenCall, kUnseenObject, reinterpret_cast<uint64_t>(function));
    }
    self.unseen_since_lock = true;
    self.unseen_after = host().step_index + 1;
  }
  self.in_unseen_code = synchronises;
  self.owes_meeting = false;
}

SELVAGE_HOOK void selvage_hook_unseen_return() {
  if (!modelling() || (exploring() && running_ahead())) return;
  Thread& self = current_thread();
  if (!self.in_unseen_code) return;
  meet_in_unseen_code(self, false);
  self.in_unseen_code = false;
}

SELVAGE_HOOK uint32_t selvage_hook_enter_callback() {
  if (!modelling() || (exploring() && running_ahead())) return 0;
  Thread& self = current_thread();
  if (!self.in_unseen_code) return 0;
  meet_in_unseen_code(self, false);
  self.in_unseen_code = false;
  self.callbacks++;
  return 1;
}

// What the library does next is known to others as soon as they notice.
SELVAGE_HOOK void selvage_hook_leave_callback(uint32_t called_from) {
  // Anything else than 0 and 1 is a frame that the program has overwritten, which is for others to notice.
  if (!modelling() || called_from != 1) return;
  Thread& self = current_thread();
  self.callbacks--;
  self.in_unseen_code = true;
  self.owes_meeting = true;
  meet_in_unseen_code(self, false);
}

}  // extern "C"

// selvage_choose, selvage_assume, atomic blocks, and the verification suites' names for the same (values: nondet.cpp).
// In a plain run a choice is 0, and an assumption that does not hold ends the program.
#include "runtime/test_interface.h"

#include "contract/hooks.h"
#include "runtime/assumptions.h"
#include "runtime/enabledness.h"
#include "runtime/executor.h"
#include "runtime/failing.h"
#include "runtime/host.h"
#include "runtime/look_ahead.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"

namespace selvage::runtime {

unsigned choose(unsigned count) {
  if (!modelling() || count <= 1) return 0;
  if (count > kMostAlternatives)
    misuse("selvage_choose(%u): at most %u alternatives are supported", count, kMostAlternatives);
  pass_snapshot_point();
  return announce(Announcement{.operation = Operation::Choose, .detail = count});
}

namespace {

void assume(bool holds) {
  if (holds) return;
  if (running_into_block()) end_look_ahead(true);
  if (!modelling()) REAL(_exit)(0);
  // An atomic block that does not come to its end: nobody else can go on either.
  if (!exploring() || model().atomic_depth > 0) finish_execution(Outcome::AssumeFailed);
  // The thread never goes on, as if it looped for ever. Others do: what they find is real.
  model().assumption_failed = true;
  announce(Announcement{.operation = Operation::Assume, .detail = 1});
  __builtin_unreachable();
}

// The whole program has one atomic section: while a thread is inside, no other enters, and it does not switch
// except where it blocks.
const void* atomic_section_key() { return reinterpret_cast<const void*>(kModelBegin); }

void enter_atomic_section() {
  if (!modelling()) return;
  Thread& self = current_thread();
  Object& section = object_at(atomic_section_key(), ObjectKind::AtomicBlock);
  if (section.held && section.owner == self.number) {
    forget_assumed(self);
    section.count++;
    return;
  }
  bool assumes = assumes_next(self);
  if (!assumes)
    announce(Operation::AtomicBlockBegin, section.address);
  else if (announce_assuming_block(self, section.address))
    return;
  section.held = true;
  section.owner = self.number;
  section.count = 1;
  section.site = selvage_call_site;
  model().atomic_depth = 1;
  self.unseen_since_lock = false;
  state_changed(section.address);
  if (assumes) record_assumed_reads(self);
}

void leave_atomic_section() {
  if (!modelling()) return;
  Object& section = object_at(atomic_section_key(), ObjectKind::AtomicBlock);
  if (!section.held || section.owner != current_thread().number) misuse("an atomic block is left that was not entered");
  if (--section.count > 0) return;
  section.held = false;
  model().atomic_depth = 0;
  state_changed(section.address);
  bool unseen = current_thread().unseen_since_lock;
  announce(Announcement{.operation = Operation::AtomicBlockEnd,
                        .object = section.address,
                        .flags = static_cast<uint8_t>(unseen ? kEventUnseen : 0)});
}

[[noreturn]] void reached_error(const char* name) {
  if (!modelling()) REAL(abort)();
  come_to_failure();
  finish_execution(Outcome::Assertion, "%s is reached", name);
}

}  // namespace

void leave_atomic_blocks() {
  // Who runs ahead has not entered any, and does not come further.
  if (!modelling() || running_ahead() || model().atomic_depth == 0) return;
  object_at(atomic_section_key(), ObjectKind::AtomicBlock).count = 1;
  leave_atomic_section();
}

unsigned atomic_block_outcomes(const Thread& t) {
  const Object* section = find_object(reinterpret_cast<void*>(t.pending.object), ObjectKind::AtomicBlock);
  return (!section || !section->held || section->owner == t.number) && !waits_for_assumptions(t);
}

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT int selvage_choose(int count) {
  return count > 0 ? static_cast<int>(choose(static_cast<unsigned>(count))) : 0;
}
SELVAGE_INTERCEPT void selvage_assume(int condition) { assume(condition != 0); }
SELVAGE_INTERCEPT void selvage_atomic_begin() { enter_atomic_section(); }
SELVAGE_INTERCEPT void selvage_atomic_end() { leave_atomic_section(); }

SELVAGE_INTERCEPT void __VERIFIER_assume(int condition) { assume(condition != 0); }
SELVAGE_INTERCEPT void __VERIFIER_atomic_begin() { enter_atomic_section(); }
SELVAGE_INTERCEPT void __VERIFIER_atomic_end() { leave_atomic_section(); }
SELVAGE_INTERCEPT void __VERIFIER_error() { reached_error("__VERIFIER_error"); }
SELVAGE_INTERCEPT void __VERIFIER_assert(int condition) {
  if (condition == 0) reached_error("__VERIFIER_assert of something false");
}
SELVAGE_INTERCEPT void reach_error() { reached_error("reach_error"); }

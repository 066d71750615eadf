#include "runtime/assumptions.h"

#include "contract/hooks.h"
#include "runtime/executor.h"
#include "runtime/host.h"
#include "runtime/look_ahead.h"
#include "runtime/loops.h"
#include "runtime/scheduler.h"

namespace selvage::runtime {

namespace {

bool stands_before_assumptions(const Thread& t) {
  return t.state == ThreadState::Alive && t.pending.operation == Operation::AtomicBlockBegin &&
         (t.pending.flags & kEventSpin) != 0;
}

template <typename Function>
void for_each_before_assumptions(Function&& function) {
  Model& m = model();
  for (uint32_t i = 0; i < m.word_count; i++)
    for (uint64_t bits = m.conditional.words[i]; bits; bits &= bits - 1) {
      Thread& t = thread(i * 64 + static_cast<unsigned>(__builtin_ctzll(bits)));
      if (stands_before_assumptions(t)) function(t);
    }
}

bool is_inside_block(uint64_t section) {
  const Object* object = find_object(reinterpret_cast<void*>(section), ObjectKind::AtomicBlock);
  return object && object->held;
}

}  // namespace

bool assumes_next(const Thread& self) { return awaits_assumptions() && loop_state(self).assumed_count > 0; }

void forget_assumed(Thread& self) {
  if (assumes_next(self)) loop_state(self).assumed_count = 0;
}

void record_assumed_reads(Thread& self) {
  LoopState& s = loop_state(self);
  for (uint32_t i = 0; i < s.assumed_count; i++)
    announce_access(Operation::Read, reinterpret_cast<const void*>(s.assumed[i].address), s.assumed[i].size, 0,
                    s.assumed[i].site, 0);
  s.assumed_count = 0;
}

[[gnu::noinline]] bool announce_assuming_block(Thread& self, uint64_t section) {
  if (selvage_save_context(&loop_state(self).context)) return true;
  loop_state(self).assumptions_fail = false;
  announce(Announcement{.operation = Operation::AtomicBlockBegin, .object = section, .flags = kEventSpin});
  return false;
}

bool waits_for_assumptions(const Thread& t) { return stands_before_assumptions(t) && loop_state(t).assumptions_fail; }

bool stopped_by_assumption() {
  bool any = model().assumption_failed;
  if (awaits_assumptions()) for_each_before_assumptions([&](Thread& t) { any |= loop_state(t).assumptions_fail; });
  return any;
}

void look_at_assumptions(void (*evaluate)(Thread& t)) {
  for_each_before_assumptions([&](Thread& t) {
    bool fail = !is_inside_block(t.pending.object) && assumptions_would_fail(t);
    loop_state(t).assumptions_fail = fail;
    evaluate(t);
  });
}

bool give_up_assumptions(void (*evaluate)(Thread& t)) {
  bool any = false;
  for_each_before_assumptions([&](Thread& t) {
    any |= loop_state(t).assumptions_fail;
    loop_state(t).assumptions_fail = false;
    evaluate(t);
  });
  return any;
}

void forget_assumptions(Thread& t) {
  if (!stands_before_assumptions(t)) return;
  loop_state(t).assumptions_fail = false;
  loop_state(t).assumed_count = 0;
  t.pending.flags &= static_cast<uint8_t>(~kEventSpin);
}

}  // namespace selvage::runtime

using namespace selvage::runtime;

extern "C" {

#define SELVAGE_HOOK __attribute__((visibility("default")))

SELVAGE_HOOK void selvage_hook_assumption(const void* address, uint32_t size, uint32_t site) {
  if (!awaits_assumptions() || running_ahead()) return;
  LoopState& s = loop_state(current_thread());
  if (s.assumed_count < selvage::kMostAssumed)
    s.assumed[s.assumed_count++] = AssumedRead{reinterpret_cast<uint64_t>(address), size, site};
}

SELVAGE_HOOK void selvage_hook_block_acts() {
  if (exploring() && running_ahead()) end_look_ahead(false);
}

}  // extern "C"

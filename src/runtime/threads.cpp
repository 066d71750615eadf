// pthread_create, join, detach, exit and what else names a thread.
#include "runtime/threads.h"

#include <sys/single_threaded.h>

#include "contract/hooks.h"
#include "runtime/cancellation.h"
#include "runtime/carrier.h"
#include "runtime/executor.h"
#include "runtime/history.h"
#include "runtime/host.h"
#include "runtime/keys.h"
#include "runtime/look_ahead.h"
#include "runtime/mappings.h"
#include "runtime/mutex.h"
#include "runtime/outcome.h"
#include "runtime/points.h"
#include "runtime/positions.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/signals.h"
#include "runtime/symmetry.h"
#include "runtime/system.h"
#include "runtime/thread_attributes.h"
#include "runtime/thread_storage.h"
#include "runtime/time.h"
#include "runtime/trace.h"
#include "runtime/unseen_calls.h"

namespace selvage::runtime {

namespace {

inline constexpr uint64_t kDefaultStackSize = 8u << 20;
inline constexpr uint64_t kGuardSize = 0x1'0000;

// Stacks end at different places in their slots, so that a cache does not take them for each other (see namespace
// address): four neighbours differ by their slots already.
inline constexpr unsigned kStackPlaces = 64;
inline constexpr uint64_t kStackPlaceSize = 0x4000;
inline constexpr uint64_t kLargestStack = address::kStackSlotSize - kStackPlaces * kStackPlaceSize - kGuardSize;

// The number of the current thread's next child. Paths that have not been met before are appended to the table
// that the explorer keeps for the whole run.
unsigned number_of_child(Thread& parent) {
  ControlBlock& control = *host().control;
  uint16_t index = parent.child_count;
  for (uint32_t n = 1; n < control.thread_count; n++)
    if (control.threads[n].parent == parent.number && control.threads[n].child_index == index) return n;
  // A bound like that on steps: what was executed so far counts.
  if (control.thread_count >= kMaxThreads && exploring())
    finish_execution(Outcome::StepLimit, "the program creates more than %d threads", kMaxThreads);
  if (control.thread_count >= kMaxThreads) fail_run(3, "the program creates more than %d threads", kMaxThreads);
  unsigned number = control.thread_count++;
  control.threads[number] = ThreadPath{parent.number, index};
  return number;
}

void place_stack(Thread& t, uint64_t size) {
  if (size < 0x1'0000) size = 0x1'0000;
  if (size > kLargestStack) size = kLargestStack;
  uint64_t place = t.number / 4 % kStackPlaces;
  t.stack_high = address::kStacks + (t.number + 1) * address::kStackSlotSize - place * kStackPlaceSize;
  t.stack_low = t.stack_high - round_up(size, kPageSize);
  guard_stack(t);
}

Thread& thread_to_join(pthread_t handle) {
  Thread* target = thread_by_handle(handle);
  if (!target || target->state == ThreadState::NotCreated)
    misuse("pthread_join of %p, which is not a thread", reinterpret_cast<void*>(handle));
  return *target;
}

// Announces the join and says why it is refused; 0: it is not.
int announce_join(Operation operation, Thread& target, uint64_t deadline = 0) {
  announce(Announcement{.operation = operation, .object = target.number, .deadline = deadline});
  if (target.joined) misuse("thread %u is joined twice", target.number);
  int error = &target == &current_thread() ? EDEADLK : target.detached ? EINVAL : 0;
  if (error) mark_failed();
  return error;
}

void collect(Thread& target, void** result) {
  target.joined = true;
  Thread& self = current_thread();
  if (target.now > self.now) self.now = target.now;
  if (target.own_now > self.own_now) self.own_now = target.own_now;
  if (result) *result = target.result;
  note_joined(self, target, result != nullptr);
}

int join_before(pthread_t handle, void** result, uint64_t deadline) {
  cancellation_point();
  Thread& target = thread_to_join(handle);
  int error = announce_join(Operation::ThreadTimedJoin, target, deadline);
  cancellation_point();
  if (error) return error;
  if (target.state != ThreadState::Exited) {
    pass_deadline(deadline);
    current_event().flags |= kEventTimedOut;
    return ETIMEDOUT;
  }
  collect(target, result);
  return 0;
}

}  // namespace

// With the snapshot every first write below the stack is refused anyway.
void guard_stack(const Thread& t) {
  if (host().configuration.restart == Restart::Fork)
    system_call(SYS_mprotect, static_cast<long>(t.stack_low - kGuardSize), kGuardSize, PROT_NONE);
}

void thread_entry() {
  Thread& self = current_thread();
  self.started_by ? record_local_event(self) : record_event(self);
  self.pending = Pending{};
  selvage_call_site = self.begin_site;
  deliver_raised_signals();
  finish_thread(self.function(self.argument));
}

void finish_thread(void* result) {
  Thread& self = current_thread();
  self.result = result;
  self.cancelling = true;  // too late to be cancelled
  run_thread_local_destructors(self);
  run_key_destructors(self);
  leave_all_positions(self);
  announce(Operation::ThreadExit, self.number);
  leave_robust_mutexes();
  leave_thread();
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*function)(void*),
                                     void* argument) {
  if (!modelling()) return REAL(pthread_create)(handle, attributes, function, argument);
  __libc_single_threaded = 0;  // libstdc++ leaves out atomic operations and wake-ups while it is set
  pass_snapshot_point();
  Thread& self = current_thread();
  unsigned number = number_of_child(self);
  announce(Operation::ThreadCreate, number);
  self.child_count++;
  if (self.child_count > kManyChildren && self.number < kMaxFollowed) model().gave_way |= uint32_t{1} << self.number;
  Thread& child = thread(number);
  child.number = static_cast<uint16_t>(number);
  child.parent = self.number;
  child.function = function;
  child.argument = argument;
  create_in_unseen_code(self, child);
  child.begin_site = selvage_call_site;
  child.now = self.now;
  child.own_now = self.own_now;
  child.signal_mask = self.signal_mask;
  inherit_scheduling(child, self, attributes);
  child.next_mapping = first_mapping_of(number);
  size_t stack_size = kDefaultStackSize;
  if (attributes) {
    int detach_state = PTHREAD_CREATE_JOINABLE;
    pthread_attr_getdetachstate(attributes, &detach_state);
    child.detached = detach_state == PTHREAD_CREATE_DETACHED;
    pthread_attr_getstacksize(attributes, &stack_size);
  }
  place_stack(child, stack_size);
  prepare_thread_storage(child);
  prepare_thread(child);
  *handle = child.storage_base;
  thread_became_alive(child);
  child.plain_attributes = attributes == nullptr;
  note_created(self, child);
  if (threads_start_at_once()) start_at_once(child);
  group_with_others(self, child);
  return 0;
}

SELVAGE_INTERCEPT int pthread_join(pthread_t handle, void** result) {
  if (!modelling()) return REAL(pthread_join)(handle, result);
  cancellation_point();
  Thread& target = thread_to_join(handle);
  int error = announce_join(Operation::ThreadJoin, target);
  cancellation_point();
  if (error) return error;
  collect(target, result);
  return 0;
}

SELVAGE_INTERCEPT int pthread_timedjoin_np(pthread_t handle, void** result, const timespec* time) {
  if (!modelling()) return REAL(pthread_timedjoin_np)(handle, result, time);
  return join_before(handle, result, deadline_of(CLOCK_REALTIME, *time));
}

SELVAGE_INTERCEPT int pthread_clockjoin_np(pthread_t handle, void** result, clockid_t clock, const timespec* time) {
  if (!modelling()) return REAL(pthread_clockjoin_np)(handle, result, clock, time);
  return join_before(handle, result, deadline_of(clock, *time));
}

SELVAGE_INTERCEPT int pthread_tryjoin_np(pthread_t handle, void** result) {
  if (!modelling()) return REAL(pthread_tryjoin_np)(handle, result);
  Thread& target = thread_to_join(handle);
  if (int error = announce_join(Operation::ThreadTryJoin, target)) return error;
  if (target.state != ThreadState::Exited || running_ahead()) {
    mark_failed();
    return EBUSY;
  }
  collect(target, result);
  return 0;
}

SELVAGE_INTERCEPT int pthread_detach(pthread_t handle) {
  if (!modelling()) return REAL(pthread_detach)(handle);
  Thread* target = thread_by_handle(handle);
  if (!target || target->state == ThreadState::NotCreated)
    misuse("pthread_detach of %p, which is not a thread", reinterpret_cast<void*>(handle));
  announce(Operation::ThreadDetach, target->number);
  if (target->joined) misuse("thread %u is detached after it was joined", target->number);
  if (target->detached) {
    mark_failed();
    return EINVAL;
  }
  target->detached = true;
  any_state_changed();  // who joins it need not wait any longer
  return 0;
}

SELVAGE_INTERCEPT void pthread_exit(void* result) {
  if (!modelling()) REAL(pthread_exit)(result);
  unwind_thread(result);
}

SELVAGE_INTERCEPT int pthread_getattr_np(pthread_t handle, pthread_attr_t* attributes) {
  Thread* target = modelling() ? thread_by_handle(handle) : nullptr;
  if (!target) return REAL(pthread_getattr_np)(handle, attributes);
  pthread_attr_init(attributes);
  pthread_attr_setdetachstate(attributes, target->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  return pthread_attr_setstack(attributes, reinterpret_cast<void*>(target->stack_low),
                               target->stack_high - target->stack_low);
}

SELVAGE_INTERCEPT int pthread_setname_np(pthread_t handle, const char* name) {
  Thread* target = modelling() ? thread_by_handle(handle) : nullptr;
  if (!target) return REAL(pthread_setname_np)(handle, name);
  if (strlen(name) >= sizeof target->name) return ERANGE;
  strcpy(target->name, name);
  return 0;
}

SELVAGE_INTERCEPT int pthread_getname_np(pthread_t handle, char* name, size_t size) {
  Thread* target = modelling() ? thread_by_handle(handle) : nullptr;
  if (!target) return REAL(pthread_getname_np)(handle, name, size);
  if (strlen(target->name) >= size) return ERANGE;
  strcpy(name, target->name);
  return 0;
}

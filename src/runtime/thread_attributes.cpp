// Calls that set or ask for a thread's processors, policy, priority or clock, by handle or by id. The C library would
// look into its own thread descriptor, which a modelled thread does not have.
#include "runtime/thread_attributes.h"

#include "runtime/host.h"
#include "runtime/identity.h"
#include "runtime/outcome.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

inline constexpr unsigned kMaskBits = 64;
inline constexpr int kLowestNice = 19, kHighestNice = -20;

unsigned processor_count() {
  uint32_t count = host().configuration.processor_count;
  return count ? count : 1;
}

uint64_t all_processors() {
  return processor_count() >= kMaskBits ? ~uint64_t{0} : (uint64_t{1} << processor_count()) - 1;
}

// Null: the thread has ended.
Thread* living_thread(pthread_t handle, const char* call) {
  Thread* target = thread_by_handle(handle);
  if (!target || target->state == ThreadState::NotCreated || target->joined)
    misuse("%s is called for %p, which is not a thread", call, reinterpret_cast<void*>(handle));
  return target->state == ThreadState::Alive ? target : nullptr;
}

// The functions below return 0 or an error number.

int set_processors(Thread* target, size_t size, const cpu_set_t* set) {
  if (!target) return ESRCH;
  uint64_t mask = 0;
  memcpy(&mask, set, size < sizeof mask ? size : sizeof mask);
  mask &= all_processors();
  if (!mask) return EINVAL;
  target->processors = mask;
  return 0;
}

int get_processors(const Thread* target, size_t size, cpu_set_t* set) {
  if (!target) return ESRCH;
  if (size * 8 < processor_count() || size % sizeof(long)) return EINVAL;
  uint64_t mask = target->processors ? target->processors : all_processors();
  memset(set, 0, size);
  memcpy(set, &mask, size < sizeof mask ? size : sizeof mask);
  return 0;
}

int set_scheduling(Thread* target, int policy, int priority) {
  if (!target) return ESRCH;
  int plain = policy & ~SCHED_RESET_ON_FORK;
  if (plain != SCHED_OTHER && plain != SCHED_FIFO && plain != SCHED_RR && plain != SCHED_BATCH && plain != SCHED_IDLE)
    return EINVAL;
  bool real_time = plain == SCHED_FIFO || plain == SCHED_RR;
  if (real_time ? priority < 1 || priority > 99 : priority != 0) return EINVAL;
  target->scheduling_policy = static_cast<uint8_t>(plain);
  target->scheduling_priority = static_cast<uint8_t>(priority);
  return 0;
}

int report(int error) {
  if (!error) return 0;
  errno = error;
  return -1;
}

int clamp_nice(int value) {
  if (value > kLowestNice) return kLowestNice;
  return value < kHighestNice ? kHighestNice : value;
}

}  // namespace

void inherit_scheduling(Thread& child, const Thread& parent, const pthread_attr_t* attributes) {
  child.processors = parent.processors;
  child.nice_value = parent.nice_value;
  child.scheduling_policy = parent.scheduling_policy;
  child.scheduling_priority = parent.scheduling_priority;
  int inherit = PTHREAD_INHERIT_SCHED;
  if (attributes) pthread_attr_getinheritsched(attributes, &inherit);
  if (inherit == PTHREAD_INHERIT_SCHED) return;
  int policy = SCHED_OTHER;
  sched_param parameters{};
  pthread_attr_getschedpolicy(attributes, &policy);
  pthread_attr_getschedparam(attributes, &parameters);
  set_scheduling(&child, policy, parameters.sched_priority);
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int pthread_setaffinity_np(pthread_t handle, size_t size, const cpu_set_t* set) {
  if (!modelling()) return REAL(pthread_setaffinity_np)(handle, size, set);
  return set_processors(living_thread(handle, "pthread_setaffinity_np"), size, set);
}

SELVAGE_INTERCEPT int pthread_getaffinity_np(pthread_t handle, size_t size, cpu_set_t* set) {
  if (!modelling()) return REAL(pthread_getaffinity_np)(handle, size, set);
  return get_processors(living_thread(handle, "pthread_getaffinity_np"), size, set);
}

SELVAGE_INTERCEPT int pthread_setschedparam(pthread_t handle, int policy, const sched_param* parameters) {
  if (!modelling()) return REAL(pthread_setschedparam)(handle, policy, parameters);
  return set_scheduling(living_thread(handle, "pthread_setschedparam"), policy, parameters->sched_priority);
}

SELVAGE_INTERCEPT int pthread_getschedparam(pthread_t handle, int* policy, sched_param* parameters) {
  if (!modelling()) return REAL(pthread_getschedparam)(handle, policy, parameters);
  Thread* target = living_thread(handle, "pthread_getschedparam");
  if (!target) return ESRCH;
  *policy = target->scheduling_policy;
  parameters->sched_priority = target->scheduling_priority;
  return 0;
}

SELVAGE_INTERCEPT int pthread_setschedprio(pthread_t handle, int priority) {
  if (!modelling()) return REAL(pthread_setschedprio)(handle, priority);
  Thread* target = living_thread(handle, "pthread_setschedprio");
  return target ? set_scheduling(target, target->scheduling_policy, priority) : ESRCH;
}

// Virtual time is the only time there is: every thread's processor clock is the caller's.
SELVAGE_INTERCEPT int pthread_getcpuclockid(pthread_t handle, clockid_t* clock) {
  if (!modelling()) return REAL(pthread_getcpuclockid)(handle, clock);
  if (!living_thread(handle, "pthread_getcpuclockid")) return ESRCH;
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

SELVAGE_INTERCEPT int sched_setaffinity(pid_t id, size_t size, const cpu_set_t* set) {
  if (!modelling()) return REAL(sched_setaffinity)(id, size, set);
  return report(set_processors(thread_by_id(id), size, set));
}

SELVAGE_INTERCEPT int sched_getaffinity(pid_t id, size_t size, cpu_set_t* set) {
  if (!modelling()) return REAL(sched_getaffinity)(id, size, set);
  return report(get_processors(thread_by_id(id), size, set));
}

SELVAGE_INTERCEPT int sched_setscheduler(pid_t id, int policy, const sched_param* parameters) {
  if (!modelling()) return REAL(sched_setscheduler)(id, policy, parameters);
  return report(set_scheduling(thread_by_id(id), policy, parameters->sched_priority));
}

SELVAGE_INTERCEPT int sched_getscheduler(pid_t id) {
  if (!modelling()) return REAL(sched_getscheduler)(id);
  Thread* target = thread_by_id(id);
  return target ? target->scheduling_policy : report(ESRCH);
}

SELVAGE_INTERCEPT int sched_setparam(pid_t id, const sched_param* parameters) {
  if (!modelling()) return REAL(sched_setparam)(id, parameters);
  Thread* target = thread_by_id(id);
  return report(target ? set_scheduling(target, target->scheduling_policy, parameters->sched_priority) : ESRCH);
}

SELVAGE_INTERCEPT int sched_getparam(pid_t id, sched_param* parameters) {
  if (!modelling()) return REAL(sched_getparam)(id, parameters);
  Thread* target = thread_by_id(id);
  if (!target) return report(ESRCH);
  parameters->sched_priority = target->scheduling_priority;
  return 0;
}

SELVAGE_INTERCEPT int sched_rr_get_interval(pid_t id, timespec* interval) {
  if (!modelling()) return REAL(sched_rr_get_interval)(id, interval);
  if (!thread_by_id(id)) return report(ESRCH);
  *interval = timespec{0, 100'000'000};
  return 0;
}

SELVAGE_INTERCEPT int nice(int increment) {
  if (!modelling()) return REAL(nice)(increment);
  Thread& self = current_thread();
  self.nice_value = static_cast<int8_t>(clamp_nice(self.nice_value + clamp_nice(increment)));
  return self.nice_value;
}

// A process group or a user has no threads but these.
SELVAGE_INTERCEPT int setpriority(__priority_which_t which, id_t who, int priority) {
  if (!modelling()) return REAL(setpriority)(which, who, priority);
  auto value = static_cast<int8_t>(clamp_nice(priority));
  if (which == PRIO_PROCESS) {
    Thread* target = thread_by_id(static_cast<pid_t>(who));
    if (!target) return report(ESRCH);
    target->nice_value = value;
    return 0;
  }
  for (uint32_t number = 0; number <= model().highest_thread; number++) thread(number).nice_value = value;
  return 0;
}

SELVAGE_INTERCEPT int getpriority(__priority_which_t which, id_t who) {
  if (!modelling()) return REAL(getpriority)(which, who);
  Thread* target = which == PRIO_PROCESS ? thread_by_id(static_cast<pid_t>(who)) : &current_thread();
  return target ? target->nice_value : report(ESRCH);
}

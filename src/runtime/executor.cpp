#include "runtime/executor.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "runtime/base_memory.h"
#include "runtime/bases.h"
#include "runtime/carrier.h"
#include "runtime/chosen_points.h"
#include "runtime/drawing.h"
#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/modules.h"
#include "runtime/outcome.h"
#include "runtime/rewind.h"
#include "runtime/root.h"
#include "runtime/scheduler.h"
#include "runtime/sharing.h"
#include "runtime/snapshot.h"
#include "runtime/system.h"
#include "runtime/trace.h"

namespace selvage::runtime {

namespace {

void publish(Phase phase) {
  ControlBlock& control = *host().control;
  __atomic_store_n(&control.phase, static_cast<uint32_t>(phase), __ATOMIC_RELEASE);
  futex_wake(&control.phase, 1);
  futex_wake(&control.batch_finished, 1);
}

// A hand-over by futex costs microseconds; a short spin catches an explorer that is just about to post.
void wait_for_batch(uint32_t last) {
  uint32_t& posted = host().control->batch_posted;
  for (int i = 0; host().configuration.spin && i < 2000; i++) {
    if (__atomic_load_n(&posted, __ATOMIC_ACQUIRE) != last) return;
    __builtin_ia32_pause();
  }
  futex_wait(&posted, last);
}

void load_schedule(const Schedule& schedule) {
  Host& h = host();
  h.sleepers = reinterpret_cast<const Sleeper*>(&schedule + 1);
  h.sleeper_footprints = reinterpret_cast<const Footprint*>(h.sleepers + schedule.sleeper_count);
  h.steps = reinterpret_cast<const Step*>(h.sleeper_footprints + schedule.footprint_count);
  h.step_count = schedule.step_count;
  h.step_index = 0;
  h.events_in_step = h.guarded_in_step = 0;
  h.policy = schedule.policy;
  h.flags = schedule.flags;
  h.random_state = schedule.seed;
  h.random_drawn = next_random(h.random_state);
  h.drawing = schedule.drawing;
  h.weights = reinterpret_cast<const uint32_t*>(h.steps + schedule.step_count);
  if (draws(h.policy) && h.policy != Policy::Random) begin_drawing();
  h.sleeper_count = schedule.sleeper_count;
  h.sleepers_done = 0;
  h.record_from = schedule.record_from;
  const OperationSet& points = h.configuration.points;
  h.silent_accesses = !(schedule.flags & kRecordLocal) && !points.contains(Operation::Read) &&
                      !points.contains(Operation::Write) && !has_chosen_instructions();
  h.only_random = schedule.policy == Policy::Random && schedule.step_count == 0 && schedule.sleeper_count == 0;
  h.ended = kEndedNormally;
  h.fatal_signal = 0;
  h.fault_address = 0;
  h.defect = Defect::None;
  h.block = nullptr;
  h.enabled_words = (h.control->thread_count + 63) / 64;
}

// The child died without closing its record: the program left past the runtime (a raw system call, SIGKILL). With the
// snapshot this very process would be gone; so it goes the same way, and the explorer sees the same.
[[noreturn]] void die_like(int status) {
  if (WIFSIGNALED(status)) {
    uint64_t default_action[4] = {};
    system_call(SYS_rt_sigaction, WTERMSIG(status), word(default_action), 0, 8);
    system_call(SYS_kill, system_call(SYS_getpid), WTERMSIG(status));
  }
  for (;;) system_call(SYS_exit_group, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

void execute_in_child() {
  long child = system_call(SYS_fork);
  if (child == 0) {
    system_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    enter_threads();
    __builtin_unreachable();
  }
  if (child < 0) fail_run(4, "fork failed (errno %d)", static_cast<int>(-child));
  host().child_process = static_cast<int32_t>(child);
  int status = 0;
  while (system_call(SYS_wait4, child, word(&status)) == -4) {
  }
  host().child_process = 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) >= kRetryExitCode &&
      WEXITSTATUS(status) < kRetryExitCode + kEndedInLivelock) {
    host().ended = static_cast<uint32_t>(WEXITSTATUS(status) - kRetryExitCode) + kEndedRetry;
  } else if (host().record->bytes == 0) {
    die_like(status);
  }
}

void execute_here() {
  Host& h = host();
  for (;;) {
    enter_threads();
    if (h.stopped == kNotStopped) return;
    h.stopped == kStoppedAtRoot ? keep_root() : keep_base();
    h.stopped = kNotStopped;
  }
}

// The program may have written where no thread of it has any business, and nobody has noticed: now and then everything is
// brought back.
inline constexpr uint64_t kThoroughAfter = 64;

// Whether the program had control of itself to the end: otherwise it may have written anywhere.
bool ended_orderly(const ExecutionRecord& record) {
  switch (record.outcome) {
    case Outcome::Completed:
    case Outcome::Deadlock:
    case Outcome::SleepBlocked:
    case Outcome::PrefixDone:
    case Outcome::AssumeFailed:
    case Outcome::Assertion:
      return true;
    default:
      return false;
  }
}

void restore_for(const Schedule* next) {
  const Host& h = host();
  if (!has_root()) return restore_memory();
  bool thorough = h.ended != kEndedNormally || h.record->went_on || !ended_orderly(*h.record) ||
                  h.control->executions_total % kThoroughAfter == kThoroughAfter - 1;
  return_to_base(next, thorough);
  if (!touches_are_logged()) refuse_root();
}

// Whether memory that the thread which ended it has accessed may be shared without anybody knowing. A thread that is stuck is
// not asked again, for that takes as long as the watchdog waits: what it reads again and again is found by watching it.
bool ended_unseen() {
  const Host& h = host();
  if (h.configuration.sharing != Sharing::Dynamic || !(h.flags & kRecordEvents)) return false;
  if (h.reports_from != kReportsNothing || h.record->found_count != 0) return false;
  switch (h.record->outcome) {
    case Outcome::Assertion:
    case Outcome::Abort:
    case Outcome::Crash:
    case Outcome::Misuse:
    case Outcome::MemoryError:
    case Outcome::AssumeFailed:
      return true;
    default:
      return false;
  }
}

// `next` is the schedule after this one; null: it is the last. False: the results are full; the explorer posts the rest
// again.
bool execute(const Schedule& schedule, const Schedule* next, uint32_t index) {
  Host& h = host();
  h.reports_from = kReportsNothing;
  h.fair_livelock = 0;
  for (bool again = true; again;) {
    load_schedule(schedule);
    if (!open_record(index)) return false;
    rewind_output();
    look_for_root();
    begin_watching();
    begin_at_base(schedule);
    if (h.configuration.restart == Restart::Fork)
      execute_in_child();
    else
      execute_here();
    if (!h.record->went_on) record_output(*h.record);
    again = h.ended != kEndedNormally;
    if (h.ended == kEndedInLivelock) h.fair_livelock = 1;
    if (!again && ended_unseen()) {
      again = true;
      h.reports_from = h.record->step_count;
    }
    restore_for(again ? &schedule : next);
    rewind_descriptors();
  }
  h.control->results_used += h.record->bytes;
  h.control->executions_total++;
  return true;
}

void execute_batch() {
  ControlBlock& control = *host().control;
  control.results_used = 0;
  control.executions_done = 0;
  if (read_shared_table()) forget_root();
  const char* at = reinterpret_cast<const char*>(&control) + control.schedules_offset;
  for (uint32_t i = 0; i < control.schedule_count; i++) {
    auto& schedule = *reinterpret_cast<const Schedule*>(at);
    at += schedule.bytes;
    control.executing = i;
    bool last = i + 1 == control.schedule_count;
    if (!execute(schedule, last ? nullptr : reinterpret_cast<const Schedule*>(at), i)) break;
    control.executions_done = i + 1;
  }
  if (has_root() && present_level() > 0) return_to_base(nullptr, true);
}

}  // namespace

void pass_snapshot_point() {
  if (!host().snapshot_taken) park_main_and_run_host();
}

void run_host() {
  Host& h = host();
  ControlBlock& control = *h.control;
  prepare_rewind();
  publish_modules();
  h.snapshot_taken = 1;
  exploring_flag = true;
  if (h.configuration.restart == Restart::Snapshot) take_snapshot();
  uint32_t last = control.batch_finished;
  publish(Phase::Ready);
  for (;;) {
    wait_for_batch(last);
    last = __atomic_load_n(&control.batch_posted, __ATOMIC_ACQUIRE);
    __atomic_store_n(&control.phase, static_cast<uint32_t>(Phase::Running), __ATOMIC_RELEASE);
    execute_batch();
    __atomic_store_n(&control.batch_finished, last, __ATOMIC_RELEASE);
    publish(Phase::Ready);
  }
}

void finish_single_threaded(Outcome outcome, const uint64_t* stack, uint32_t depth, const char* message) {
  Host& h = host();
  h.control->results_used = 0;
  h.flags = kRecordEvents;
  h.enabled_words = 1;
  if (!open_record(0)) fail_run(4, "the channel has no room for results");
  h.record->outcome = outcome;
  h.record->site = current_thread().pending.site;
  note_end(outcome, *h.record);
  h.record->signal = h.fatal_signal;
  h.record->fault_address = h.fault_address;
  h.record->defect = h.defect;
  close_record(stack, depth, message);
  record_output_lengths(*h.record);
  h.control->results_used = h.record->bytes;
  h.control->executions_done = 1;
  publish(Phase::SingleThreaded);
  for (;;) system_call(SYS_exit_group, 0);
}

}  // namespace selvage::runtime

// Plays the runtime's part of the channel without any runtime: answers batches, and misbehaves on request.
//
//   fake_program MODE [KEY]
//
// Most modes act when a schedule whose seed is KEY is executed. The file carries the sections that the instrumentation
// would have written, so that it counts as instrumented.
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <string>

#include "contract/channel.h"
#include "contract/site.h"

using namespace selvage;

// --- what the instrumentation would have written ---------------------------------------------------------------

extern "C" {
int fake_global[8];
__attribute__((noinline, used)) void fake_instrumented_function() { asm volatile("nop; nop; nop"); }
__attribute__((noinline, used)) void fake_other_function() { asm volatile("nop"); }
}

namespace {

#define FAKE_STRINGS "\0fake.c\0_Z8transferi\0balance"
__attribute__((section("selvage_strings"), used)) const char strings[] = FAKE_STRINGS;
__attribute__((section("selvage_sites"), used)) const SiteRecord sites[] = {
    {.file = 1,
     .function = 8,
     .variable = 21,
     .line = 12,
     .column = 3,
     .operation = Operation::Write,
     .flags = 0,
     .order = MemoryOrder::NotAtomic,
     .reserved = {},
     .size = 4,
     .inlined_at = 0},
    {.file = 1,
     .function = 8,
     .variable = 0,
     .line = 34,
     .column = 5,
     .operation = Operation::MutexLock,
     .flags = kSiteCall,
     .order = MemoryOrder::NotAtomic,
     .reserved = {},
     .size = 0,
     .inlined_at = 0},
};
asm(R"(
.pushsection selvage_functions,"a",@progbits
.long fake_instrumented_function - .
.popsection
)");
__attribute__((section("selvage_module"), used)) const ModuleRecord module = {
    .magic = kModuleMagic,
    .contract_version = kContractVersion,
    .site_count = 2,
    .function_count = 1,
    .skipped_function_count = 3,
    .inline_assembly_count = 4,
    .strings_size = sizeof(FAKE_STRINGS),
    .is_shared = 0,
    .sites = sites,
    .strings = strings,
    .functions = nullptr,
    .site_base = nullptr,
};

// --- the channel -----------------------------------------------------------------------------------------------

ControlBlock* control;
char* results;
std::string mode;
uint64_t key = ~uint64_t{0};
std::atomic<bool> watchdog_fired{false};
size_t executed = 0;

void wake(uint32_t* word) { syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0); }

void set_phase(Phase phase) {
  std::atomic_ref(control->phase).store(static_cast<uint32_t>(phase));
  wake(&control->phase);
}

void connect() {
  const char* variable = getenv(kChannelVariable);
  if (variable == nullptr) exit(90);
  int descriptor = atoi(variable);
  struct stat status{};
  fstat(descriptor, &status);
  void* memory = mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                      descriptor, 0);
  if (memory == MAP_FAILED) exit(91);
  control = static_cast<ControlBlock*>(memory);
  results = static_cast<char*>(memory) + control->results_offset;
  if (control->thread_count == 0) control->thread_count = 1;
  control->module_count = 1;
  control->modules[0] = {.load_address = 0x555555554000, .site_base = 1, .site_count = 2, .path = "fake"};
}

struct Answer {
  Outcome outcome = Outcome::Completed;
  const char* message = "";
};

// One event per step of the schedule, or three if it has none.
void append_record(uint32_t index, const Schedule& schedule, const Answer& answer) {
  char* begin = results + control->results_used;
  auto* record = reinterpret_cast<ExecutionRecord*>(begin);
  *record = {};
  record->magic = kRecordMagic;
  record->schedule = index;
  record->outcome = answer.outcome;
  record->enabled_words = 1;
  record->site = answer.outcome == Outcome::Completed ? 0 : 2;
  char* at = begin + sizeof(*record);
  const auto* steps = reinterpret_cast<const Step*>(&schedule + 1);
  record->step_count = schedule.step_count != 0 ? schedule.step_count : 3;
  for (uint64_t i = 0; (schedule.flags & kRecordEvents) != 0 && i < record->step_count; ++i) {
    Step step = schedule.step_count != 0 ? steps[i] : Step{static_cast<uint16_t>((schedule.seed >> i) & 1), 0};
    Event event{.thread = step.thread,
                .operation = Operation::Write,
                .flags = 0,
                .alternative = step.alternative,
                .alternatives = static_cast<uint16_t>(step.alternative + 1),
                .site = 1,
                .size = 4,
                .object = reinterpret_cast<uint64_t>(&fake_global[i % 8]),
                .value = mode == "random_values" ? executed : i};
    memcpy(at, &event, sizeof(event));
    at += sizeof(event);
    uint64_t enabled = 3;
    memcpy(at, &enabled, sizeof(enabled));
    at += sizeof(enabled);
    ++record->event_count;
  }
  record->events_bytes = static_cast<uint64_t>(at - begin) - sizeof(*record);
  if (answer.outcome == Outcome::Deadlock) {
    for (uint16_t thread = 0; thread < 2; ++thread) {
      ThreadRecord waiting{.thread = thread,
                           .state = ThreadState::Alive,
                           .pending = Operation::MutexLock,
                           .enabled = 0,
                           .site = 2,
                           .begin_site = 1,
                           .object = reinterpret_cast<uint64_t>(&fake_global[thread]),
                           .value = 0};
      memcpy(at, &waiting, sizeof(waiting));
      at += sizeof(waiting);
      ++record->thread_count;
    }
    for (uint16_t thread = 0; thread < 2; ++thread) {
      HeldRecord held{.object = reinterpret_cast<uint64_t>(&fake_global[1 - thread]),
                      .thread = thread,
                      .kind = ObjectKind::Mutex,
                      .shared = 0,
                      .site = 1};
      memcpy(at, &held, sizeof(held));
      at += sizeof(held);
      ++record->held_count;
    }
  }
  record->message_bytes = static_cast<uint32_t>(strlen(answer.message));
  memset(at, 0, (record->message_bytes + 7) / 8 * 8);
  memcpy(at, answer.message, record->message_bytes);
  at += (record->message_bytes + 7) / 8 * 8;
  record->output_bytes = static_cast<uint64_t>(lseek(control->configuration.output_fd, 0, SEEK_CUR));
  record->error_bytes = static_cast<uint64_t>(lseek(control->configuration.error_fd, 0, SEEK_CUR));
  record->bytes = static_cast<uint64_t>(at - begin);
  control->results_used += record->bytes;
}

[[noreturn]] void spin_for_ever() {
  for (;;) asm volatile("pause");
}

Answer misbehave(uint64_t seed) {
  if (mode == "unrepeatable" && seed == key && executed > 0) raise(SIGKILL);
  if (seed != key) return {};
  if (mode == "die") raise(SIGKILL);
  if (mode == "segv") raise(SIGSEGV);
  if (mode == "exit") _exit(7);
  if (mode == "hang") {
    signal(SIGRTMIN, SIG_IGN);
    spin_for_ever();
  }
  if (mode == "stuck") {
    while (!watchdog_fired) asm volatile("pause");
    watchdog_fired = false;
    return {Outcome::Stuck, "thread 0 runs without a visible operation"};
  }
  if (mode == "deadlock") return {Outcome::Deadlock, ""};
  if (mode == "assertion") return {Outcome::Assertion, "assertion balance >= 0 failed"};
  if (mode == "unmodelled")
    return {Outcome::Unmodelled, "the program calls fork, which is not modelled: remove the call"};
  if (mode == "mismatch")
    return {Outcome::ScheduleMismatch, "step 1 of the schedule runs thread 7, which cannot go on there"};
  if (mode == "output") {
    if (write(1, "hello\n", 6) != 6 || write(2, "problem\n", 8) != 8) _exit(92);
    return {Outcome::Assertion, "after output"};
  }
  if (mode == "fail") {
    strcpy(control->failure_message, "the program does something impossible: do not");
    control->failure_code = 3;
    set_phase(Phase::Failed);
    _exit(3);
  }
  return {};
}

void scribble() {
  if (mode == "scribble_results") memset(results, 0x5a, 1 << 16);
  if (mode == "scribble_control") memset(control, 0x5a, offsetof(ControlBlock, batch_posted));
  if (mode == "scribble_threads") control->threads[0] = {.parent = 77, .child_index = 3};
  if (mode == "scribble_count") control->executions_done = 1'000'000;
  if (mode == "scribble_length") reinterpret_cast<ExecutionRecord*>(results)->bytes = ~uint64_t{0} - 7;
}

void run_batch() {
  control->executions_done = 0;
  control->results_used = 0;
  const char* at = reinterpret_cast<const char*>(control) + control->schedules_offset;
  uint32_t limit = mode == "full" ? 3 : control->schedule_count;
  bool scribbles = false;
  for (uint32_t i = 0; i < control->schedule_count && i < limit; ++i) {
    const auto& schedule = *reinterpret_cast<const Schedule*>(at);
    control->executing = i;
    control->heartbeat++;
    if (mode != "keep_output") {
      lseek(control->configuration.output_fd, 0, SEEK_SET);
      lseek(control->configuration.error_fd, 0, SEEK_SET);
    }
    Answer answer = misbehave(schedule.seed);
    if (mode == "threads" && control->thread_count < 100) {
      control->threads[control->thread_count++] = {.parent = 0, .child_index = static_cast<uint16_t>(executed)};
    }
    append_record(i, schedule, answer);
    if (schedule.seed == key) scribbles = true;
    control->executions_done = i + 1;
    ++executed;
    at += schedule.bytes;
  }
  if (scribbles) scribble();
}

void serve() {
  uint32_t last = 0;
  set_phase(Phase::Ready);
  for (;;) {
    uint32_t posted;
    while ((posted = std::atomic_ref(control->batch_posted).load()) == last) {
      syscall(SYS_futex, &control->batch_posted, FUTEX_WAIT, last, nullptr, nullptr, 0);
    }
    last = posted;
    run_batch();
    std::atomic_ref(control->batch_finished).store(last);
    wake(&control->batch_finished);
  }
}

// What the program can see of how it was started, one fact per line.
void print_surroundings() {
  const char* tunables = getenv("GLIBC_TUNABLES");
  char input[64] = {};
  ssize_t got = read(0, input, sizeof(input) - 1);
  dprintf(1, "tunables=%s\nbind=%s\nrandomised=%d\ninput=%.*s\nnext_descriptor=%d\nown_group=%d\n",
          tunables != nullptr ? tunables : "", getenv("LD_BIND_NOW"),
          (personality(0xffffffff) & ADDR_NO_RANDOMIZE) == 0, static_cast<int>(got > 0 ? got : 0), input, dup(0),
          getpgrp() == getpid());
}

}  // namespace

int main(int count, char** arguments) {
  mode = count > 1 ? arguments[1] : "";
  if (count > 2) key = strtoull(arguments[2], nullptr, 10);
  if (mode == "die_at_start") raise(SIGSEGV);
  if (mode == "exit_at_start") {
    dprintf(2, "no licence found\n");
    return 5;
  }
  connect();
  if (mode == "never_ready") {
    for (;;) pause();
  }
  if (mode == "fail_at_start") {
    strcpy(control->failure_message, "this processor is too old: use another");
    control->failure_code = 3;
    set_phase(Phase::Failed);
    pause();
  }
  if (mode == "single") {
    dprintf(1, "only one\n");
    Schedule none{};
    append_record(0, none, {});
    control->executions_done = 1;
    set_phase(Phase::SingleThreaded);
    return 0;
  }
  if (mode == "surroundings") {
    print_surroundings();
    mode = "keep_output";
  }
  if (mode == "leave_child" && fork() == 0) {
    for (;;) pause();
  }
  if (mode == "files") {
    int file = openat(control->configuration.scratch_fd, "left-behind", O_CREAT | O_WRONLY, 0600);
    if (file < 0 || write(file, "x", 1) != 1) return 93;
    mkdirat(control->configuration.scratch_fd, "directory", 0700);
    mkdirat(control->configuration.scratch_fd, "directory/deeper", 0700);
  }
  struct sigaction action{};
  action.sa_handler = [](int) { watchdog_fired = true; };
  sigaction(SIGRTMIN, &action, nullptr);
  serve();
}

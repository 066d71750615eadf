#include "target/spawn.h"

#include <fcntl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>

#include "target/descriptor.h"

namespace selvage::target {
namespace {

constexpr int kPrivateDescriptors = 8;  // room for those that the new process keeps
constexpr int kParkedDescriptors = 32;  // room above it while they are moved into place

// Sent back to the explorer by a child that could not become the program.
struct Failure {
  int call;  // index into kCalls
  int error;
};
enum Call : int { kPersonality, kDescriptors, kConfinement, kExecute };
constexpr const char* kCalls[] = {"personality", "dup2", "confinement", "execve"};

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (const std::string& string : strings) result.push_back(const_cast<char*>(string.c_str()));
  result.push_back(nullptr);
  return result;
}

// From here to the end of the namespace: the child, between fork and exec. Only async-signal-safe calls.

[[noreturn]] void fail(int report, Call call) {
  Failure failure{call, errno};
  while (write(report, &failure, sizeof(failure)) < 0 && errno == EINTR) {
  }
  _exit(127);
}

void reset_signals() {
  struct sigaction default_action{};
  default_action.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &default_action, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

// The kernel places mappings below the largest possible stack: any limit up to 128 MiB gives the same layout.
void fix_address_space(int report) {
  if (personality(ADDR_NO_RANDOMIZE) < 0) fail(report, kPersonality);
  constexpr rlim_t kLargestStack = rlim_t{128} << 20;
  rlimit stack{};
  getrlimit(RLIMIT_STACK, &stack);
  if (stack.rlim_cur > kLargestStack) {
    stack.rlim_cur = kLargestStack;
    setrlimit(RLIMIT_STACK, &stack);
  }
  rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
}

void close_from(int first, int last) {
  if (close_range(static_cast<unsigned>(first), static_cast<unsigned>(last), 0) == 0) return;
  for (int i = first; i <= last; ++i) close(i);
}

// Moves descriptors to their targets in two steps, since a source may stand where another's target is.
int place_descriptors(int report, int first_private, SpawnRequest::Passed* passed, size_t count) {
  int parking = first_private + kPrivateDescriptors;
  int parked_report = fcntl(report, F_DUPFD_CLOEXEC, parking);
  if (parked_report < 0) fail(report, kDescriptors);
  for (size_t i = 0; i < count; ++i) {
    passed[i].source = fcntl(passed[i].source, F_DUPFD_CLOEXEC, parking);
    if (passed[i].source < 0) fail(parked_report, kDescriptors);
  }
  close_from(3, first_private + kPrivateDescriptors - 1);
  for (size_t i = 0; i < count; ++i) {
    if (dup2(passed[i].source, passed[i].target) < 0) fail(parked_report, kDescriptors);
  }
  // Without close_range (Linux before 5.11) inherited descriptors above the parking place stay open.
  close_range(static_cast<unsigned>(parking), ~0U, CLOSE_RANGE_CLOEXEC);
  return parked_report;
}

}  // namespace

int first_private_descriptor() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 1024)) - kPrivateDescriptors - kParkedDescriptors;
}

SpawnResult spawn(const SpawnRequest& request) {
  // Everything that allocates happens before fork.
  std::vector<char*> arguments = pointers(request.arguments);
  std::vector<char*> environment = pointers(request.environment);
  std::vector<SpawnRequest::Passed> passed = request.descriptors;
  int first_private = first_private_descriptor();
  pid_t explorer = getpid();
  Confinement confinement;
  if (request.confined) confinement = prepare_confinement(*request.confined);

  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {.failed_call = "pipe2", .error = errno};
  Descriptor reading(ends[0]), writing(ends[1]);
  pid_t process = fork();
  if (process < 0) return {.failed_call = "fork", .error = errno};
  if (process == 0) {
    setpgid(0, 0);
    // If the explorer died before prctl took effect, nobody will ever send the signal.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != explorer) _exit(127);
    reset_signals();
    if (request.confined) {
      if (!confine(confinement)) fail(writing.get(), kConfinement);
      // Whoever changes its namespaces is not told of its parent's death any more.
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != explorer) _exit(127);
    }
    if (request.as_tested_program) fix_address_space(writing.get());
    int report = place_descriptors(writing.get(), first_private, passed.data(), passed.size());
    execve(request.path.c_str(), arguments.data(), environment.data());
    fail(report, kExecute);
  }
  setpgid(process, process);
  writing.reset();
  Failure failure{};
  ssize_t got = 0;
  while ((got = read(reading.get(), &failure, sizeof(failure))) < 0 && errno == EINTR) {
  }
  if (got != sizeof(failure)) return {.process = process};
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
  return {.failed_call = kCalls[std::clamp<int>(failure.call, kPersonality, kExecute)], .error = failure.error};
}

std::vector<std::string> current_environment() {
  std::vector<std::string> environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) environment.emplace_back(*entry);
  return environment;
}

void set_variable(std::vector<std::string>& environment, const std::string& name, const std::string& value) {
  std::string start = name + "=";
  std::erase_if(environment, [&](const std::string& entry) { return entry.starts_with(start); });
  environment.push_back(start + value);
}

void kill_group(pid_t process) {
  // What the program leaves behind is given to the nearest subreaper; being it, the explorer can reap it.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  kill(-process, SIGKILL);
  kill(process, SIGKILL);
  constexpr int kAttempts = 2000;  // one second; a process that outlives it is stuck in the kernel
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    pid_t reaped = waitpid(-process, nullptr, WNOHANG);
    if (reaped < 0 && errno != EINTR) break;
    if (reaped != 0) continue;
    timespec pause{.tv_sec = 0, .tv_nsec = 500'000};
    nanosleep(&pause, nullptr);
  }
}

}  // namespace selvage::target

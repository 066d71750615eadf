#include "target/program_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "contract/captured_output.h"
#include "target/error.h"
#include "target/remove_tree.h"
#include "target/spawn.h"

namespace selvage::target {
namespace {

// Where the program finds its private descriptors.
struct Places {
  int channel = first_private_descriptor();
  int output = channel + 1;
  int error = channel + 2;
  int scratch = channel + 3;
};

Configuration with_descriptors(Configuration configuration) {
  Places places;
  configuration.output_fd = places.output;
  configuration.error_fd = places.error;
  configuration.scratch_fd = places.scratch;
  return configuration;
}

std::string make_scratch_directory(const Workspace& workspace) {
  static std::atomic<unsigned> next{0};
  std::string path = fmt::format("{}/scratch-{}", workspace.path(), next++);
  if (mkdir(path.c_str(), 0700) != 0) {
    throw Error(ExitCode::CannotStart, fmt::format("{} cannot be made ({}): set TMPDIR to a directory with free space.",
                                                   path, std::strerror(errno)));
  }
  return path;
}

Descriptor capture_file(const char* name) {
  Descriptor file(memfd_create(name, MFD_CLOEXEC));
  if (!file.valid()) {
    throw Error(ExitCode::Internal,
                fmt::format("The program's output cannot be captured ({}): close some files.", std::strerror(errno)));
  }
  return file;
}

std::vector<std::string> program_environment(std::vector<std::string> environment) {
  constexpr std::string_view kTunables = "GLIBC_TUNABLES=";
  std::string prefix;
  for (const std::string& variable : environment)
    if (variable.starts_with(kTunables) && variable.size() > kTunables.size())
      prefix = variable.substr(kTunables.size()) + ":";
  // The kernel writes into the rseq area, which a snapshot would have write-protected.
  set_variable(environment, "GLIBC_TUNABLES", prefix + "glibc.pthread.rseq=0");
  // The handler of the first write to a page must not fault in lazy binding.
  set_variable(environment, "LD_BIND_NOW", "1");
  // Threads of LLVM's OpenMP library go round a loop by the processor's clock before they wait; not to is up to the user.
  constexpr std::string_view kBlockTime = "KMP_BLOCKTIME";
  if (std::ranges::none_of(environment, [&](const std::string& one) { return one.starts_with(kBlockTime); }))
    set_variable(environment, std::string(kBlockTime), "0");
  set_variable(environment, kChannelVariable, std::to_string(Places().channel));
  return environment;
}

[[noreturn]] void refuse(const std::string& path, const SpawnResult& result) {
  std::string reason = std::strerror(result.error);
  if (std::strcmp(result.failed_call, "personality") == 0) {
    throw Error(
        ExitCode::CannotStart,
        fmt::format("Address randomisation cannot be turned off here ({}): in a container, allow the personality "
                    "system call (docker run --security-opt seccomp=unconfined).",
                    reason));
  }
  if (result.failed_call == std::string_view("confinement")) {
    throw Error(
        ExitCode::CannotStart,
        fmt::format("Programs of others cannot be confined here ({}): allow user namespaces, or start the worker "
                    "with --unconfined if you trust everybody who can reach the broker.",
                    reason));
  }
  throw Error(ExitCode::CannotStart, fmt::format("{} cannot be started ({}: {}).", path, result.failed_call, reason));
}

}  // namespace

std::string describe(const ProcessEnd& end) {
  if (end.signal == 0) return fmt::format("left with exit status {}", end.status);
  return fmt::format("was killed by signal {} ({})", end.signal, strsignal(end.signal));
}

ProgramProcess::ProgramProcess(const Launch& launch, std::span<const ThreadPath> paths, const StandardInput& input,
                               Workspace& workspace)
    : workspace_(workspace),
      resources_(launch.resources),
      output_(capture_file("selvage-output")),
      error_(capture_file("selvage-error")),
      scratch_path_(make_scratch_directory(workspace)),
      scratch_(open(scratch_path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
      channel_(with_descriptors(launch.configuration), paths) {
  Descriptor standard_input = reopen(input);
  Places places;
  bool capture = launch.configuration.capture_output != 0;
  SpawnRequest request;
  request.path = launch.path;
  request.arguments = launch.arguments;
  request.environment = program_environment(launch.environment.empty() ? current_environment() : launch.environment);
  request.descriptors = {{standard_input.get(), STDIN_FILENO},
                         {capture ? output_.get() : STDOUT_FILENO, STDOUT_FILENO},
                         {capture ? error_.get() : STDERR_FILENO, STDERR_FILENO},
                         {channel_.descriptor(), places.channel},
                         {output_.get(), places.output},
                         {error_.get(), places.error},
                         {scratch_.get(), places.scratch}};
  request.as_tested_program = true;
  request.confined = launch.confined;
  SpawnResult result = spawn(request);
  if (result.process < 0) {
    remove_tree(scratch_path_.c_str());
    refuse(launch.path, result);
  }
  process_ = result.process;
  workspace_.protect(process_);
  if (resources_ != nullptr) {
    bool forks = launch.configuration.restart == Restart::Fork;
    bool keeps_output = (launch.configuration.flow & kFlowOutput) != 0;
    resources_->add({.process = process_,
                     .output = output_.get(),
                     .error = error_.get(),
                     .forks = forks,
                     .keeps_output = keeps_output});
  }
}

ProgramProcess::~ProgramProcess() {
  if (resources_ != nullptr) resources_->remove(process_);
  kill_group(process_);
  workspace_.release(process_);
  remove_tree(scratch_path_.c_str());
}

std::optional<ProcessEnd> ProgramProcess::ended() {
  if (end_) return end_;
  // The process is not reaped yet: its number must stay taken until its group has been killed.
  siginfo_t information{};
  if (waitid(P_PID, static_cast<id_t>(process_), &information, WEXITED | WNOHANG | WNOWAIT) != 0) return std::nullopt;
  if (information.si_pid != process_) return std::nullopt;
  if (information.si_code == CLD_EXITED) {
    end_ = ProcessEnd{.status = information.si_status, .signal = 0};
  } else {
    end_ = ProcessEnd{.status = 0, .signal = information.si_status};
  }
  return end_;
}

bool ProgramProcess::has(pid_t process) const { return process > 0 && getpgid(process) == process_; }

void ProgramProcess::interrupt_execution() { kill(process_, SIGRTMIN); }

uint64_t ProgramProcess::peak_memory() const {
  std::ifstream status(fmt::format("/proc/{}/status", process_));
  for (std::string word; status >> word;) {
    uint64_t kibibytes = 0;
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

std::string ProgramProcess::read_captured(const Descriptor& file, uint64_t limit) {
  struct stat status{};
  if (fstat(file.get(), &status) != 0 || status.st_size <= 0) return {};
  uint64_t whole = std::min(limit, static_cast<uint64_t>(status.st_size));
  std::string text(std::min(whole, kKeptOutput), '\0');
  ssize_t got = pread(file.get(), text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<size_t>(got) : 0);
  if (whole > text.size())
    text += fmt::format("\n[selvage: cut off here, {} bytes of output follow]\n", whole - text.size());
  return text;
}

}  // namespace selvage::target

#include "cli/program/source_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <thread>

#include "cli/text.h"
#include "target/error.h"
#include "target/spawn.h"

namespace selvage::cli {
namespace {

using target::Descriptor;
using target::Error;
using target::ExitCode;

constexpr std::array<std::string_view, 1> kCExtensions = {".c"};
constexpr std::array<std::string_view, 6> kCxxExtensions = {".cc", ".cpp", ".cxx", ".C", ".c++", ".cp"};

bool has_extension(const std::string& path, auto& extensions) {
  return std::ranges::find(extensions, std::filesystem::path(path).extension().string()) != extensions.end();
}

std::string read_all(const Descriptor& file) {
  struct stat status{};
  fstat(file.get(), &status);
  std::string text(static_cast<size_t>(status.st_size), '\0');
  ssize_t got = pread(file.get(), text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<size_t>(got) : 0);
  return text;
}

// A compiler that runs; it is killed where it is not waited for.
class RunningCompiler {
 public:
  RunningCompiler(pid_t process, const Compilation& compilation) : process_(process), compilation_(compilation) {
    compilation_.workspace.protect(process_);
    compilation_.resources.add_helper(process_);
  }
  RunningCompiler(const RunningCompiler&) = delete;
  RunningCompiler& operator=(const RunningCompiler&) = delete;
  ~RunningCompiler() {
    if (!has_ended_) target::kill_group(process_);
    compilation_.resources.remove_helper(process_);
    compilation_.workspace.release(process_);
  }

  // The process's wait status.
  int wait() {
    for (;;) {
      int status = 0;
      pid_t ended = waitpid(process_, &status, WNOHANG);
      has_ended_ = ended == process_ || (ended < 0 && errno != EINTR);
      if (has_ended_) return ended == process_ ? status : -1;
      if (compilation_.goes_on) compilation_.goes_on();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

 private:
  pid_t process_;
  const Compilation& compilation_;
  bool has_ended_ = false;
};

bool is_c_file(const std::string& path) { return has_extension(path, kCExtensions); }

// One call of a wrapper; `subject` is what does not compile if it fails.
void compile(const std::string& wrapper, std::vector<std::string> arguments, const std::string& subject,
             const std::string& directory, const Compilation& compilation) {
  std::string compiler = sibling_command(wrapper);
  if (access(compiler.c_str(), X_OK) != 0) {
    throw Error(ExitCode::CannotStart, fmt::format("{} is missing: build or install Selvage completely.", compiler));
  }
  Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  Descriptor messages(memfd_create("selvage-compiler", MFD_CLOEXEC));
  target::SpawnRequest request;
  request.path = compiler;
  request.arguments = std::move(arguments);
  request.arguments.insert(request.arguments.begin(), {compiler, "-O1", "-g", "-pthread"});
  request.environment = target::current_environment();
  // What a killed compiler leaves goes with the workspace.
  target::set_variable(request.environment, "TMPDIR", directory);
  request.descriptors = {
      {nothing.get(), STDIN_FILENO}, {messages.get(), STDOUT_FILENO}, {messages.get(), STDERR_FILENO}};
  target::SpawnResult started = target::spawn(request);
  if (started.process < 0) {
    throw Error(ExitCode::CannotStart,
                fmt::format("{} cannot be started: {}.", compiler, std::strerror(started.error)));
  }
  int status = RunningCompiler(started.process, compilation).wait();

  std::string text = read_all(messages);
  if (status != 0) {
    throw Error(ExitCode::CannotStart,
                fmt::format("{}{} does not compile: correct it, or give what it needs with --cflags.", text, subject));
  }
  if (!compilation.quiet && !text.empty()) fmt::print(stderr, "{}", text);
}

}  // namespace

bool is_source_file(const std::string& path) {
  return has_extension(path, kCExtensions) || has_extension(path, kCxxExtensions);
}

std::string sibling_command(const std::string& name) {
  std::error_code error;
  std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return (self.parent_path() / name).string();
}

std::string compile_sources(const std::vector<std::string>& sources, const std::string& flags,
                            const Compilation& compilation) {
  for (const std::string& source : sources) {
    if (access(source.c_str(), R_OK) == 0) continue;
    throw Error(ExitCode::CannotStart, fmt::format("{} cannot be opened: {}.", source, std::strerror(errno)));
  }
  std::string directory = compilation.workspace.path() + "/build";
  mkdir(directory.c_str(), 0700);
  std::string executable = directory + "/" + std::filesystem::path(sources.front()).stem().string();
  std::vector<std::string> more = shell_words(flags);

  bool only_c = std::ranges::all_of(sources, is_c_file);
  std::vector<std::string> arguments = {"-o", executable};
  for (const std::string& source : sources) {
    if (only_c || !is_c_file(source)) {
      arguments.push_back(source);
      continue;
    }
    // The C++ compiler would take it for C++.
    std::string object = fmt::format("{}/{}.o", directory, arguments.size());
    std::vector<std::string> alone = {"-c", "-o", object, source};
    alone.insert(alone.end(), more.begin(), more.end());
    compile("selvage-cc", std::move(alone), source, directory, compilation);
    arguments.push_back(object);
  }
  arguments.insert(arguments.end(), more.begin(), more.end());
  std::string subject = sources.size() == 1 ? sources.front() : "The program";
  compile(only_c ? "selvage-cc" : "selvage-c++", std::move(arguments), subject, directory, compilation);
  return executable;
}

}  // namespace selvage::cli

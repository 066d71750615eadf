#include "command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

namespace selvage::test {
namespace {

bool has_ended(pid_t process) {
  siginfo_t info = {};
  return waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

// Of a line of /proc/PID/stat; the name in it may contain anything.
struct ProcessLine {
  pid_t parent = 0;
  long ticks = 0;
};

ProcessLine read_line_of(const std::filesystem::path& folder) {
  std::string text = read_text(folder / "stat");
  std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  ProcessLine line;
  std::string ignored;
  long user = 0, system = 0;
  fields >> ignored >> line.parent;
  for (int i = 0; i < 9; ++i) fields >> ignored;
  if (fields >> user >> system) line.ticks = user + system;
  return line;
}

// Neither the command itself nor a compiler.
bool is_users_program(const std::filesystem::path& folder) {
  std::error_code error;
  std::string executable = std::filesystem::read_symlink(folder / "exe", error);
  if (error || std::filesystem::equivalent(executable, SELVAGE_COMMAND, error)) return false;
  return std::ranges::none_of(std::vector<std::string>{"clang", "lld", "selvage-c"},
                              [&](const std::string& part) { return executable.find(part) != std::string::npos; });
}

CommandResult run(const std::vector<std::string>& arguments, int signal, const Moment& is_time) {
  char directory[] = "/tmp/selvage-cli-test-XXXXXX";
  if (mkdtemp(directory) == nullptr) std::abort();
  std::string output = std::string(directory) + "/output", error = std::string(directory) + "/error";

  std::vector<char*> pointers = {const_cast<char*>(SELVAGE_COMMAND)};
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, error.c_str(), O_WRONLY | O_CREAT, 0600);
  pid_t process = -1;
  if (posix_spawn(&process, SELVAGE_COMMAND, &actions, nullptr, pointers.data(), environ) != 0) std::abort();
  posix_spawn_file_actions_destroy(&actions);

  if (signal != 0) {
    while (!has_ended(process) && !is_time(process)) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    // Twice, as timeout(1) does.
    for (int i = 0; i < 2; ++i) {
      kill(process, signal);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  int status = 0;
  waitpid(process, &status, 0);
  CommandResult result{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_text(output),
                       read_text(error)};
  std::filesystem::remove_all(directory);
  return result;
}

}  // namespace

CommandResult run_selvage(const std::vector<std::string>& arguments) { return run(arguments, 0, nullptr); }

CommandResult run_selvage_and_signal(const std::vector<std::string>& arguments, int signal, const Moment& is_time) {
  return run(arguments, signal, is_time);
}

Moment has_executed_for(int milliseconds) {
  return [milliseconds](pid_t process) {
    std::map<pid_t, ProcessLine> lines;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
      pid_t number = std::atoi(entry.path().filename().c_str());
      if (number > 0) lines[number] = read_line_of(entry.path());
    }
    auto descends = [&](pid_t number) {
      while (number > 1 && number != process && lines.contains(number)) number = lines[number].parent;
      return number == process;
    };
    long ticks = 0;
    for (const auto& [number, line] : lines)
      if (line.ticks > 0 && descends(number) && is_users_program("/proc/" + std::to_string(number)))
        ticks += line.ticks;
    return ticks * 1000 >= milliseconds * sysconf(_SC_CLK_TCK);
  };
}

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace selvage::test

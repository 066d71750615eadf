#include "command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace selvage::test {
namespace {

CommandResult run(const std::vector<std::string>& arguments, int signal, int milliseconds) {
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
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
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

CommandResult run_selvage(const std::vector<std::string>& arguments) { return run(arguments, 0, 0); }

CommandResult run_selvage_and_signal(const std::vector<std::string>& arguments, int signal, int milliseconds) {
  return run(arguments, signal, milliseconds);
}

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace selvage::test

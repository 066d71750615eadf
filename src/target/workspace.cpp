#include "target/workspace.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <string_view>

#include "target/error.h"
#include "target/remove_tree.h"

namespace selvage::target {
namespace {

constexpr size_t kMaxGroups = 256;

void pause_milliseconds(long milliseconds) {
  timespec time{.tv_sec = 0, .tv_nsec = milliseconds * 1'000'000};
  nanosleep(&time, nullptr);
}

// The guard's answer, when it has made the directory or could not.
struct Made {
  int error = 0;
  char path[PATH_MAX] = {};
};

// Runs in the guard. Only async-signal-safe calls, and mkdtemp, which takes no locks either: the explorer may have had
// threads when it forked.
[[noreturn]] void guard(int socket, const std::string& pattern) {
  setsid();
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) ::signal(signal, SIG_IGN);
  prctl(PR_SET_NAME, "selvage-guard");
  // Whatever else was open must not be kept open by the guard: pipes that others wait on, guards of other
  // workspaces.
  if (dup2(socket, 0) != 0) _exit(1);
  for (int i = 1; i < 3; ++i) close(i);
  if (close_range(3, ~0U, 0) != 0) {
    for (int i = 3; i < 1024; ++i) close(i);
  }

  // Not before there is somebody to remove it, whatever happens to the explorer.
  Made made;
  pattern.copy(made.path, sizeof(made.path) - 1);
  if (mkdtemp(made.path) == nullptr) made.error = errno;
  if (send(0, &made, sizeof(made), MSG_NOSIGNAL) != sizeof(made) || made.error != 0) {
    if (made.error == 0) rmdir(made.path);
    _exit(1);
  }

  pid_t groups[kMaxGroups] = {};
  pid_t message = 0;
  for (;;) {
    ssize_t got = read(0, &message, sizeof(message));
    if (got < 0 && errno == EINTR) continue;
    if (got != sizeof(message)) break;
    for (pid_t& group : groups) {
      if (message > 0 ? group == 0 : group == -message) {
        group = message > 0 ? message : 0;
        break;
      }
    }
  }
  for (pid_t group : groups) {
    if (group > 0) kill(-group, SIGKILL);
  }
  // A killed process takes a moment to go, on a busy machine a long one, and may still be writing.
  for (int attempt = 0; attempt < 500 && !remove_tree(made.path); ++attempt) pause_milliseconds(10);
  _exit(0);
}

std::string temporary_root() {
  const char* variable = std::getenv("TMPDIR");
  return variable != nullptr && variable[0] == '/' ? variable : "/tmp";
}

constexpr std::string_view kNameStart = "selvage-";
constexpr size_t kNameLength = kNameStart.size() + 6;
// One that was made a moment ago is not locked yet; there is no hurry.
constexpr time_t kFreshSeconds = 3600;

void remove_if_abandoned(const std::string& path) {
  Descriptor directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status{};
  if (!directory.valid() || fstat(directory.get(), &status) != 0) return;
  if (status.st_uid != geteuid() || time(nullptr) - status.st_mtime < kFreshSeconds) return;
  if (flock(directory.get(), LOCK_EX | LOCK_NB) == 0) remove_tree(path.c_str());
}

void sweep(const std::string& root) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(root, error), end; !error && entry != end; entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (name.size() == kNameLength && name.starts_with(kNameStart)) remove_if_abandoned(entry->path().string());
  }
}

}  // namespace

Workspace::Workspace() {
  sweep(temporary_root());
  start_guard(temporary_root() + "/" + std::string(kNameStart) + "XXXXXX");
  directory_ = Descriptor(open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  flock(directory_.get(), LOCK_EX | LOCK_NB);
}

void Workspace::start_guard(const std::string& pattern) {
  int ends[2];
  guard_ = -1;
  if (pattern.size() >= PATH_MAX) {
    errno = ENAMETOOLONG;
  } else if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0) {
    Descriptor reading(ends[0]);
    socket_ = Descriptor(ends[1]);
    guard_ = fork();
    if (guard_ == 0) guard(reading.get(), pattern);
  }
  if (guard_ < 0)
    throw Error(ExitCode::CannotStart,
                fmt::format("No process can be started ({}): raise the limit of processes.", std::strerror(errno)));
  Made made;
  ssize_t got;
  while ((got = recv(socket_.get(), &made, sizeof(made), 0)) < 0 && errno == EINTR) {
  }
  if (got == sizeof(made) && made.error == 0) {
    path_ = made.path;
    return;
  }
  wait_for_guard();
  throw Error(
      ExitCode::CannotStart,
      fmt::format("No temporary directory can be made in {} ({}): set TMPDIR to a directory that is writable.",
                  temporary_root(), got == sizeof(made) ? std::strerror(made.error) : "its process was killed"));
}

void Workspace::wait_for_guard() {
  socket_.reset();
  int status = 0;
  while (waitpid(guard_, &status, 0) < 0 && errno == EINTR) {
  }
}

Workspace::~Workspace() {
  wait_for_guard();
  // Only if somebody killed the guard is there anything left.
  remove_tree(path_.c_str());
}

void Workspace::tell_guard(pid_t group) {
  // Somebody may have killed the guard: then nobody is told, and the destructor does its work.
  send(socket_.get(), &group, sizeof(group), MSG_NOSIGNAL);
}

}  // namespace selvage::target

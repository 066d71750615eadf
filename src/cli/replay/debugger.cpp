#include "cli/replay/debugger.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>

#include "target/descriptor.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

// What gdb is told. It says nothing while it attaches, for that would be about Selvage's own code.
constexpr const char* kScript = R"PYTHON(
import os
import gdb

def is_own(frame):
    name = frame.name() or ""
    return RUNTIME_BEGIN <= frame.pc() < RUNTIME_END or name.startswith("selvage::runtime::") or frame.pc() == 0

class WithoutSelvage:
    """Leaves the frames of Selvage's own code out of backtraces."""
    def __init__(self):
        self.name, self.priority, self.enabled = "without-selvage", 100, True
        gdb.frame_filters[self.name] = self
    def filter(self, frames):
        return (frame for frame in frames if not is_own(frame.inferior_frame()))

def program_frame():
    frame = gdb.newest_frame()
    while frame is not None and is_own(frame):
        frame = frame.older()
    return frame

def select_program_frame():
    frame = program_frame()
    if frame is not None:
        frame.select()

def by_number(thread):
    return -1 if thread.name == "main" else thread.num

class Threads(gdb.Command):
    """Where each thread of the program stands: threads"""
    def __init__(self):
        super().__init__("threads", gdb.COMMAND_STATUS)
    def invoke(self, argument, from_tty):
        selected, frame_before = gdb.selected_thread(), gdb.selected_frame()
        for thread in sorted(gdb.selected_inferior().threads(), key=by_number):
            thread.switch()
            frame = program_frame()
            place = ""
            if frame is not None:
                place = frame.name() or hex(frame.pc())
                line = frame.find_sal()
                if line.symtab is not None:
                    place += " at %s:%d" % (line.symtab.filename, line.line)
            mark = "*" if thread.num == selected.num else " "
            print("%s %-3d %-12s %s" % (mark, thread.num, thread.name or "", place))
        selected.switch()
        frame_before.select()

class StandingNoMore(gdb.Function):
    """Lets a program that stands still go on."""
    def __init__(self):
        super().__init__("selvage_let_go")
    def invoke(self):
        gdb.selected_inferior().write_memory(STANDING, bytes(4))
        return 1

WithoutSelvage()
Threads()
StandingNoMore()
for command in ("continue", "step", "next", "finish", "until", "advance", "stepi", "nexti"):
    gdb.execute("define hook-%s\nif $selvage_let_go()\nend\nend" % command)
gdb.flush()
nowhere, kept = os.open(os.devnull, os.O_WRONLY), {stream: os.dup(stream) for stream in (1, 2)}
for stream in kept:
    os.dup2(nowhere, stream)
try:
    gdb.execute("attach %d" % PROCESS)
finally:
    gdb.flush()
    for stream, output in kept.items():
        os.dup2(output, stream)
        os.close(output)
    os.close(nowhere)
for thread in gdb.selected_inferior().threads():
    if thread.name == THREAD:
        thread.switch()
select_program_frame()
)PYTHON";

std::string python_text(const std::string& text) {
  std::string result = "\"";
  for (char c : text) result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return result + "\"";
}

std::string write_script(const DebuggerRequest& request) {
  std::string path = request.folder + "/selvage-gdb.py";
  std::ofstream file(path);
  file << fmt::format("RUNTIME_BEGIN, RUNTIME_END = {:#x}, {:#x}\nSTANDING = {:#x}\nTHREAD = {}\nPROCESS = {}\n",
                      request.runtime_begin, request.runtime_end, request.standing_process, python_text(request.thread),
                      request.process)
       << kScript;
  if (!file.flush())
    throw Error(ExitCode::CannotStart,
                fmt::format("{} cannot be written: set TMPDIR to a directory with free space.", path));
  return path;
}

std::vector<std::string> command_line(const DebuggerRequest& request) {
  std::vector<std::string> words = {"gdb", "-q"};
  // The threads are none of the C library's making, and its debugging library would not know them.
  for (const char* setting : {"set auto-load libthread-db off", "set print thread-events off", "set confirm off"}) {
    words.emplace_back("-iex");
    words.emplace_back(setting);
  }
  words.insert(words.end(), {request.executable, "-x", write_script(request)});
  if (!request.banner.empty()) words.insert(words.end(), {"-ex", "echo " + request.banner + "\\n", "-ex", "frame"});
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  return words;
}

// Ctrl-C is for gdb while it runs.
class InterruptsLeftToOthers {
 public:
  InterruptsLeftToOthers() {
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignore, &before_);
  }
  InterruptsLeftToOthers(const InterruptsLeftToOthers&) = delete;
  InterruptsLeftToOthers& operator=(const InterruptsLeftToOthers&) = delete;
  ~InterruptsLeftToOthers() { sigaction(SIGINT, &before_, nullptr); }

 private:
  struct sigaction before_{};
};

// Returns 0, or why it could not be started.
int start(std::vector<std::string> words, int output, pid_t& process) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  // What is ignored here would stay ignored there.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t interrupts;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &interrupts);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output >= 0) {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  }
  int problem = posix_spawnp(&process, "gdb", &actions, &attributes, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return problem;
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

int run_debugger(const DebuggerRequest& request) {
  InterruptsLeftToOthers scope;
  pid_t process = -1;
  int problem = start(command_line(request), -1, process);
  if (problem == ENOENT) throw Error(ExitCode::CannotStart, "There is no gdb here: install it, or look with --step.");
  if (problem != 0)
    throw Error(ExitCode::CannotStart, fmt::format("gdb cannot be started: {}.", std::strerror(problem)));
  return wait_for(process);
}

std::optional<std::string> ask_debugger(const DebuggerRequest& request, const std::string& expression) {
  constexpr const char* kMark = "selvage-answer:";
  constexpr const char* kEnd = "\nselvage-answer-end";
  DebuggerRequest asking = request;
  asking.banner.clear();
  asking.arguments = {"-batch", "-nx",
                      "-ex",    std::string("echo ") + kMark + "\\n",
                      "-ex",    "output " + expression,
                      "-ex",    "echo \\nselvage-answer-end\\n"};
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  target::Descriptor answers(ends[0]), output(ends[1]);
  pid_t process = -1;
  int problem = start(command_line(asking), output.get(), process);
  output = target::Descriptor();
  if (problem != 0) return std::nullopt;
  std::string text;
  char piece[4096];
  for (ssize_t got = 0; (got = read(answers.get(), piece, sizeof piece)) > 0 || (got < 0 && errno == EINTR);)
    if (got > 0) text.append(piece, static_cast<size_t>(got));
  wait_for(process);
  size_t mark = text.find(kMark);
  if (mark == std::string::npos) return std::nullopt;
  text.erase(0, mark + std::strlen(kMark) + 1);
  // Where there is nothing of that name it says so, in a sentence; a value never begins like this.
  for (const char* complaint : {"No symbol", "A syntax error", "Cannot", "Attempt to", "value has been optimized"})
    if (text.starts_with(complaint)) return std::nullopt;
  size_t end = text.find(kEnd);
  if (end == std::string::npos) return std::nullopt;
  text.resize(end);
  return text;
}

}  // namespace selvage::cli

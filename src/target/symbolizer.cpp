#include "target/symbolizer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <string_view>

#include "target/spawn.h"

namespace selvage::target {
namespace {

constexpr const char* kPrograms[] = {"/usr/bin/llvm-symbolizer-19", "/usr/lib/llvm-19/bin/llvm-symbolizer",
                                     "/usr/bin/llvm-symbolizer"};
// Reading the debug information of a large program takes seconds; limits are looked at meanwhile.
constexpr int kPatienceMilliseconds = 10'000, kLookMilliseconds = 20;

// An answer is pairs of lines, function and file:line:column, one pair per inlined frame, then an empty line.
std::vector<Frame> parse_answer(std::string_view answer) {
  std::vector<Frame> frames;
  while (!answer.empty()) {
    auto next_line = [&answer] {
      size_t end = answer.find('\n');
      std::string_view line = answer.substr(0, end);
      answer.remove_prefix(end == std::string_view::npos ? answer.size() : end + 1);
      return line;
    };
    std::string_view function = next_line();
    if (function.empty()) break;
    std::string_view place = next_line();
    Frame frame;
    if (function != "??") frame.function = function;
    size_t column = place.rfind(':');
    size_t line = column == std::string_view::npos || column == 0 ? column : place.rfind(':', column - 1);
    if (line != std::string_view::npos && place.substr(0, line) != "??") {
      frame.file = place.substr(0, line);
      std::from_chars(place.data() + line + 1, place.data() + column, frame.line);
      std::from_chars(place.data() + column + 1, place.data() + place.size(), frame.column);
    }
    frames.push_back(std::move(frame));
  }
  return frames;
}

}  // namespace

Symbolizer::~Symbolizer() { stop(); }

void Symbolizer::start() {
  if (process_ > 0 || unavailable_) return;
  unavailable_ = true;
  for (const char* program : kPrograms) {
    if (access(program, X_OK) != 0) continue;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
    questions_ = Descriptor(ends[0]);
    Descriptor theirs(ends[1]);
    Descriptor nowhere(open("/dev/null", O_WRONLY | O_CLOEXEC));
    SpawnRequest request;
    request.path = program;
    request.arguments = {program, "--demangle", "--inlining", "--functions=linkage"};
    request.environment = current_environment();
    request.descriptors = {{theirs.get(), STDIN_FILENO}, {theirs.get(), STDOUT_FILENO}, {nowhere.get(), STDERR_FILENO}};
    process_ = spawn(request).process;
    if (process_ > 0) {
      if (resources_ != nullptr) resources_->add_helper(process_);
      unavailable_ = false;
      return;
    }
  }
}

void Symbolizer::stop() {
  questions_.reset();
  if (process_ > 0) {
    if (resources_ != nullptr) resources_->remove_helper(process_);
    kill_group(process_);
  }
  process_ = -1;
}

bool Symbolizer::ask(const std::string& question, std::string& answer) {
  if (is_limited()) return false;
  start();
  if (process_ <= 0) return false;
  bool sent =
      send(questions_.get(), question.data(), question.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(question.size());
  int waited = 0;
  while (sent && !answer.ends_with("\n\n")) {
    pollfd request{.fd = questions_.get(), .events = POLLIN, .revents = 0};
    int ready = poll(&request, 1, kLookMilliseconds);
    if (ready < 0 && errno == EINTR) continue;
    bool is_late = (waited += kLookMilliseconds) >= kPatienceMilliseconds || is_limited();
    if (ready == 0 && !is_late) continue;
    char buffer[4096];
    ssize_t got = ready > 0 ? recv(questions_.get(), buffer, sizeof(buffer), 0) : 0;
    if (got <= 0) break;
    answer.append(buffer, static_cast<size_t>(got));
  }
  if (answer.ends_with("\n\n")) return true;
  stop();
  unavailable_ = !is_limited();
  return false;
}

std::vector<Frame> Symbolizer::look_up(TargetAddress address, bool is_return_address) {
  TargetAddress inside{number(address) - (is_return_address ? 1 : 0)};
  std::vector<Frame> frames;
  auto place = modules_.place(inside);
  std::string answer;
  // A path with a quote in it cannot be written in the symbolizer's language.
  if (place && place->path.find('"') == std::string::npos &&
      ask(fmt::format("CODE \"{}\" {:#x}\n", place->path, number(place->address)), answer)) {
    frames = parse_answer(answer);
  }
  if (frames.empty()) frames.emplace_back();
  auto symbol = modules_.function(inside);
  for (Frame& frame : frames) {
    frame.address = address;
    if (frame.function.empty() && symbol) {
      frame.function = fmt::format("{}+{:#x}", symbol->name, symbol->offset);
    }
    // Lambdas of the runtime are compiled into the program's section.
    frame.in_runtime = modules_.is_runtime(inside) || (symbol && symbol->name.starts_with("selvage::runtime::"));
  }
  return frames;
}

const std::vector<Frame>& Symbolizer::frames(TargetAddress address, bool is_return_address) {
  std::pair key(number(address), is_return_address);
  auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  std::vector<Frame> frames = look_up(address, is_return_address);
  if (is_limited()) return not_known_ = std::move(frames);
  return known_.emplace(key, std::move(frames)).first->second;
}

bool is_interrupted(const ExecutionView& execution) {
  return execution.record().signal != 0 || execution.outcome() == Outcome::Stuck;
}

std::vector<Frame> Symbolizer::stack(const ExecutionView& execution) {
  return stack(execution.stack(), is_interrupted(execution) ? First::Instruction : First::ReturnAddress);
}

std::vector<Frame> Symbolizer::stack(std::span<const uint64_t> addresses, First first) {
  std::vector<Frame> result;
  for (size_t i = 0; i < addresses.size(); ++i) {
    for (const Frame& frame : frames(TargetAddress{addresses[i]}, i != 0 || first == First::ReturnAddress)) {
      if (!frame.in_runtime) result.push_back(frame);
    }
  }
  return result;
}

}  // namespace selvage::target

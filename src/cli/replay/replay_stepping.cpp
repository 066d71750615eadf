#include "cli/replay/replay_stepping.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <iostream>
#include <span>

#include "cli/program/source_parts.h"
#include "cli/replay/replay_debugging.h"
#include "cli/replay/stepper.h"
#include "cli/text.h"
#include "target/descriptor.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

constexpr uint64_t kMostBytes = 256;  // of a variable that are shown without its type

std::vector<unsigned char> memory_of(pid_t process, uint64_t address, uint64_t size) {
  target::Descriptor memory(open(fmt::format("/proc/{}/mem", process).c_str(), O_RDONLY | O_CLOEXEC));
  std::vector<unsigned char> bytes(std::min(size, kMostBytes));
  ssize_t got = memory.valid() ? pread(memory.get(), bytes.data(), bytes.size(), static_cast<off_t>(address)) : -1;
  bytes.resize(got > 0 ? static_cast<size_t>(got) : 0);
  return bytes;
}

template <typename Number>
std::string as_number(const std::vector<unsigned char>& bytes) {
  Number number = 0;
  std::memcpy(&number, bytes.data(), sizeof number);
  return fmt::format("{}", number);
}

std::string as_text(const std::vector<unsigned char>& bytes, uint64_t size) {
  switch (size) {
    case 1:
      return fmt::format("{}\n", int{bytes[0]});
    case 2:
      return as_number<int16_t>(bytes) + "\n";
    case 4:
      return as_number<int32_t>(bytes) + "\n";
    case 8:
      return as_number<int64_t>(bytes) + "\n";
    default:
      break;
  }
  std::string text = fmt::format("{}\n", counted(size, "byte"));
  for (size_t begin = 0; begin < bytes.size(); begin += 16) {
    text += fmt::format("  {:>4} ", begin);
    for (size_t i = begin; i < std::min(begin + 16, bytes.size()); ++i) text += fmt::format(" {:02x}", bytes[i]);
    text += "\n";
  }
  return size > bytes.size() ? text + "   ...\n" : text;
}

// With its type where gdb is there, in bytes where it is not.
std::string value_of(ReplayProgram& program, pid_t process, const Standpoint& standpoint,
                     const std::string& expression) {
  DebuggerRequest request = debugger_request(standpoint, program);
  request.process = process;
  if (auto answer = ask_debugger(request, expression)) return fmt::format("  {} = {}\n", expression, *answer);
  auto variable = program.names().modules.variable(expression);
  if (!variable) return fmt::format("There is no variable {} here.\n", expression);
  auto bytes = memory_of(process, target::number(variable->address), variable->size);
  if (bytes.size() < std::min(variable->size, kMostBytes)) return fmt::format("{} cannot be read.\n", expression);
  return fmt::format("  {} = {}", expression, as_text(bytes, variable->size));
}

}  // namespace

void walk(const report::Counterexample& shown, const trace::Trace& trace, ReplayProgram* program) {
  auto print = [&](size_t steps, const std::string& expression) -> std::string {
    if (program == nullptr) return "The program is not there: what is recorded are the steps, not its memory.\n";
    Standpoint standpoint;
    standpoint.request.steps = std::span(trace.schedule).first(std::min(steps, trace.schedule.size()));
    standpoint.request.policy = Policy::Stop;
    std::string text;
    try {
      program->stand(standpoint.request,
                     [&](pid_t process) { text = value_of(*program, process, standpoint, expression); });
    } catch (const target::Error& error) {
      text = fmt::format("{}\n", error.what());
    }
    return text;
  };
  ShownSources sources = program == nullptr ? shown_sources(trace) : replayed_sources(shown, trace, program->is_same());
  Stepper stepper(shown, sources.text, print);
  bool is_terminal = isatty(STDIN_FILENO) != 0;
  fmt::print("{}", stepper.begin());
  for (std::string line; !stepper.is_done();) {
    if (is_terminal) fmt::print("(selvage) ");
    std::fflush(stdout);
    if (!std::getline(std::cin, line)) break;
    fmt::print("{}", stepper.answer(line));
  }
  std::fflush(stdout);
}

}  // namespace selvage::cli

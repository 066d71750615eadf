#include "cli/replay/stepper.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "report/source_text.h"
#include "report/styled_text.h"

namespace selvage::cli {
namespace {

using report::ObjectIndex;
using report::Place;
using report::Step;
using report::ThreadIndex;

std::string place_text(const Place& place) {
  if (!place.is_known()) return place.function.empty() ? "" : "in " + place.function;
  return fmt::format("{}:{}{}", place.file, place.line, place.function.empty() ? "" : " in " + place.function);
}

std::optional<uint64_t> number_in(const std::string& text) {
  uint64_t number = 0;
  auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string what_happened(const Step& step) {
  std::string text = step.text;
  if (step.read) text += fmt::format(" = {}", *step.read);
  if (step.written) text += fmt::format(" := {}", *step.written);
  if (step.timed_out) text += ", timed out";
  if (step.spurious) text += ", without a signal";
  if (step.failed) text += ", failed";
  if (step.alternatives > 1) text += fmt::format(" (choice {} of {})", step.alternative + 1, step.alternatives);
  return text;
}

std::string without_blanks_behind(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr const char* kNoMore = "There is no more of it in that direction.\n";
constexpr size_t kWidth = 80;  // of sentences

}  // namespace

struct Stepper::Command {
  const char* name;
  const char* letter;
  const char* argument;
  const char* what;
  std::string (*run)(Stepper&, const std::string&);
  bool is_repeated;
};

const std::vector<Stepper::Command>& Stepper::commands() {
  static const std::vector<Command> kCommands = {
      {"next", "n", "[N]", "one step forward, or N", call<&Stepper::forward>, true},
      {"back", "b", "[N]", "one step back, or N", call<&Stepper::back>, true},
      {"switch", "s", "", "forward to where another thread goes on", call<&Stepper::next_switch>, true},
      {"unswitch", "u", "", "back to where this thread took over", call<&Stepper::previous_switch>, true},
      {"go", "g", "N|first|last", "to step N", call<&Stepper::go>, false},
      {"search", "/", "[TEXT]", "forward to a variable, function, thread or file:line", call<&Stepper::search>, true},
      {"reverse", "?", "[TEXT]", "the same, backwards", call<&Stepper::search_back>, true},
      {"threads", "t", "", "where each thread stands", call<&Stepper::threads>, false},
      {"list", "l", "[N]", "the source around this step, N lines on each side", call<&Stepper::source>, false},
      {"stack", "k", "", "the calls that led to this step", call<&Stepper::stack>, false},
      {"locks", "o", "", "who holds what, and since when", call<&Stepper::locks>, false},
      {"print", "p", "NAME", "what a variable is worth here", call<&Stepper::print>, false},
      {"steps", "i", "[N]", "the steps around this one, N on each side", call<&Stepper::steps>, false},
      {"finding", "f", "", "what goes wrong", call<&Stepper::finding>, false},
      {"help", "h", "", "this", call<&Stepper::help>, false},
  };
  return kCommands;
}

std::string Stepper::begin() const {
  std::string text = finding("");
  if (shown_.steps.empty()) return text + "There are no steps to walk through.\n";
  return text + "help says what you can type; an empty line repeats the last move.\n\n" + where();
}

std::string Stepper::answer(const std::string& line) {
  size_t begin = line.find_first_not_of(" \t");
  std::string input = begin == std::string::npos ? repeated_ : line.substr(begin);
  input.erase(input.find_last_not_of(" \t\r") + 1);
  if (input == "quit" || input == "q" || input == "exit") {
    done_ = true;
    return "";
  }
  if (number_in(input)) input = "go " + input;
  // The letters for a search stand right before what is searched for.
  bool searches = input.front() == '/' || input.front() == '?';
  size_t end = searches ? 1 : std::min(input.find(' '), input.size());
  std::string name = input.substr(0, end);
  size_t argument_begin = std::min(input.find_first_not_of(' ', end), input.size());
  std::string argument = input.substr(argument_begin);
  if (shown_.steps.empty() && name != "help" && name != "finding") return "There are no steps to walk through.\n";
  for (const Command& command : commands()) {
    if (name != command.name && name != command.letter) continue;
    if (command.is_repeated) repeated_ = command.name;
    return command.run(*this, argument);
  }
  return fmt::format("There is no \"{}\": help says what there is.\n", name);
}

// --- moving ----------------------------------------------------------------------------------------------------

std::string Stepper::move_to(Index index) {
  at_ = index;
  return where();
}

std::string Stepper::forward(const std::string& argument) {
  uint64_t count = argument.empty() ? 1 : number_in(argument).value_or(0);
  if (count == 0) return "Say how many steps, as a number.\n";
  if (at_ == last()) return "This is the last step. " + finding("");
  return move_to(static_cast<Index>(std::min<uint64_t>(at_ + count, last())));
}

std::string Stepper::back(const std::string& argument) {
  uint64_t count = argument.empty() ? 1 : number_in(argument).value_or(0);
  if (count == 0) return "Say how many steps, as a number.\n";
  if (at_ == 0) return "This is the first step.\n";
  return move_to(static_cast<Index>(at_ - std::min<uint64_t>(count, at_)));
}

std::string Stepper::next_switch(const std::string&) {
  for (Index i = at_ + 1; i <= last(); ++i) {
    if (shown_.steps[i].thread != shown_.steps[i - 1].thread) return move_to(i);
  }
  return kNoMore;
}

std::string Stepper::previous_switch(const std::string&) {
  for (Index i = at_; i > 0; --i) {
    bool begins = i - 1 == 0 || shown_.steps[i - 1].thread != shown_.steps[i - 2].thread;
    if (begins) return move_to(i - 1);
  }
  return kNoMore;
}

std::string Stepper::go(const std::string& argument) {
  if (argument == "first") return move_to(0);
  if (argument == "last") return move_to(last());
  auto number = number_in(argument);
  if (!number || *number == 0 || *number > shown_.steps.size())
    return fmt::format("Say first, last or a number from 1 to {}.\n", shown_.steps.size());
  return move_to(static_cast<Index>(*number - 1));
}

std::string Stepper::search(const std::string& argument) { return search_from(argument, 1); }
std::string Stepper::search_back(const std::string& argument) { return search_from(argument, -1); }

std::string Stepper::search_from(const std::string& text, int direction) {
  if (!text.empty()) searched_ = text;
  if (searched_.empty()) return "Say what to look for.\n";
  for (int64_t i = int64_t{at_} + direction; i >= 0 && i <= int64_t{last()}; i += direction) {
    const Step& step = shown_.steps[static_cast<size_t>(i)];
    std::string object = step.object ? shown_.objects[*step.object].name : "";
    bool matches = contains(step.text, searched_) || contains(object, searched_) ||
                   contains(step.operation, searched_) || contains(place_text(step.place), searched_) ||
                   thread_name(step.thread) == searched_;
    if (matches) return move_to(static_cast<Index>(i));
  }
  return fmt::format("No step {} this one has \"{}\".\n", direction > 0 ? "behind" : "before", searched_);
}

// --- looking ---------------------------------------------------------------------------------------------------

std::string Stepper::row(Index index) const {
  const Step& step = shown_.steps[index];
  return without_blanks_behind(fmt::format("{} {:>4}  {:<10}  {:<40}  {}", step.is_marked ? "*" : " ", index + 1,
                                           thread_name(step.thread), what_happened(step), place_text(step.place))) +
         "\n";
}

std::string Stepper::where() const {
  const Step& step = shown_.steps[at_];
  std::string text =
      fmt::format("step {} of {}  {}  {}", at_ + 1, shown_.steps.size(), thread_name(step.thread), what_happened(step));
  std::string place = place_text(step.place);
  if (!place.empty()) text += "  at " + place;
  text += "\n" + source_around(step.place, 2);
  std::vector<std::string> others;
  for (ThreadIndex thread : step.enabled) {
    if (thread != step.thread) others.push_back(thread_name(thread));
  }
  if (!others.empty()) text += fmt::format("  could have gone instead: {}\n", fmt::join(others, ", "));
  if (step.woken_by)
    text += fmt::format("  could go on because of step {}: {}, {}\n", *step.woken_by + 1,
                        thread_name(shown_.steps[*step.woken_by].thread), shown_.steps[*step.woken_by].text);
  if (step.is_marked) text += "  The finding is about this step.\n";
  if (at_ == last()) text += "  " + finding("");
  return text;
}

std::string Stepper::source_around(const Place& place, uint32_t lines) const {
  if (!place.is_known()) return "";
  if (!sources_.contains(place.file)) return fmt::format("  (the source {} is not there)\n", place.file);
  std::string text;
  for (uint32_t line = place.line > lines ? place.line - lines : 1; line <= place.line + lines; ++line) {
    std::string_view source = report::source_line(sources_, place.file, line);
    text += without_blanks_behind(fmt::format("  {} {:>5} | {}", line == place.line ? ">" : " ", line, source)) + "\n";
  }
  return text;
}

std::string Stepper::source(const std::string& argument) const {
  uint64_t lines = argument.empty() ? 8 : number_in(argument).value_or(0);
  if (lines == 0) return "Say how many lines, as a number.\n";
  std::string text = source_around(shown_.steps[at_].place, static_cast<uint32_t>(std::min<uint64_t>(lines, 1000)));
  return text.empty() ? "Where in the source this is, is not known.\n" : text;
}

std::string Stepper::stack(const std::string&) const {
  const Step& step = shown_.steps[at_];
  std::string text;
  size_t number = 0;
  for (const Place& place : step.stack)
    text += fmt::format("  #{} {}{}\n", number++, place.function,
                        place.is_known() ? fmt::format(" at {}:{}", place.file, place.line) : "");
  return text.empty() ? "No calls were recorded with this step.\n" : text;
}

std::string Stepper::steps(const std::string& argument) const {
  uint64_t count = argument.empty() ? 5 : number_in(argument).value_or(0);
  if (count == 0) return "Say how many steps, as a number.\n";
  std::string text;
  for (uint64_t i = at_ > count ? at_ - count : 0; i <= std::min<uint64_t>(at_ + count, last()); ++i)
    text += (i == at_ ? ">" : " ") + row(static_cast<Index>(i));
  return text;
}

std::string Stepper::standing(ThreadIndex thread) const {
  std::string name = fmt::format("{:<10}", thread_name(thread));
  bool has_begun = thread == 0;
  for (Index i = 0; i <= at_; ++i) has_begun = has_begun || shown_.steps[i].thread == thread;
  // Who can go is known of every state in which somebody was chosen.
  const std::vector<ThreadIndex>* enabled = nullptr;
  for (Index i = at_ + 1; i <= last() && enabled == nullptr; ++i) {
    if (shown_.steps[i].position) enabled = &shown_.steps[i].enabled;
  }
  for (Index i = at_ + 1; i <= last(); ++i) {
    const Step& step = shown_.steps[i];
    if (step.thread != thread) continue;
    if (!has_begun) return fmt::format("{}  has not begun", name);
    bool waits = step.position && enabled != nullptr && std::ranges::find(*enabled, thread) == enabled->end();
    return fmt::format("{}  {} {}  at {}", name, waits ? "waits to" : "is about to", step.text, place_text(step.place));
  }
  if (!has_begun) return fmt::format("{}  has not begun", name);
  const report::Thread& end = shown_.threads[thread];
  if (end.waiting) return fmt::format("{}  {}  at {}", name, end.waiting->text, place_text(end.waiting->place));
  if (!end.stack.empty()) return fmt::format("{}  is where it goes wrong  at {}", name, place_text(end.stack.front()));
  return name + "  has ended";
}

std::string Stepper::threads(const std::string&) const {
  std::string text;
  for (ThreadIndex thread = 0; thread < shown_.threads.size(); ++thread)
    text += fmt::format("{} {}\n", thread == shown_.steps[at_].thread ? ">" : " ", standing(thread));
  return text;
}

std::string Stepper::locks_of(ThreadIndex thread) const {
  std::vector<ObjectIndex> held;
  std::map<ObjectIndex, Index> since;
  for (Index i = 0; i <= at_; ++i) {
    const Step& step = shown_.steps[i];
    if (step.thread != thread) continue;
    for (ObjectIndex object : step.held) {
      if (std::ranges::find(held, object) == held.end()) since[object] = i;
    }
    held = step.held;
  }
  std::string text;
  for (ObjectIndex object : held) {
    Index step = since[object];
    text += fmt::format("  {} holds {} since step {} at {}\n", thread_name(thread), shown_.objects[object].name,
                        step + 1, place_text(shown_.steps[step].place));
  }
  return text;
}

std::string Stepper::locks(const std::string&) const {
  std::string text;
  for (ThreadIndex thread = 0; thread < shown_.threads.size(); ++thread) text += locks_of(thread);
  return text.empty() ? "Nobody holds a lock.\n" : text;
}

// A step that is no scheduling point belongs to the one before it: memory is seen where the whole is done.
size_t Stepper::schedule_steps() const {
  size_t count = 0;
  for (Index i = 0; i <= at_; ++i) {
    if (shown_.steps[i].position) count = *shown_.steps[i].position + size_t{1};
  }
  return count;
}

std::string Stepper::print(const std::string& argument) const {
  if (argument.empty()) return "Say what: the name of a variable.\n";
  return print_(schedule_steps(), argument);
}

std::string Stepper::finding(const std::string&) const {
  return report::wrapped(fmt::format("What goes wrong: {}.", shown_.message), kWidth, "", 2);
}

std::string Stepper::help(const std::string&) const {
  std::string text;
  for (const Command& command : commands())
    text += fmt::format("  {:<2} {:<22} {}\n", command.letter, fmt::format("{} {}", command.name, command.argument),
                        command.what);
  return text + "  q  quit\nA number alone goes to that step. An empty line repeats the last move.\n";
}

}  // namespace selvage::cli

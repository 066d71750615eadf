#include "report/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/atom_table.h"
#include "report/flow_table.h"
#include "report/interleaving_rows.h"
#include "report/interleaving_table.h"
#include "report/snippet.h"
#include "report/styled_text.h"
#include "report/waiting_text.h"
#include "report/words.h"

namespace selvage::report {
namespace {

std::string holding_text(const Counterexample& finding, const Access& access) {
  if (!access.step) return "";
  std::vector<std::string> held;
  for (ObjectIndex object : finding.steps[*access.step].held) held.push_back(finding.objects[object].name);
  return held.empty() ? ", holding no lock" : ", holding " + listed(held);
}

std::vector<Remark> remarks_of(const Counterexample& finding) {
  std::vector<Remark> remarks;
  for (const Access& access : finding.accesses) {
    std::string text = fmt::format("{} {} {}", finding.threads[access.thread].name, access.verb, access.what);
    if (finding.kind == "data_race") text += holding_text(finding, access);
    remarks.push_back({access.place, text, ink_of_thread(access.thread)});
  }
  // Of two executions one may show nothing where the other does.
  bool has_place = !finding.flow || finding.place.is_known();
  if (remarks.empty() && has_place) {
    std::string text = end_text(finding.kind);
    for (const Thread& thread : finding.threads)
      if (!thread.stack.empty()) text = fmt::format("{}: {}", thread.name, text);
    remarks.push_back({finding.place, text, Ink::Alarm});
  }
  for (const Note& note : finding.notes) remarks.push_back({note.place, note.text, Ink::Good});
  return remarks;
}

std::string stack_text(const std::string& whose, Stack stack, const TerminalStyle& style) {
  std::erase_if(stack, [&](const Place& frame) {
    bool says_nothing = frame.function.empty() && !frame.is_known();
    return says_nothing || (frame.in_library && !style.verbose);
  });
  // One frame is the place that was shown already.
  if (stack.size() < 2) return "";
  std::string result =
      fmt::format("  call stack of {}{}:\n", whose, style.verbose || stack.size() <= 4 ? "" : " (-v shows all of it)");
  size_t shown = style.verbose || stack.size() <= 4 ? stack.size() : 3;
  for (size_t i = 0; i < shown; ++i) {
    std::string place = stack[i].is_known() ? fmt::format(" at {}:{}", stack[i].file, stack[i].line) : "";
    std::string text = fmt::format("    #{} {}{}", i, stack[i].function.empty() ? "?" : stack[i].function, place);
    result += cut(printable(text, style.unicode), style.verbose ? SIZE_MAX : style.width, style.unicode) + "\n";
  }
  if (shown < stack.size()) result += fmt::format("    {} more\n", counted(stack.size() - shown, "frame"));
  return result;
}

std::string stacks_text(const Counterexample& finding, const TerminalStyle& style) {
  std::string result;
  for (const Access& access : finding.accesses)
    result += stack_text(finding.threads[access.thread].name, access.stack, style);
  if (!finding.accesses.empty() || is_about_waiting(finding)) return result;
  for (const Thread& thread : finding.threads) result += stack_text(thread.name, thread.stack, style);
  return result;
}

std::string indented(const std::string& text, const TerminalStyle& style) {
  std::string result;
  for (size_t position = 0; position < text.size();) {
    size_t end = std::min(text.find('\n', position), text.size());
    result += "    " + printable(text.substr(position, end - position), style.unicode) + "\n";
    position = end + 1;
  }
  return result;
}

std::string title(const std::string& text, const TerminalStyle& style) {
  return "\n" + StyledLine().add(text, Ink::Strong).text(style.colour);
}

std::string interleaving_title(const Counterexample& finding) {
  auto switches = [](uint32_t count) {
    return count == 0   ? std::string("no switch")
           : count == 1 ? std::string("1 switch")
                        : fmt::format("{} switches", grouped(count));
  };
  std::string text = fmt::format("How it comes to that, with {} between threads", switches(finding.switches));
  if (finding.original && finding.original->switches > finding.switches)
    text += fmt::format(" (minimised from {})", grouped(finding.original->switches));
  return text + ":";
}

std::string headline_text(const std::string& prefix, const std::string& text, Ink ink, const TerminalStyle& style) {
  std::string all = wrapped(prefix + printable(text, style.unicode) + ".", style.width, "", 0);
  StyledLine first;
  size_t end = all.find('\n');
  first.add(prefix, ink).add(std::string_view(all).substr(prefix.size(), end - prefix.size()), Ink::Strong);
  return first.text(style.colour) + all.substr(end + 1);
}

std::string verdict_line(const Report& report, const TerminalStyle& style) {
  size_t colon = report.verdict_text.find(": ");
  if (colon == std::string::npos) return report.verdict_text + "\n";
  std::string prefix = report.verdict_text.substr(0, colon + 2), rest = report.verdict_text.substr(colon + 2);
  if (rest.ends_with('.')) rest.pop_back();
  return headline_text(prefix, rest, report.verdict == "bug" ? Ink::Alarm : Ink::Good, style);
}

}  // namespace

std::string finding_text(const Counterexample& finding, const std::map<std::string, std::string>& sources,
                         const TerminalStyle& style) {
  std::string result = "\n";
  if (is_about_waiting(finding)) {
    result += waiting_text(finding, sources, style);
  } else {
    result += snippets(remarks_of(finding), sources, style);
  }
  if (!finding.explanation.empty()) result += "\n" + wrapped(finding.explanation, style.width, "  ", 2);
  if (std::string stacks = stacks_text(finding, style); !stacks.empty()) result += "\n" + stacks;
  if (!finding.steps.empty())
    result += title(interleaving_title(finding), style) + interleaving_table(finding, sources, style);
  if (finding.flow) result += title("What is seen of two executions:", style) + flow_table(*finding.flow, style);
  if (!finding.atom_rows.empty())
    result += title("What is true behind which step:", style) + atom_table(finding, style);
  if (!finding.output.empty()) result += title("What the program wrote:", style) + indented(finding.output, style);
  if (!finding.error_output.empty())
    result += title("What the program wrote to standard error:", style) + indented(finding.error_output, style);
  return result;
}

std::string to_terminal(const Report& report, const TerminalStyle& style) {
  std::string result = verdict_line(report, style);
  bool several = report.findings.size() > 1;
  size_t number = 0;
  for (const Counterexample& finding : report.findings) {
    if (several)
      result += "\n" + headline_text(fmt::format("Finding {}: ", ++number), finding.title, Ink::Alarm, style);
    result += finding_text(finding, report.sources, style);
  }
  if (!report.findings.empty()) result += "\n";
  for (const std::string& remark : report.remarks)
    result += wrapped(printable(remark, style.unicode), style.width, "", 2);
  bool any_command = false;
  for (const Counterexample& finding : report.findings) any_command |= !finding.replay_command.empty();
  if (!any_command) return result;
  result += several ? "Replay them:\n" : "Replay it:\n";
  for (const Counterexample& finding : report.findings)
    if (!finding.replay_command.empty()) {
      result += "  " + finding.replay_command + "\n";
      if (finding.flow && !finding.flow->other.trace_file.empty())
        result += "  selvage replay " + finding.flow->other.trace_file + "\n";
    }
  return result;
}

}  // namespace selvage::report

#include "cli/check_report.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "cli/explanation.h"
#include "cli/interleaving.h"
#include "cli/outcome_text.h"
#include "cli/text.h"
#include "cli/verdict_text.h"

namespace selvage::cli {
namespace {

using check::FindingKind;

std::string indented(const std::string& text) {
  std::string result;
  for (size_t position = 0; position < text.size();) {
    size_t end = std::min(text.find('\n', position), text.size());
    result += "    " + text.substr(position, end - position) + "\n";
    position = end + 1;
  }
  return result;
}

std::string access_text(const DiagnosedOperation& access, Names& names) {
  const Event& event = access.event;
  std::string size = event.size == 0 ? "" : counted(event.size, "byte") + " of ";
  return fmt::format("  thread {} {} {}{}{}\n{}", event.thread, access_verb(event.operation), size,
                     names.objects.name(ObjectKind::Memory, event.object),
                     access.where.empty() ? "" : " at " + access.where, stack_text(access.stack, names));
}

std::string race_text(const Diagnosis& diagnosis, Names& names) {
  return access_text(*diagnosis.operation, names) + access_text(*diagnosis.other_operation, names) +
         (diagnosis.finding.observed
              ? "  Both accesses could have been done next in one and the same state: the race was observed.\n"
              : "  Nothing that happened in this execution orders the two accesses.\n");
}

// The place, unless the sentence has it already; assertions name the file as the compiler was given it.
std::string place_text(const Diagnosis& diagnosis, const Names& names) {
  if (diagnosis.place.file.empty()) return "";
  std::string name = std::filesystem::path(diagnosis.place.file).filename().string();
  if (diagnosis.message.find(fmt::format("{}:{}", name, diagnosis.place.line)) != std::string::npos) return "";
  return fmt::format(" ({}:{})", names.file(diagnosis.place.file), diagnosis.place.line);
}

// In a deadlock the lines below say who waits for whom.
std::string headline(const Diagnosis& diagnosis, const Names& names) {
  if (diagnosis.finding.kind == FindingKind::Deadlock) return "deadlock; no thread can go on";
  if (diagnosis.finding.kind == FindingKind::Livelock) return "livelock; no thread gets any further";
  if (diagnosis.finding.kind == FindingKind::StuckThreads)
    return "stuck threads; the program ends while they wait for ever";
  return diagnosis.message + place_text(diagnosis, names);
}

void print_finding(const CheckOptions& options, const Diagnosis& diagnosis, Names& names) {
  const target::ExecutionView& execution = diagnosis.execution.view();
  if (diagnosis.finding.kind == FindingKind::DataRace) {
    fmt::print("{}", race_text(diagnosis, names));
  } else if (diagnosis.operation) {
    fmt::print("  call stack of thread {}:\n{}", diagnosis.operation->event.thread,
               stack_text(diagnosis.operation->stack, names));
  } else {
    fmt::print("{}", explain(execution, names));
  }
  std::string steps =
      interleaving(execution, names,
                   {.every_step = options.verbose, .marked = {diagnosis.finding.step, diagnosis.finding.other_step}});
  if (!steps.empty()) {
    bool folded = !options.verbose && steps.find(" ... ") != std::string::npos;
    fmt::print("\nThe interleaving, {}{}:\n{}", counted(execution.record().step_count, "step"),
               folded ? " (-v shows every one)" : "", steps);
  }
  if (!diagnosis.output.empty()) fmt::print("\nWhat the program wrote:\n{}", indented(diagnosis.output));
  if (!diagnosis.error_output.empty())
    fmt::print("\nWhat the program wrote to standard error:\n{}", indented(diagnosis.error_output));
}

void print_findings(const CheckOptions& options, CheckSession& session, const CheckResult& result) {
  size_t number = 0;
  for (const Diagnosis& diagnosis : result.findings) {
    if (result.findings.size() > 1) fmt::print("\nFinding {}: {}.\n", ++number, headline(diagnosis, *session.names()));
    print_finding(options, diagnosis, *session.names());
    if (result.findings.size() > 1 && !diagnosis.saved_file.empty())
      fmt::print("\nRun it again: {}\n", rerun_command(options, diagnosis));
  }
}

}  // namespace

void print_report(const CheckOptions& options, CheckSession& session, const CheckResult& result) {
  bool bug = result.verdict == Verdict::Bug;
  if (options.show_output) {
    std::fwrite(result.output.data(), 1, result.output.size(), stdout);
    std::fflush(stdout);
    std::fwrite(result.error_output.data(), 1, result.error_output.size(), stderr);
  }
  if (options.quiet && !bug) return;
  fmt::print("{}\n", verdict_text(options, result, *session.names()));
  if (bug) print_findings(options, session, result);
  if (bug) fmt::print("\n");
  for (const std::string& remark : remarks(options, result, *session.names())) fmt::print("{}\n", remark);
  if (result.findings.size() == 1 && !result.findings.front().saved_file.empty())
    fmt::print("Run it again: {}\n", rerun_command(options, result.findings.front()));
  if (!result.checkpoint.empty()) fmt::print("Go on from here: {}\n", resume_command(options, result.checkpoint));
  std::fflush(stdout);
}

}  // namespace selvage::cli

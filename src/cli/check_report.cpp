#include "cli/check_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <filesystem>

#include "cli/explanation.h"
#include "cli/interleaving.h"
#include "cli/outcome_text.h"
#include "cli/text.h"

namespace selvage::cli {
namespace {

using check::FindingKind;
using explore::End;

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') text.front() -= 'a' - 'A';
  return text;
}

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
    const ExecutionRecord& record = execution.record();
    uint64_t count = record.step_count - uint64_t{record.loop_steps} * record.loop_rounds;
    fmt::print("\nThe interleaving, {}{}:\n{}", counted(count, "step"), folded ? " (-v shows every one)" : "", steps);
  }
  fmt::print("{}", loop_of_livelock(execution, names));
  if (!diagnosis.output.empty()) fmt::print("\nWhat the program wrote:\n{}", indented(diagnosis.output));
  if (!diagnosis.error_output.empty())
    fmt::print("\nWhat the program wrote to standard error:\n{}", indented(diagnosis.error_output));
}

// "12 executions and 340 steps of 3 threads in 0.02 s"
std::string covered_text(const CheckOptions& options, const CheckResult& result) {
  std::string text = fmt::format("{}, {}, {}", counted(result.executions(), "execution"),
                                 counted(result.transitions, "step"), counted(result.counts.threads, "thread"));
  if (result.shared_locations != 0) text += ", " + counted(result.shared_locations, "shared location");
  text += fmt::format(" in {:.2f} s", result.seconds);
  if (result.seconds >= 0.1)
    text += fmt::format(" ({} per second)",
                        grouped(static_cast<uint64_t>(static_cast<double>(result.executions()) / result.seconds)));
  text += fmt::format("; strategy {}, {}", options.effective_strategy(), counted(options.workers(), "worker"));
  if (result.blocked() != 0)
    text += fmt::format("; {} cut short because others cover them", counted(result.blocked(), "execution"));
  if (result.restarts != 0)
    text += fmt::format("; begun anew {}", result.restarts == 1 ? "once" : fmt::format("{} times", result.restarts));
  return text;
}

std::string why_sampled(const CheckOptions& options, const CheckResult& result) {
  switch (result.end) {
    case End::Interrupted:
      return "The search was interrupted";
    case End::ExecutionLimit:
      return options.is_random() ? "These executions were drawn at random" : "--max-executions ended the search";
    case End::TimeLimit:
      return options.is_random() ? "These executions were drawn at random" : "--max-time ended the search";
    default:
      return "The search did not end by itself";
  }
}

// A reduction learns from whole executions which others there are.
bool cuts_shorten_reduction(const CheckOptions& options, const CheckResult& result) {
  return result.counts.of(Outcome::StepLimit) != 0 && options.effective_strategy() != "dfs";
}

std::string why_bounded(const CheckOptions& options, const CheckResult& result) {
  std::string text;
  if (result.preemption_cuts != 0)
    text += fmt::format(" Interleavings with more than {} were left out (--preemptions).",
                        counted(options.preemptions.value_or(0), "preemption"));
  if (uint64_t cut = result.counts.of(Outcome::StepLimit); cut != 0)
    text += fmt::format(" {} cut off after {}: raise --max-depth if the program needs more.",
                        cut == 1 ? "1 execution was" : counted(cut, "execution") + " were",
                        counted(options.max_steps, "step"));
  if (cuts_shorten_reduction(options, result))
    text += fmt::format(
        " What would have come after that is not known, so that strategy {} may also have left out shorter "
        "interleavings (--strategy dfs leaves out none).",
        options.effective_strategy());
  if (result.strikes_left_out)
    text +=
        " Threads signal or cancel each other: of the moments in which that can reach a waiting thread, some may have "
        "been "
        "left out (--strategy dfs leaves out none).";
  return text;
}

// Code whose memory accesses Selvage does not see: what is claimed does not hold for it.
std::string unseen_text(const Names& names) {
  std::string text;
  target::CodeCoverage coverage = names.modules.coverage();
  if (coverage.other_functions != 0) {
    auto count = std::min<ptrdiff_t>(3, std::ssize(coverage.other_names));
    std::vector<std::string> some(coverage.other_names.begin(), coverage.other_names.begin() + count);
    text += fmt::format("Not seen: memory accesses in {} that Selvage did not compile ({}{}).\n",
                        counted(coverage.other_functions, "function"), fmt::join(some, ", "),
                        coverage.other_names.size() > some.size() ? ", ..." : "");
  }
  if (const auto& sites = names.modules.program().sites; sites && sites->inline_assembly() != 0)
    text += fmt::format("Not seen: what {} of inline assembly {} to memory.\n",
                        counted(sites->inline_assembly(), "statement"), sites->inline_assembly() == 1 ? "does" : "do");
  return text;
}

std::string suspicion_text(const CheckResult& result, const Names& names) {
  if (result.suspected_loops.empty()) return "";
  std::string place = names.place(target::SiteId{*result.suspected_loops.begin()});
  return fmt::format(
      "Suspected: a livelock{}. Executions were cut off there, and no state came up twice before that.\n",
      place.empty() ? "" : " in the loop at " + place);
}

// Loops that were not gone round: a thread in one waits for others as it would for a lock.
std::string waits_text(const CheckResult& result, const Names& names) {
  if (result.waiting_loops.empty()) return "";
  constexpr ptrdiff_t kShown = 4;
  std::vector<std::string> places;
  for (uint32_t site : result.waiting_loops) {
    std::string place = names.place(target::SiteId{site});
    if (std::ranges::find(places, place) == places.end()) places.push_back(std::move(place));
  }
  bool more = std::ssize(places) > kShown;
  if (more) places.resize(kShown);
  return fmt::format("Treated as waiting: {} ({}{}).\n", counted(result.waiting_loops.size(), "loop"),
                     fmt::join(places, "; "), more ? "; ..." : "");
}

void print_warnings(const CheckResult& result) {
  if (result.unrepeated_ends == 0) return;
  fmt::print(
      "{} the program died in a way that did not repeat when the same schedule ran alone: an execution before it "
      "must have overwritten memory of Selvage; try --restart fork.\n",
      result.unrepeated_ends == 1 ? "Once" : fmt::format("{} times", result.unrepeated_ends));
}

std::string verdict_text(const CheckOptions& options, const CheckResult& result, const Names& names) {
  switch (result.verdict) {
    case Verdict::Verified:
      return result.single_threaded
                 ? "Verified: the program never starts a thread, and its only execution does not go wrong."
                 : fmt::format("Verified: no interleaving of the program's threads goes wrong{}.",
                               unseen_text(names).empty() ? "" : ", as far as Selvage sees its code");
    case Verdict::Bounded:
      return (cuts_shorten_reduction(options, result) || result.strikes_left_out
                  ? "Bounded: nothing went wrong in what was executed."
                  : "Bounded: no interleaving within the bounds goes wrong.") +
             why_bounded(options, result);
    case Verdict::Sampled:
      return fmt::format("Sampled: nothing went wrong in what was executed. {}; no claim is made about the rest.",
                         why_sampled(options, result));
    default:
      break;
  }
  if (result.findings.size() > 1) return fmt::format("Bug: {}.", counted(result.findings.size(), "finding"));
  return fmt::format("Bug: {}.", headline(result.findings.front(), names));
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
  fmt::print("{}{}.\n", bug ? "\n" : "", capitalised(covered_text(options, result)));
  fmt::print("Looked for: {}.\n", fmt::join(options.properties.names(), ", "));
  fmt::print("{}", waits_text(result, *session.names()));
  fmt::print("{}", suspicion_text(result, *session.names()));
  fmt::print("{}", unseen_text(*session.names()));
  print_warnings(result);
  if (result.findings.size() == 1 && !result.findings.front().saved_file.empty())
    fmt::print("Run it again: {}\n", rerun_command(options, result.findings.front()));
  if (!result.checkpoint.empty()) fmt::print("Go on from here: {}\n", resume_command(options, result.checkpoint));
  std::fflush(stdout);
}

}  // namespace selvage::cli

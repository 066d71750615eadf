#include "cli/check/audit.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/interrupt.h"
#include "cli/text.h"

namespace selvage::cli {
namespace {

// Checks that took less are audited by executions: starting the program would take most of so short a time.
constexpr double kCountedSeconds = 2;
constexpr double kMostSeconds = 0.5;  // for those of one way

// A way to contradict, its share of the time, and its executions at least. A search costs little where executions are short,
// and often comes to its end.
struct Way {
  const char* strategy;
  Sharing sharing;
  double share;
  uint64_t least;
};

// Random strategies miss different things: each gets its turn. `dfs` knows of no dependence at all, and with every access as a
// step nothing rests on what was seen to be shared.
constexpr Way kWays[] = {
    {"random", Sharing::Full, 0.15, 40}, {"pct", Sharing::Dynamic, 0.1, 40},      {"pos", Sharing::Dynamic, 0.1, 40},
    {"surw", Sharing::Dynamic, 0.1, 40}, {"source", Sharing::Dynamic, 0.4, 5000}, {"dfs", Sharing::Full, 0.15, 1000},
};

// Whatever made the search shorter, or leaves files behind, is left out.
CheckOptions options_for(const Way& way, const CheckOptions& options, const CheckResult& result) {
  CheckOptions changed = options;
  bool is_same = options.strategy == way.strategy;
  changed.strategy = is_same && options.strategy == "source" ? "classic" : way.strategy;
  changed.sharing = way.strategy == std::string("random") ? std::nullopt : std::optional(way.sharing);
  changed.reductions = {};
  changed.no_reductions = false;
  changed.explain_reductions = false;
  changed.audit = false;
  changed.keep_going = false;
  changed.has_budget = false;
  changed.seconds_spent = 0;
  // A verified search has not met its bounds.
  changed.preemptions.reset();
  changed.delays.reset();
  changed.cluster = {};
  changed.campaign_folder.clear();
  changed.checkpoint_file.clear();
  changed.resume_file.clear();
  changed.report_files = {};
  changed.quiet = true;
  changed.show_output = false;
  double seconds = options.seconds_spent + result.seconds;
  if (seconds >= kCountedSeconds) {
    changed.max_executions = 0;
    changed.max_seconds = seconds * way.share;
  } else {
    auto share = static_cast<uint64_t>(static_cast<double>(result.executions()) * way.share);
    changed.max_executions = std::max(share, way.least);
    changed.max_seconds = kMostSeconds;
  }
  return changed;
}

std::string difference_text(const CheckResult& again, const AuditPart& part) {
  const Diagnosis& found = again.findings.front();
  return fmt::format(
      "internal error: the check came to *verified*, and its audit by strategy {} to: {}. {}Please report it with the "
      "command line{}.",
      part.strategy, found.message, found.saved_file.empty() ? "" : "The interleaving is in " + found.saved_file + ". ",
      found.saved_file.empty() ? "" : " and this file");
}

}  // namespace

void audit(const CheckOptions& options, CheckResult& result, const CheckAgain& check_again) {
  if (result.verdict != Verdict::Verified || result.single_threaded || options.explores_states()) return;
  result.audit.emplace();
  for (const Way& way : kWays) {
    CheckOptions changed = options_for(way, options, result);
    CheckResult again;
    again.started = result.started;
    check_again(changed, again);
    bool is_out_of_time = again.executions() == 0 && again.end != explore::End::Complete && again.findings.empty();
    if (is_out_of_time) {
      result.audit->interrupted = true;
      return;
    }
    result.audit->parts.push_back({.strategy = *changed.strategy,
                                   .sharing = changed.effective_sharing(),
                                   .executions = again.executions(),
                                   .seconds = again.seconds,
                                   .is_complete = again.verdict == Verdict::Verified});
    if (!again.findings.empty()) {
      result.audit->differs = true;
      result.verdict = Verdict::None;
      result.exit_code = target::ExitCode::Internal;
      result.error = difference_text(again, result.audit->parts.back());
      result.findings = std::move(again.findings);
      return;
    }
    if (again.interrupted || interrupted()) {
      result.audit->interrupted = true;
      return;
    }
  }
}

std::string audit_text(const AuditResult& audit) {
  std::string strategies;
  for (size_t i = 0; i < audit.parts.size(); ++i)
    strategies += (i == 0 ? "" : i + 1 == audit.parts.size() ? " and " : ", ") + audit.parts[i].strategy;
  return fmt::format(" Audited by {} in {:.2f} s: {}, and none contradicts that{}.", strategies, audit.seconds(),
                     counted(audit.executions(), "more execution"), audit.interrupted ? " (interrupted)" : "");
}

}  // namespace selvage::cli

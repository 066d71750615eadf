#include "cli/check/verdict_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "cli/check/audit.h"
#include "cli/check/gap_text.h"
#include "cli/check/spent_text.h"
#include "cli/reductions/reduction_savings.h"
#include "cli/text.h"

namespace selvage::cli {
namespace {

using explore::End;

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') text.front() -= 'a' - 'A';
  return text;
}

// "12 executions and 340 steps of 3 threads in 0.02 s"
const char* why_source(const CheckResult& result) {
  if (result.lost_orders) return "strategy optimal called for orders that the program could not follow";
  return result.blocks_differ ? "what is in an atomic block depends on others" : "threads signal or cancel each other";
}

std::string covered_text(const CheckOptions& options, const CheckResult& result) {
  std::string text = fmt::format("{}, {}, {}", counted(result.executions(), "execution"),
                                 counted(result.transitions, "step"), counted(result.threads(), "thread"));
  if (options.explores_states())
    text = fmt::format("{}, {}", counted(result.states, "state"), counted(result.transitions, "step"));
  if (result.shared_locations != 0) text += ", " + counted(result.shared_locations, "shared location");
  text += fmt::format(" in {:.2f} s", result.seconds);
  if (options.explores_states()) {
    text += "; strategy states";
    if (result.restarts != 0)
      text += fmt::format("; begun anew {}", result.restarts == 1 ? "once" : fmt::format("{} times", result.restarts));
    return text;
  }
  if (result.seconds >= 0.1)
    text += fmt::format(" ({} per second)",
                        grouped(static_cast<uint64_t>(static_cast<double>(result.executions()) / result.seconds)));
  std::string strategy =
      result.gave_way_to_source ? "source (" + std::string(why_source(result)) + ")" : options.effective_strategy();
  for (const char* joint = " with "; const ReductionUse& use : result.reductions) {
    if (!use.is_used()) continue;
    strategy += joint + std::string(reduction_name(use.reduction));
    joint = " and ";
  }
  text += fmt::format("; strategy {}, {}", strategy,
                      options.cluster.is_used() ? "on a cluster" : counted(options.workers(), "worker"));
  if (result.counts.predicted != 0)
    text += fmt::format("; {} more followed from these", grouped(result.counts.predicted));
  if (result.blocked() != 0)
    text += fmt::format("; {} cut short because others cover them", counted(result.blocked(), "execution"));
  if (result.restarts != 0)
    text += fmt::format("; begun anew {}", result.restarts == 1 ? "once" : fmt::format("{} times", result.restarts));
  return text;
}

// "Drawn beside the search: 1,000 executions by pos, surw and pct from seed 0 in 0.31 s."
std::string drawn_text(const CheckResult& result) {
  std::string names;
  for (size_t i = 0; i < result.sampled.size(); ++i)
    names += (i == 0 ? "" : i + 1 == result.sampled.size() ? " and " : ", ") + result.sampled[i].strategy;
  std::string text = fmt::format("Drawn beside the search: {} by {} from seed {} in {:.2f} s.\n",
                                 counted(result.drawn_executions, "execution"), names, result.sampled.front().seed,
                                 result.drawn_seconds);
  for (const Diagnosis& found : result.findings)
    if (!found.drawn_by.empty())
      text += fmt::format("Found by drawing: {}, by {}, in execution {} of these.\n",
                          check::finding_kind_name(found.finding.kind), found.drawn_by, found.finding.execution);
  return text;
}

// "Drawn by pct from seed 0: 1,000 executions, 12 reads-from pairs, ..."
std::string sampled_text(const CheckResult& result) {
  if (result.drawn_executions != 0) return drawn_text(result);
  std::string text;
  for (const SampledPart& part : result.sampled) {
    text += fmt::format(
        "Drawn by {} from seed {}: {}; {}, {}, {}, {} of them seen in both orders; nothing new in the last {}.\n",
        part.strategy, part.seed, counted(part.executions, "execution"), counted(part.reads_from, "reads-from pair"),
        counted(part.lock_orders, "lock-order pair"), counted(part.racing, "racing pair"), part.racing_both_ways,
        grouped(part.without_news));
    if (!part.claim.empty()) text += part.claim + "\n";
  }
  return text;
}

// Which sets of preemption points a campaign went through.
std::string jobs_text(const CheckResult& result) {
  std::string text;
  size_t searches = 0, complete = 0;
  uint64_t executions = 0;
  for (const JobPart& job : result.jobs) {
    if (job.accesses != 0 && job.status != campaign::JobStatus::Pending) {
      ++searches;
      complete += job.status == campaign::JobStatus::Complete ? 1 : 0;
      executions += job.executions;
    }
    // There may be hundreds with single accesses besides.
    if (job.accesses != 0 && !job.is_maximal) continue;
    if (job.status == campaign::JobStatus::Complete) {
      text += fmt::format("Explored completely: switches at the points \"{}\", {}.\n", job.points,
                          counted(job.executions, "execution"));
    } else if (job.status == campaign::JobStatus::Suspended) {
      text += fmt::format("Explored in part: switches at the points \"{}\", {}{}.\n", job.points,
                          counted(job.executions, "execution"),
                          job.share > 0 ? fmt::format(", about {:.2g} % of it", std::min(job.share, 1.0) * 100) : "");
    }
  }
  if (searches != 0)
    text += fmt::format("Points at accesses of race candidates: {}, {} of them explored completely, {}.\n",
                        counted(searches, "set"), complete, counted(executions, "execution"));
  return text;
}

std::string place_text(const Names& names, uint32_t site) {
  if (site == 0) return "an atomic access";
  std::string place = names.place(target::SiteId{site});
  return place.empty() ? "an unknown place" : place;
}

// Which accesses may come in either order, and whether that is known to do no harm.
std::string candidates_text(const CheckResult& result, const Names& names) {
  if (result.candidates.empty()) return "";
  constexpr size_t kMostShown = 8;
  auto count = [&](CandidateStatus status) {
    return static_cast<size_t>(std::ranges::count(result.candidates, status, &CandidatePart::status));
  };
  std::string text =
      fmt::format("{}: {} proved harmless, {} with a finding, {} open.\n",
                  capitalised(counted(result.candidates.size(), "race candidate")), count(CandidateStatus::Harmless),
                  count(CandidateStatus::Harmful), count(CandidateStatus::Open));
  size_t shown = 0;
  for (const CandidatePart& part : result.candidates) {
    if (part.status != CandidateStatus::Open || shown == kMostShown) continue;
    ++shown;
    text += fmt::format("Open: {} and {}, seen in {}.\n", place_text(names, part.one), place_text(names, part.other),
                        part.candidate.is_both_order() ? "both orders" : "one order");
  }
  if (count(CandidateStatus::Open) > shown)
    text += fmt::format("... and {} more that are open.\n", count(CandidateStatus::Open) - shown);
  return text;
}

std::string why_sampled(const CheckOptions& options, const CheckResult& result) {
  switch (result.end) {
    case End::Interrupted:
      return "The search was interrupted";
    case End::ExecutionLimit:
      return options.is_random() ? "These executions were drawn at random" : "--max-executions ended the search";
    case End::TimeLimit:
      return options.is_campaign() ? "The budget ended the campaign"
             : options.is_random() ? "These executions were drawn at random"
                                   : "--max-time ended the search";
    case End::MemoryLimit:
      return memory_text(result);
    default:
      return "The search did not end by itself";
  }
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

std::string suspicion_text(const CheckResult& result, const Names& names) {
  if (result.suspected_loops.empty()) return "";
  std::string place = names.place(target::SiteId{*result.suspected_loops.begin()});
  return fmt::format(
      "Suspected: a livelock{}. Executions were cut off there, and no state came up twice before that.\n",
      place.empty() ? "" : " in the loop at " + place);
}

std::string given_up_text(const CheckResult& result) {
  if (!result.gave_up.empty() && !result.unseen.empty())
    return "Without reductions: they rest on all accesses being seen.\n";
  std::string text;
  for (Reduction reduction : result.gave_up)
    text +=
        reduction == Reduction::RaceFreeSubspaces
            ? fmt::format("Without race-free-subspaces: it did not come to its end within {} executions.\n",
                          grouped(kRaceFreeTrial))
        : reduction == Reduction::PredicateDependence
            ? "Without predicate-dependence: with it, executions that stand for others were stopped by what was not "
              "asked about, so that everything was explored again.\n"
            : fmt::format(
                  "Without {}: with it, the program could not follow orders that the search called for, so "
                  "that everything was explored again.\n",
                  reduction_name(reduction));
  return text;
}

std::string unexecuted_text(const CheckResult& result, const Names& names) {
  std::string text;
  for (const UnexecutedFinding& one : result.not_executed_again) {
    std::string place =
        one.place.file.empty() ? "" : fmt::format(" ({}:{})", names.file(one.place.file), one.place.line);
    text += fmt::format("Found, and not executed again because {}: {}{}.\n",
                        result.interrupted ? "that was interrupted" : "a limit was reached",
                        check::finding_kind_name(one.finding.kind), place);
  }
  return text;
}

// A verdict *bounded* says it itself.
std::string not_seen_text(const CheckResult& result, const Names& names) {
  if (result.verdict == Verdict::Bounded) return "";
  std::string accesses = unseen_text(result), calls = library_calls_text(result, names);
  std::string text = accesses.substr(0, accesses.rfind(" are not seen"));
  if (!text.empty() && !calls.empty()) text += ", and ";
  text += calls.substr(0, calls.rfind(" is not seen"));
  return text.empty() ? "" : "Not seen: " + text + ".\n";
}

std::string warnings_text(const CheckResult& result) {
  if (result.unrepeated_ends == 0) return "";
  return fmt::format(
      "{} the program died in a way that did not repeat when the same schedule ran alone: an execution before it "
      "must have overwritten memory of Selvage; try --restart fork.",
      result.unrepeated_ends == 1 ? "Once" : fmt::format("{} times", result.unrepeated_ends));
}

// A verdict that holds only because something does not count says so in its first words.
std::string with_suppressed(const CheckResult& result, const char* verdict) {
  if (result.suppressed_count() == 0) return verdict;
  return fmt::format("{}, {} suppressed", verdict, counted(result.suppressed_count(), "finding"));
}

// The first few, each once.
std::string places_text(std::vector<std::string> places) {
  constexpr size_t kShown = 4;
  std::vector<std::string> shown;
  for (std::string& place : places)
    if (std::ranges::find(shown, place) == shown.end()) shown.push_back(std::move(place));
  bool more = shown.size() > kShown;
  if (more) shown.resize(kShown);
  return fmt::format("{}{}", fmt::join(shown, ", "), more ? ", ..." : "");
}

// "under sequential consistency; 2 accesses in the program's own code use weaker orders (sb.c:3, sb.c:4)"
std::string memory_model_text(const CheckResult& result, const Names& names) {
  if (result.weaker_orders.empty()) return "";
  std::vector<std::string> places;
  for (const target::WeakerOrder& one : result.weaker_orders)
    places.push_back(fmt::format("{}:{}", names.file(one.file), one.line));
  return fmt::format(" under sequential consistency; {} in the program's own code {} weaker orders ({})",
                     result.weaker_orders.size() == 1 ? "1 access" : grouped(result.weaker_orders.size()) + " accesses",
                     result.weaker_orders.size() == 1 ? "uses" : "use", places_text(std::move(places)));
}

// "under a virtual clock, which the program reads (poll.c:9): other times were tried only where a loop that polls it goes another way"
std::string clock_text(const CheckResult& result, const Names& names) {
  if (result.clock_reads.empty()) return "";
  std::vector<std::string> places;
  for (const target::ClockReadPlace& one : result.clock_reads)
    places.push_back(fmt::format("{}:{}", names.file(one.file), one.line));
  return fmt::format(
      "{} under a virtual clock, which the program reads ({}): later times were tried only where a loop that polls "
      "it goes another way",
      result.weaker_orders.empty() ? "" : "; and", places_text(std::move(places)));
}

std::string no_bug_text(const CheckOptions& options, const CheckResult& result, const Names& names) {
  std::string model = memory_model_text(result, names) + clock_text(result, names);
  switch (result.verdict) {
    case Verdict::Verified:
      return fmt::format("{}{}.",
                         result.suppressed_count() == 0
                             ? "no interleaving of the program's threads goes wrong"
                             : "nothing else goes wrong in any interleaving of the program's threads",
                         model) +
             (result.audit ? audit_text(*result.audit) : "");
    case Verdict::Bounded:
      return bounded_text(options, result, names, model);
    default:
      return fmt::format("{} went wrong in what was executed{}. {}; no claim is made about the rest.{}",
                         result.suppressed_count() == 0 ? "nothing" : "nothing else", model,
                         why_sampled(options, result),
                         emptiness_text(options, result) + cut_text(options, result, names));
  }
}

}  // namespace

std::string verdict_text(const CheckOptions& options, const CheckResult& result, const Names& names) {
  if (result.verdict != Verdict::Bug) {
    const char* word = result.verdict == Verdict::Verified  ? "Verified"
                       : result.verdict == Verdict::Bounded ? "Bounded"
                                                            : "Sampled";
    return with_suppressed(result, word) + ": " + no_bug_text(options, result, names);
  }
  return "";
}

std::vector<std::string> remarks(const CheckOptions& options, const CheckResult& result, const Names& names) {
  std::vector<std::string> result_lines = {
      capitalised(covered_text(options, result)) + ".",
      fmt::format("Looked for: {}.", fmt::join(options.properties.names(), ", ")),
  };
  for (const std::string& text :
       {unexecuted_text(result, names), spent_text(options, result, names), jobs_text(result),
        candidates_text(result, names), sampled_text(result), waits_text(result, names), suspicion_text(result, names),
        given_up_text(result), not_seen_text(result, names), result.input_note, warnings_text(result)}) {
    for (size_t begin = 0; begin < text.size();) {
      size_t end = std::min(text.find('\n', begin), text.size());
      if (end > begin) result_lines.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  if (options.explain_reductions) std::ranges::move(explained(result), std::back_inserter(result_lines));
  return result_lines;
}

}  // namespace selvage::cli

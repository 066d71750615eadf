#include "cli/check/summary.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <span>

#include <nlohmann/json.hpp>

#include "target/demangle.h"
#include "target/unseen_code.h"

namespace selvage::cli {
namespace {

using nlohmann::ordered_json;

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double cpu_seconds_of_process() {
  double sum = 0;
  for (int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    sum += seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  }
  return sum;
}

// A script that ran this command in its own place has used some before.
const double kUsedBefore = cpu_seconds_of_process();

// Of this process and of those it has reaped: the program, and the compiler if there was one.
double cpu_seconds() { return cpu_seconds_of_process() - kUsedBefore; }

uint64_t own_peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

ordered_json text_or_null(const std::string& text) { return text.empty() ? ordered_json(nullptr) : ordered_json(text); }

ordered_json line_or_null(uint32_t line) { return line == 0 ? ordered_json(nullptr) : ordered_json(line); }

ordered_json numbers(const std::vector<std::pair<std::string, uint64_t>>& values) {
  ordered_json object = ordered_json::object();
  for (const auto& [name, value] : values) object[name] = value;
  return object;
}

ordered_json size_of(const minimise::Size& size) {
  return {{"steps", size.steps}, {"switches", size.switches}, {"preemptions", size.preemptions}};
}

ordered_json findings_of(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const SummaryFinding& finding : summary.findings) {
    ordered_json item;
    item["kind"] = finding.kind;
    item["message"] = finding.message;
    item["file"] = text_or_null(finding.place.file);
    item["line"] = line_or_null(finding.place.line);
    item["trace_file"] = text_or_null(finding.trace_file);
    item["execution"] = finding.execution;
    item["count"] = finding.count;
    if (!finding.drawn_by.empty()) item["drawn_by"] = finding.drawn_by;
    if (!finding.strength.empty()) {
      item["strength"] = finding.strength;
      item["other_file"] = text_or_null(finding.other_place.file);
      item["other_line"] = line_or_null(finding.other_place.line);
    }
    if (finding.identity) item["identity"] = fmt::format("{:016x}", *finding.identity);
    if (finding.size) item.update(size_of(*finding.size));
    if (finding.original_size) item["original"] = size_of(*finding.original_size);
    if (finding.loop_rounds != 0) {
      item["loop_rounds"] = finding.loop_rounds;
      item["loop_steps"] = finding.loop_steps;
      item["loop_state"] = fmt::format("{:016x}", finding.loop_state);
    }
    list.push_back(std::move(item));
  }
  return list;
}

ordered_json jobs_of(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const SummaryJob& job : summary.jobs) {
    list.push_back({{"points", job.points},
                    {"status", job.status},
                    {"executions", job.executions},
                    {"estimated_share", job.share},
                    {"estimated_seconds_left", job.seconds_left}});
  }
  return list;
}

ordered_json sampled_of(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const SampledPart& part : summary.sampled) {
    list.push_back({{"strategy", part.strategy},
                    {"seed", part.seed},
                    {"executions", part.executions},
                    {"executions_without_news", part.without_news},
                    {"reads_from_pairs", part.reads_from},
                    {"lock_order_pairs", part.lock_orders},
                    {"racing_pairs", part.racing},
                    {"racing_pairs_both_ways", part.racing_both_ways},
                    {"claim", text_or_null(part.claim)}});
  }
  return list;
}

ordered_json audit_of(const AuditResult& audit) {
  ordered_json strategies = ordered_json::array();
  for (const AuditPart& part : audit.parts) {
    strategies.push_back({{"strategy", part.strategy},
                          {"sharing", part.sharing == Sharing::Full ? "full" : "dynamic"},
                          {"executions", part.executions},
                          {"seconds", part.seconds},
                          {"complete", part.is_complete}});
  }
  return {{"strategies", strategies},
          {"executions", audit.executions()},
          {"seconds", audit.seconds()},
          {"differs", audit.differs}};
}

ordered_json explained_reductions_of(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const ReductionUse& use : summary.explained_reductions) {
    ordered_json item = {{"name", published_name(use.reduction)}, {"used", use.is_used()}};
    item["why_not"] = text_or_null(use.why_not);
    item["limit"] = text_or_null(use.limit);
    item["executions_without"] = use.without ? ordered_json(*use.without) : ordered_json(nullptr);
    item["executions_without_is_least"] = use.is_least;
    item["why_not_measured"] = text_or_null(use.why_not_measured);
    list.push_back(std::move(item));
  }
  return list;
}

ordered_json loops_of(std::span<const uint32_t> sites, const Names* names) {
  ordered_json list = ordered_json::array();
  for (uint32_t number : sites) {
    if (names == nullptr) break;
    target::Site site = names->modules.site(target::SiteId{number});
    ordered_json item;
    item["file"] = text_or_null(site.file);
    item["line"] = line_or_null(site.line);
    item["function"] = text_or_null(site.function);
    list.push_back(std::move(item));
  }
  return list;
}

ordered_json library_calls_of(std::span<const uint32_t> sites, const Names* names) {
  ordered_json list = ordered_json::array();
  for (uint32_t number : sites) {
    if (names == nullptr) break;
    target::Site site = names->modules.site(target::SiteId{number});
    ordered_json item;
    item["function"] = text_or_null(target::demangle(site.variable));
    item["file"] = text_or_null(site.file);
    item["line"] = line_or_null(site.line);
    list.push_back(std::move(item));
  }
  return list;
}

ordered_json candidates_of(const Summary& summary, const Names* names) {
  ordered_json list = ordered_json::array();
  for (const SummaryCandidate& candidate : summary.candidates) {
    ordered_json places = ordered_json::array();
    for (uint32_t site : candidate.sites)
      places.push_back(site == 0 || names == nullptr ? ordered_json()
                                                     : ordered_json(names->place(target::SiteId{site})));
    list.push_back({{"places", places},
                    {"both_orders", candidate.both_orders},
                    {"hb", candidate.by_happens_before},
                    {"limited_hb", candidate.by_limited},
                    {"status", candidate.status}});
  }
  return list;
}

ordered_json coverage_of(const Names* names) {
  if (names == nullptr) return nullptr;
  target::CodeCoverage coverage = names->modules.coverage();
  ordered_json object;
  object["instrumented_functions"] = coverage.instrumented_functions;
  object["instrumented_bytes"] = coverage.instrumented_bytes;
  object["uninstrumented_functions"] = coverage.other_functions;
  object["uninstrumented_bytes"] = coverage.other_bytes;
  object["uninstrumented_names"] = coverage.other_names;
  object["uninstrumented_libraries"] = names->modules.uninstrumented_libraries();
  object["unseen_libraries"] = target::unseen_code(names->modules).libraries;
  const auto& sites = names->modules.program().sites;
  object["skipped_functions"] = sites ? sites->skipped_functions() : 0;
  object["inline_assembly"] = names->modules.inline_assembly();
  return object;
}

// Accesses that other memory models would let come in other orders.
void add_weaker_orders(ordered_json& object, const Names& names) {
  constexpr size_t kMostListed = 1000;
  std::vector<target::WeakerOrder> orders = names.modules.weaker_orders();
  ordered_json list = ordered_json::array();
  for (const target::WeakerOrder& one : orders) {
    if (list.size() == kMostListed) break;
    list.push_back({{"file", one.file}, {"line", one.line}, {"order", target::order_name(one.order)}});
  }
  object["weaker_orders"] = std::move(list);
  object["weaker_order_count"] = orders.size();
}

// Looks at the clock, of which not every time is tried.
void add_clock_reads(ordered_json& object, const Names& names) {
  ordered_json list = ordered_json::array();
  for (const target::ClockReadPlace& one : names.modules.clock_reads())
    list.push_back({{"file", one.file}, {"line", one.line}});
  object["clock_reads"] = std::move(list);
}

ordered_json object_of(const Summary& summary, const Names* names) {
  ordered_json object;
  object["verdict"] = text_or_null(summary.verdict);
  object["exit_code"] = static_cast<int>(summary.exit_code);
  object["error"] = text_or_null(summary.error);
  object["interrupted"] = summary.interrupted;
  object["executions"] = summary.executions;
  object["blocked_executions"] = summary.blocked_executions;
  object["transitions"] = summary.transitions;
  object["seconds"] = summary.seconds;
  object["cpu_seconds"] = cpu_seconds();
  object["executions_per_second"] =
      summary.seconds > 0 ? static_cast<double>(summary.executions) / summary.seconds : 0.0;
  object["workers"] = summary.workers;
  object["strategy"] = text_or_null(summary.strategy);
  object["properties"] = summary.properties;
  object["reductions"] = summary.reductions;
  if (!summary.explained_reductions.empty()) object["explained_reductions"] = explained_reductions_of(summary);
  object["bounds"] = numbers(summary.bounds);
  object["peak_memory_bytes"] = own_peak_memory() + summary.program_peak_memory;
  object["outcomes"] = numbers(summary.outcomes);
  for (const auto& [name, value] : summary.counts) object[name] = value;
  if (summary.drawn_seconds) object["drawn_seconds"] = *summary.drawn_seconds;
  if (!summary.jobs.empty()) object["jobs"] = jobs_of(summary);
  if (!summary.jobs.empty()) object["race_candidates"] = candidates_of(summary, names);
  if (!summary.sampled.empty()) object["sampled"] = sampled_of(summary);
  if (summary.audit) object["audit"] = audit_of(*summary.audit);
  object["waiting_loops"] = loops_of(summary.waiting_loops, names);
  object["suspected_livelocks"] = loops_of(summary.suspected_loops, names);
  object["gaps"] = summary.gaps;
  object["library_calls"] = library_calls_of(summary.library_calls, names);
  object["memory_model"] = "sc";
  if (names != nullptr) {
    add_weaker_orders(object, *names);
    add_clock_reads(object, *names);
  }
  object["findings"] = findings_of(summary);
  object["coverage"] = coverage_of(names);
  return object;
}

}  // namespace

target::ExitCode write_summary(const std::string& path, const Summary& summary, const Names* names) {
  std::ofstream file(path);
  file << object_of(summary, names).dump(2, ' ', false, ordered_json::error_handler_t::replace) << '\n';
  if (file.flush()) return summary.exit_code;
  fmt::print(stderr, "selvage: The summary {} cannot be written: {}.\n", path, std::strerror(errno));
  bool nothing_wrong = summary.exit_code == target::ExitCode::Success ||
                       summary.exit_code == target::ExitCode::Bounded ||
                       summary.exit_code == target::ExitCode::BudgetEnded;
  return nothing_wrong ? target::ExitCode::Usage : summary.exit_code;
}

}  // namespace selvage::cli

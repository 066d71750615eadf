#include "cli/summary.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include <nlohmann/json.hpp>

#include "cli/outcome_text.h"

namespace selvage::cli {
namespace {

using nlohmann::ordered_json;

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// Of this process and of those it has reaped: the program, and the compiler if there was one.
double cpu_seconds() {
  double sum = 0;
  for (int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    sum += seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  }
  return sum;
}

uint64_t own_peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

ordered_json verdict_of(const RunResult& result) {
  if (!result.tally.findings().empty()) return "bug";
  return result.error.empty() ? ordered_json("sampled") : ordered_json(nullptr);
}

ordered_json findings_of(const RunOptions& options, const Tally& tally) {
  ordered_json list = ordered_json::array();
  for (const Finding& finding : tally.findings()) {
    ordered_json item;
    item["kind"] = outcome_name(finding.outcome);
    item["message"] = finding.message;
    item["file"] = finding.file.empty() ? ordered_json(nullptr) : ordered_json(finding.file);
    item["line"] = finding.line == 0 ? ordered_json(nullptr) : ordered_json(finding.line);
    bool has_trace = !options.trace_file.empty() && options.trace_file != "-";
    item["trace_file"] = has_trace ? ordered_json(options.trace_file) : ordered_json(nullptr);
    item["execution"] = finding.execution;
    item["count"] = finding.count;
    list.push_back(std::move(item));
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
  const auto& sites = names->modules.program().sites;
  object["skipped_functions"] = sites ? sites->skipped_functions() : 0;
  object["inline_assembly"] = sites ? sites->inline_assembly() : 0;
  return object;
}

ordered_json outcomes_of(const Tally& tally) {
  ordered_json object = ordered_json::object();
  for (size_t i = 0; i < Tally::kOutcomes; ++i) {
    auto outcome = static_cast<Outcome>(i);
    if (tally.of(outcome) != 0) object[outcome_name(outcome)] = tally.of(outcome);
  }
  return object;
}

}  // namespace

void write_summary(const std::string& path, const RunOptions& options, const RunResult& result, const Names* names) {
  const Tally& tally = result.tally;
  ordered_json object;
  object["verdict"] = verdict_of(result);
  object["exit_code"] = static_cast<int>(result.exit_code);
  object["error"] = result.error.empty() ? ordered_json(nullptr) : ordered_json(result.error);
  object["interrupted"] = result.interrupted;
  object["executions"] = tally.executions();
  object["blocked_executions"] = tally.of(Outcome::SleepBlocked);
  object["transitions"] = tally.steps();
  object["seconds"] = result.seconds;
  object["cpu_seconds"] = cpu_seconds();
  object["executions_per_second"] = result.seconds > 0 ? static_cast<double>(tally.executions()) / result.seconds : 0.0;
  object["workers"] = 1;
  object["strategy"] = options.random_seed ? "random" : !options.schedule_file.empty() ? "schedule" : "continue";
  object["properties"] = {"assertion", "crash", "deadlock", "memory_error", "misuse", "stuck"};
  object["reductions"] = ordered_json::array();
  object["bounds"] = {{"max_steps", options.max_steps}};
  object["peak_memory_bytes"] = own_peak_memory() + result.program_peak_memory;
  object["outcomes"] = outcomes_of(tally);
  object["findings"] = findings_of(options, tally);
  object["coverage"] = coverage_of(names);

  std::ofstream file(path);
  file << object.dump(2, ' ', false, ordered_json::error_handler_t::replace) << '\n';
  if (!file.flush()) {
    throw target::Error(target::ExitCode::Usage,
                        fmt::format("The summary {} cannot be written: {}.", path, std::strerror(errno)));
  }
}

}  // namespace selvage::cli

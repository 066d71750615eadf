// A finding executed again: alone, in a fresh process, with everything recorded. Sentences, source places, call stacks and
// output come from this execution, and that it repeats is certain.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/finding.h"
#include "cli/check/check_options.h"
#include "cli/program/program_launcher.h"
#include "cli/show/explanation.h"
#include "cli/show/names.h"
#include "minimise/minimise.h"
#include "report/counterexample.h"
#include "sample/sampler.h"
#include "target/error.h"
#include "target/stored_execution.h"

namespace selvage::cli {

// One of the accesses of a data race, or the operation of a misuse.
struct DiagnosedOperation {
  Event event{};
  SourcePlace place;
  std::string where;  // "bank.c:12 in transfer"; empty: unknown
  std::vector<target::Frame> stack;
};

struct Diagnosis {
  check::Finding finding;
  minimise::Size size = {};
  std::optional<minimise::Size> original_size = {};  // of what the search found; empty: this is it
  std::unique_ptr<Diagnosis> original = {};          // the same of that one, if it repeats
  target::StoredExecution execution;
  std::string output, error_output;
  std::string drawn_by = {};              // the random strategy, where it was found beside the search
  std::string formula = {};               // of a temporal property
  std::vector<std::string> atoms = {};    // what it speaks of, in the order of the bits
  std::optional<report::Flow> flow = {};  // of a leak: both executions
  std::optional<DiagnosedOperation> operation = {}, other_operation = {};
  std::string message = {};  // what went wrong, in one sentence without a full stop
  SourcePlace place = {};
  std::string saved_file = {};  // its trace; empty: it could not be written
};

// What a diagnosis is made from: an execution with everything recorded.
inline constexpr uint32_t kRecordAll = kRecordEvents | kRecordLocal | kRecordStacks | kRecordValues | kShowLivelock;

// The same for this finding. A race with the access that a thread waits with is looked for where the thread waits: to go round
// the loop of a livelock would take it on from there.
constexpr uint32_t record_flags(const check::Finding& finding) {
  bool waits = finding.kind == check::FindingKind::DataRace && finding.other_step == model::kNone;
  return waits ? kRecordAll & ~static_cast<uint32_t>(kShowLivelock) : kRecordAll;
}

// Looks for the operations that the finding is about in the execution, and finds words for it. False: they are not there.
bool complete(Diagnosis& diagnosis, Names& names);

// What the search knew when it ended.
struct SearchContext {
  std::vector<SharedLocation> shared;
  std::vector<ThreadPath> thread_paths;
  std::map<uint64_t, sample::Draw> unrecorded = {};    // see Sampling
  std::vector<std::string> formulas = {}, atoms = {};  // temporal properties, and what they speak of
};

class Diagnoser {
 public:
  Diagnoser(ProgramLauncher& launcher, const CheckOptions& options, SearchContext context)
      : launcher_(launcher), options_(options), context_(std::move(context)) {}

  // Throws Error (not deterministic) if the finding does not repeat.
  Diagnosis diagnose(const check::Finding& finding, Names& names);
  // The same by a smaller execution, if that one repeats.
  Diagnosis diagnose(const check::Finding& finding, const minimise::Result& smaller, Names& names);
  // Why the program cannot be explored: the sentence about what it called.
  target::Error unmodelled(const std::vector<Step>& schedule, Names& names);
  // Where two executions of a schedule part.
  target::Error not_deterministic(const std::vector<Step>& schedule, Names& names);
  // What the first execution writes.
  void first_execution(std::string& output, std::string& error_output);

  // Writes the finding's trace file, for `selvage replay`.
  void save(const Diagnosis& diagnosis, Names& names, const std::string& path) const;

 private:
  Configuration configuration() const;
  std::unique_ptr<Diagnosis> original_of(const check::Finding& finding, Names& names);
  std::unique_ptr<target::ProgramTarget> start(size_t shared_count);

  ProgramLauncher& launcher_;
  const CheckOptions& options_;
  SearchContext context_;
};

// The command line that executes a finding again.
std::string rerun_command(const CheckOptions& options, const Diagnosis& diagnosis);

}  // namespace selvage::cli

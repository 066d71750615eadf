#include "cli/check/tally.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "cli/program/end_identity.h"

namespace selvage::cli {

uint64_t Tally::identity(const target::ExecutionView& execution) {
  const ExecutionRecord& record = execution.record();
  XXH64_hash_t hash = XXH3_64bits(execution.message().data(), execution.message().size());
  uint64_t parts[] = {hash, static_cast<uint64_t>(record.outcome), record.site, record.signal,
                      static_cast<uint64_t>(record.status)};
  return XXH3_64bits(parts, sizeof(parts));
}

bool Tally::count(const target::ExecutionView& execution) {
  ++executions_;
  steps_ += execution.record().step_count;
  ++outcomes_[static_cast<size_t>(execution.outcome())];
  if (execution.outcome() == Outcome::StepLimit && cut_by_.empty()) cut_by_ = execution.message();
  if (!goes_wrong(execution)) return false;
  ++failed_;
  auto found = known_.find(identity(execution));
  if (found == known_.end()) return findings_.size() < kMostFindings;
  ++findings_[found->second].count;
  return false;
}

void Tally::add(const target::ExecutionView& execution, Finding finding) {
  known_.emplace(identity(execution), findings_.size());
  findings_.push_back(std::move(finding));
}

}  // namespace selvage::cli

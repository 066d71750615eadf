#include "flow/execution_log.h"

#include <algorithm>
#include <map>

namespace selvage::flow {

namespace {

bool is_observation(const Footprint& f) {
  return f.operation == Operation::Observe || f.operation == Operation::ObservedValue;
}

}  // namespace

void ExecutionLog::read(const model::Path& path, size_t known) {
  while (!entries_.empty() && entries_.back().position >= known) entries_.pop_back();
  for (auto i = static_cast<model::Position>(known); i < path.size(); i++) {
    const model::Transition& step = path[i];
    if (step.head.operation == Operation::Choose && step.head.object != 0)
      entries_.push_back({i, true, {step.head.thread, 0, step.head.object, step.alternative}, {}});
    for (const Footprint& f : path.footprints(i))
      if (is_observation(f)) entries_.push_back({i, false, {}, {f.object, f.value}});
  }
}

Secret ExecutionLog::secret() const {
  Secret result;
  std::map<uint16_t, uint32_t> taken;
  for (const Entry& entry : entries_) {
    if (!entry.is_secret) continue;
    result.push_back(entry.choice);
    result.back().number = taken[entry.choice.thread]++;
  }
  std::ranges::sort(result);
  return result;
}

std::vector<Observation> ExecutionLog::observations() const {
  std::vector<Observation> result;
  std::map<uint64_t, uint64_t> present;
  for (const Entry& entry : entries_) {
    if (entry.is_secret) continue;
    auto [at, is_first] = present.try_emplace(entry.observation.location, entry.observation.value);
    if (!is_first && at->second == entry.observation.value) continue;
    at->second = entry.observation.value;
    result.push_back(entry.observation);
  }
  return result;
}

}  // namespace selvage::flow

#include "flow/collector.h"

namespace selvage::flow {

std::string_view ending_name(Ending ending) {
  switch (ending) {
    case Ending::Completed:
      return "completed";
    case Ending::Deadlock:
      return "deadlock";
    case Ending::Livelock:
      return "livelock";
    case Ending::Crash:
      break;
  }
  return "crash";
}

bool ends(Outcome outcome) {
  switch (outcome) {
    case Outcome::StepLimit:
    case Outcome::AssumeFailed:
    case Outcome::PrefixDone:
    case Outcome::Unmodelled:
    case Outcome::SleepBlocked:
    case Outcome::ScheduleMismatch:
      return false;
    default:
      return true;
  }
}

Ending ending_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Completed:
      return Ending::Completed;
    case Outcome::Deadlock:
      return Ending::Deadlock;
    case Outcome::Livelock:
      return Ending::Livelock;
    default:
      return Ending::Crash;
  }
}

void Collector::look(const model::Path& path, size_t known, Outcome outcome, uint64_t output_hash, bool counts) {
  log_.read(path, fresh_ ? 0 : known);
  fresh_ = false;
  if (!counts || !ends(outcome)) return;
  Secret secret = log_.secret();
  Sequence all = log_.observations();
  if (sees_output_) all.push_back({kOutputLocation, output_hash});
  Witness witness;
  witness.outcome = outcome;
  witness.schedule.reserve(path.size());
  for (model::Position i = 0; i < path.size(); i++) witness.schedule.push_back({path.thread(i), path[i].alternative});

  std::map<uint64_t, Sequence> parts;
  for (const Observation& one : all) parts[observer_ == Observer::Joint ? kJointLocation : one.location].push_back(one);
  for (const auto& [location, sequence] : parts) add_location(location);
  first_.try_emplace(secret, witness);
  // Where nothing was seen, nothing is what was seen.
  for (uint64_t location : locations_) note(secret, location, std::move(parts[location]), witness);
  auto ending = static_cast<uint64_t>(ending_of(outcome));
  note(secret, kEndLocation, {{kEndLocation, ending}}, witness);
}

// In all executions so far nothing was seen there.
void Collector::add_location(uint64_t location) {
  if (!locations_.insert(location).second) return;
  for (const auto& [secret, witness] : first_) note(secret, location, {}, witness);
}

void Collector::note(const Secret& secret, uint64_t location, Sequence sequence, const Witness& witness) {
  Shown& shown = shown_[secret][location];
  auto found = shown.find(sequence);
  if (found != shown.end()) {
    found->second.executions += witness.executions;
    return;
  }
  shown.emplace(std::move(sequence), witness);
  if (location != kEndLocation && shown.size() > 1) has_two_interleavings_ = true;
}

void Collector::start_over() { *this = split(); }

void Collector::join(Collector& part) {
  for (uint64_t location : part.locations_) add_location(location);
  for (uint64_t location : locations_) part.add_location(location);
  for (auto& [secret, witness] : part.first_) first_.try_emplace(secret, witness);
  for (auto& [secret, locations] : part.shown_)
    for (auto& [location, shown] : locations)
      for (auto& [sequence, witness] : shown) note(secret, location, sequence, witness);
  // What it has read of its path stays read.
  part.shown_.clear();
  part.first_.clear();
  part.locations_.clear();
  part.has_two_interleavings_ = false;
}

}  // namespace selvage::flow

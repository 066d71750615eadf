#include "check/checker.h"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>

#include "contract/dependence.h"

namespace selvage::check {

namespace {

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0xff51afd7ed558ccdu;
  return hash ^ (hash >> 32);
}

FindingKind kind_of_memory_error(Defect defect) {
  switch (defect) {
    case Defect::UseAfterFree:
      return FindingKind::UseAfterFree;
    case Defect::HeapOverrun:
      return FindingKind::HeapOverrun;
    case Defect::DoubleFree:
      return FindingKind::DoubleFree;
    case Defect::BadFree:
      return FindingKind::BadFree;
    case Defect::Leak:
      return FindingKind::Leak;
    case Defect::None:
    case Defect::StackOverflow:
      break;
  }
  return FindingKind::MemoryError;
}

FindingKind kind_of_crash(Defect defect) {
  if (defect == Defect::StackOverflow) return FindingKind::StackOverflow;
  // A fault that is known to come from the program's use of its heap.
  return defect == Defect::None ? FindingKind::Crash : kind_of_memory_error(defect);
}

std::optional<FindingKind> kind_of(const Ending& ending, PropertySet properties) {
  switch (ending.outcome) {
    case Outcome::Deadlock:
      return FindingKind::Deadlock;
    case Outcome::Assertion:
      return FindingKind::Assertion;
    case Outcome::Abort:
      return FindingKind::Abort;
    case Outcome::Crash:
      return kind_of_crash(ending.defect);
    case Outcome::Misuse:
      return FindingKind::Misuse;
    case Outcome::MemoryError:
      return kind_of_memory_error(ending.defect);
    case Outcome::Stuck:
      return FindingKind::Stuck;
    case Outcome::Killed:
      return FindingKind::Killed;
    case Outcome::Livelock:
      return FindingKind::Livelock;
    case Outcome::Completed:
      // Of a program that says it failed, nobody expects that it lets everybody come to an end.
      if (ending.exit_identity != 0 && properties.contains(Property::ExitStatus)) return FindingKind::ExitStatus;
      if (ending.threads_stuck) return FindingKind::StuckThreads;
      break;
    case Outcome::StepLimit:
    case Outcome::AssumeFailed:
    case Outcome::PrefixDone:
    case Outcome::Unmodelled:
    case Outcome::SleepBlocked:
    case Outcome::ScheduleMismatch:
      break;
  }
  return std::nullopt;
}

std::vector<Step> schedule_of(const model::Path& path) {
  std::vector<Step> steps;
  steps.reserve(path.size());
  for (model::Position i = 0; i < path.size(); i++) steps.push_back({path.thread(i), path[i].alternative});
  return steps;
}

// The first byte that both accesses of a race touch.
uint64_t contended_address(const model::Path& path, const DataRace& race, const Ending& ending) {
  auto second =
      race.second == model::kNone ? std::span(&ending.waiting[race.waiting].access, 1) : path.footprints(race.second);
  for (const Footprint& a : path.footprints(race.first))
    for (const Footprint& b : second)
      if (can_race(a, b)) return std::max(a.object, b.object);
  return 0;
}

}  // namespace

uint64_t identity_of(const Ending& ending) { return mix(mix(3, ending.identity), ending.site); }

void Checker::start_over() {
  races_.start_over();
  fresh_ = true;
}

bool Checker::is_new(const Finding& finding) {
  uint64_t key = mix(mix(0, static_cast<uint64_t>(finding.kind)), finding.identity);
  if (tell_apart_) key = mix(mix(mix(key, finding.object), finding.stack), finding.other_stack);
  auto [known, is_first] = reported_.try_emplace(key, finding.observed);
  if (is_first || known->second || !finding.observed) return is_first;
  known->second = true;
  return true;
}

void Checker::find_misuse(const model::Path& path, size_t known, std::vector<Finding>& findings) {
  for (auto i = static_cast<model::Position>(known); i < path.size(); i++)
    for (const Footprint& f : path.footprints(i)) {
      if (!(f.flags & kEventMisuse)) [[likely]]
        continue;
      Finding finding{
          .kind = FindingKind::Misuse, .site = path[i].site, .step = i, .object = f.object, .stack = path[i].stack};
      finding.identity = mix(mix(1, finding.site), static_cast<uint64_t>(f.operation));
      if (is_new(finding)) findings.push_back(std::move(finding));
    }
}

void Checker::find_races(const model::Path& path, size_t known, const Ending& ending, std::vector<Finding>& findings) {
  found_races_.clear();
  races_.advance(path, known, found_races_);
  races_.compare_waiting(path, ending.waiting, found_races_);
  for (const DataRace& race : found_races_) {
    bool waits = race.second == model::kNone;
    Finding finding{.kind = FindingKind::DataRace,
                    .site = path[race.first].site,
                    .other_site = waits ? ending.waiting[race.waiting].site : path[race.second].site,
                    .step = race.first,
                    .other_step = race.second,
                    .observed = race.observed,
                    .object = tell_apart_ ? contended_address(path, race, ending) : 0,
                    .stack = path[race.first].stack,
                    .other_stack = waits ? 0 : path[race.second].stack};
    // The same two lines the other way round are the same race.
    auto [low, high] = std::minmax(finding.site, finding.other_site);
    finding.identity = mix(mix(2, low), high);
    if (is_new(finding)) findings.push_back(std::move(finding));
  }
}

void Checker::examine(const model::Path& path, size_t known, const Ending& ending, std::vector<Finding>& findings) {
  if (fresh_) known = 0;
  size_t before = findings.size();
  if (properties_.contains(Property::Misuse)) find_misuse(path, known, findings);
  if (properties_.contains(Property::Race) && ending.sees_all) find_races(path, known, ending, findings);
  fresh_ = !ending.sees_all;
  // In the order in which they happened.
  auto moment = [](const Finding& f) {
    return std::tuple(f.other_step == model::kNone ? f.step : f.other_step, f.kind, f.identity);
  };
  std::ranges::sort(findings.begin() + static_cast<ptrdiff_t>(before), findings.end(), {}, moment);
  if (std::optional<FindingKind> kind = kind_of(ending, properties_);
      kind && properties_.contains(property_of(*kind))) {
    Finding finding{.kind = *kind, .site = ending.site, .object = ending.objects};
    finding.identity = *kind == FindingKind::ExitStatus ? ending.exit_identity : identity_of(ending);
    if (is_new(finding)) findings.push_back(std::move(finding));
  }
  for (size_t i = before; i < findings.size(); i++) {
    findings[i].outcome = ending.outcome;
    findings[i].schedule = schedule_of(path);
  }
}

}  // namespace selvage::check

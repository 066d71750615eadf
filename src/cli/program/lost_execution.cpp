#include "cli/program/lost_execution.h"

#include <algorithm>

namespace selvage::cli {
namespace {

check::FindingKind kind_of_lost(Outcome outcome) {
  return outcome == Outcome::Stuck         ? check::FindingKind::Stuck
         : outcome == Outcome::MemoryError ? check::FindingKind::MemoryError
                                           : check::FindingKind::Crash;
}

bool begins_with(const std::vector<Step>& steps, const std::vector<Step>& prefix) {
  return steps.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), steps.begin(), [](const Step& a, const Step& b) {
           return a.thread == b.thread && a.alternative == b.alternative;
         });
}

}  // namespace

std::optional<check::Finding> find_lost(std::span<const std::unique_ptr<ExploredProgram>> programs,
                                        const std::vector<Step>& suspect, const check::PropertySet& properties) {
  for (const auto& program : programs) {
    for (const ExploredProgram::Lost& lost : program->lost()) {
      if (!begins_with(lost.steps, suspect)) continue;
      check::Finding finding{};
      finding.kind = kind_of_lost(lost.outcome);
      finding.identity = lost.identity;
      finding.outcome = lost.outcome;
      if (!properties.contains(check::property_of(finding.kind))) continue;
      finding.schedule = lost.steps;
      return finding;
    }
  }
  return std::nullopt;
}

}  // namespace selvage::cli

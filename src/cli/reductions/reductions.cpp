#include "cli/reductions/reductions.h"

#include <fmt/format.h>

#include <optional>

#include "contract/facts.h"

namespace selvage::cli {

using check::Property;

const char* reduction_name(Reduction reduction) {
  switch (reduction) {
    case Reduction::CriticalSections:
      return "critical-sections";
    case Reduction::PredicateDependence:
      return "predicate-dependence";
    case Reduction::RaceFreeSubspaces:
      return "race-free-subspaces";
    case Reduction::Symmetry:
      return "symmetry";
    case Reduction::CommutingOperations:
      return "commuting-operations";
    case Reduction::UnreadWrites:
      return "unread-writes";
    case Reduction::AwaitedAssumptions:
      return "awaited-assumptions";
    case Reduction::PredictedExecutions:
      return "predicted-executions";
    case Reduction::Count:
      break;
  }
  return "";
}

static std::optional<Reduction> reduction_named(const std::string& name) {
  for (int i = 0; i < static_cast<int>(Reduction::Count); ++i)
    if (name == reduction_name(static_cast<Reduction>(i))) return static_cast<Reduction>(i);
  return std::nullopt;
}

static std::string unknown_name(const std::string& name) {
  std::string names = "all";
  for (int i = 0; i < static_cast<int>(Reduction::Count); ++i)
    names += fmt::format(", {}", reduction_name(static_cast<Reduction>(i)));
  return fmt::format("there is no reduction \"{}\": say one of {}", name, names);
}

void AskedReductions::leave_out_all() {
  for (int i = 0; i < static_cast<int>(Reduction::Count); ++i) left_out.push_back(static_cast<Reduction>(i));
}

std::string parse_reduction(const std::string& name, AskedReductions& reductions) {
  std::optional<Reduction> reduction = reduction_named(name);
  if (name != "all" && !reduction) return unknown_name(name);
  if (reduction) reductions.named.push_back(*reduction);
  reductions.all |= name == "all";
  return "";
}

std::string parse_left_out(const std::string& name, AskedReductions& reductions) {
  std::optional<Reduction> reduction = reduction_named(name);
  if (name != "all" && !reduction) return unknown_name(name);
  if (reduction)
    reductions.left_out.push_back(*reduction);
  else
    reductions.leave_out_all();
  return "";
}

bool needs_optimal(Reduction reduction) {
  return reduction == Reduction::CriticalSections || reduction == Reduction::CommutingOperations ||
         reduction == Reduction::UnreadWrites || reduction == Reduction::AwaitedAssumptions ||
         reduction == Reduction::PredictedExecutions;
}

std::string not_preserved(Reduction reduction, const check::PropertySet& properties) {
  if (reduction == Reduction::RaceFreeSubspaces) {
    if (properties == check::PropertySet{Property::Race}) return "";
    return "it preserves data races and nothing else: say --check=race";
  }
  if (reduction == Reduction::CommutingOperations && properties.contains(Property::Race))
    return "it does not preserve \"race\": operations that commute may keep other accesses apart";
  if (reduction == Reduction::UnreadWrites && properties.contains(Property::Race))
    return "it does not preserve \"race\": a write that nobody sees may still race";
  if (reduction == Reduction::AwaitedAssumptions && properties.contains(Property::Race))
    return "it does not preserve \"race\": what an assumption reads where it fails may race";
  if (reduction != Reduction::PredicateDependence) return "";
  struct Lost {
    Property property;
    const char* why;
  };
  static constexpr Lost kLost[] = {
      {Property::Race, "a race is one of accesses that need not influence anything"},
      {Property::Memory, "any access can be one to freed memory"},
      {Property::Leak, "what is lost can be lost by any write"},
      {Property::Misuse, "primitives can be misused without anybody waiting"},
      {Property::ExitStatus, "any write can have a part in the status"},
      {Property::Progress, "whether a loop comes round depends on all memory"},
  };
  for (const Lost& lost : kLost)
    if (properties.contains(lost.property))
      return fmt::format("it does not preserve \"{}\": {}", check::property_name(lost.property), lost.why);
  return "";
}

uint32_t influences_on(const check::PropertySet& properties) {
  uint32_t influences = 0;
  if (properties.contains(Property::Assertion)) influences |= kInfluencesAssertion;
  if (properties.contains(Property::Crash)) influences |= kInfluencesCrash;
  if (properties.contains(Property::Deadlock) || properties.contains(Property::Stuck))
    influences |= kInfluencesDeadlock;
  return influences;
}

}  // namespace selvage::cli

#include "cli/reductions.h"

#include <fmt/format.h>

#include "contract/facts.h"

namespace selvage::cli {

using check::Property;

const char* reduction_name(Reduction reduction) {
  switch (reduction) {
    case Reduction::CriticalSections:
      return "critical-sections";
    case Reduction::PredicateDependence:
      return "predicate-dependence";
    case Reduction::CommutingOperations:
      return "commuting-operations";
    case Reduction::UnreadWrites:
      return "unread-writes";
    case Reduction::Count:
      break;
  }
  return "";
}

std::string parse_reduction(const std::string& name, AskedReductions& reductions) {
  if (name == "all") {
    reductions.all = true;
    return "";
  }
  std::string names = "all";
  for (int i = 0; i < static_cast<int>(Reduction::Count); ++i) {
    auto reduction = static_cast<Reduction>(i);
    names += fmt::format(", {}", reduction_name(reduction));
    if (name != reduction_name(reduction)) continue;
    reductions.named.push_back(reduction);
    return "";
  }
  return fmt::format("there is no reduction \"{}\": say one of {}", name, names);
}

std::string not_preserved(Reduction reduction, const check::PropertySet& properties) {
  if (reduction == Reduction::CommutingOperations && properties.contains(Property::Race))
    return "it does not preserve \"race\": operations that commute may keep other accesses apart";
  if (reduction == Reduction::UnreadWrites && properties.contains(Property::Race))
    return "it does not preserve \"race\": a write that nobody sees may still race";
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

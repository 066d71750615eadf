#include "check/finding.h"

#include <array>

namespace selvage::check {

namespace {

struct Traits {
  std::string_view name;
  Property property;
  int exit_code;
};

inline constexpr std::array<Traits, static_cast<size_t>(FindingKind::Count)> kTraits = {{
    {"assertion", Property::Assertion, 10},
    {"abort", Property::Assertion, 10},
    {"killed", Property::Assertion, 10},
    {"crash", Property::Crash, 10},
    {"stack_overflow", Property::Crash, 10},
    {"deadlock", Property::Deadlock, 11},
    {"data_race", Property::Race, 13},
    {"misuse", Property::Misuse, 10},
    {"use_after_free", Property::Memory, 14},
    {"heap_overrun", Property::Memory, 14},
    {"double_free", Property::Memory, 14},
    {"bad_free", Property::Memory, 14},
    {"memory_error", Property::Memory, 14},
    {"leak", Property::Leak, 14},
    {"stuck", Property::Progress, 12},
    {"livelock", Property::Progress, 12},
    {"stuck_threads", Property::Stuck, 12},
    {"temporal", Property::Temporal, 15},
    {"flow", Property::Flow, 16},
    {"exit_status", Property::ExitStatus, 10},
}};

const Traits& traits_of(FindingKind kind) { return kTraits[static_cast<size_t>(kind)]; }

}  // namespace

std::string_view finding_kind_name(FindingKind kind) { return traits_of(kind).name; }
Property property_of(FindingKind kind) { return traits_of(kind).property; }
int exit_code_of(FindingKind kind) { return traits_of(kind).exit_code; }

}  // namespace selvage::check

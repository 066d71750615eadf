#include "cli/show/outcome_text.h"

#include <array>

namespace selvage::cli {
namespace {

using target::ExitCode;

struct OutcomeTraits {
  const char* name;
  const char* phrase;
  ExitCode exit_code;  // Success: not a finding
};

// Indexed by Outcome.
constexpr std::array<OutcomeTraits, 16> kOutcomes = {{
    {"completed", "completed", ExitCode::Success},
    {"deadlock", "ended in a deadlock", ExitCode::Deadlock},
    {"assertion", "failed an assertion", ExitCode::Crash},
    {"abort", "aborted", ExitCode::Crash},
    {"crash", "crashed", ExitCode::Crash},
    {"misuse", "misused a primitive", ExitCode::Crash},
    {"memory_error", "made a memory error", ExitCode::MemoryError},
    {"step_limit", "reached the limit of steps", ExitCode::Success},
    {"stuck", "got stuck", ExitCode::Livelock},
    {"assume_failed", "was pruned by an assumption", ExitCode::Success},
    {"prefix_done", "reached the end of its schedule", ExitCode::Success},
    {"unmodelled", "called something that is not modelled", ExitCode::CannotStart},
    {"sleep_blocked", "repeated what another execution covers", ExitCode::Success},
    {"schedule_mismatch", "did not fit its schedule", ExitCode::Usage},
    {"killed", "killed itself by a signal", ExitCode::Crash},
    {"livelock", "ended in a livelock", ExitCode::Livelock},
}};
static_assert(kOutcomes.size() == static_cast<size_t>(Outcome::Livelock) + 1);

constexpr std::array<const char*, 19> kObjectKinds = {
    "none",       "thread",    "process",      "memory",  "mutex",      "spinlock", "rwlock",
    "condition",  "semaphore", "barrier",      "once",    "key",        "futex",    "clock",
    "descriptor", "stream",    "atomic_block", "channel", "unseen_code"};
static_assert(kObjectKinds.size() == static_cast<size_t>(ObjectKind::UnseenCode) + 1);

const OutcomeTraits& traits_of(Outcome outcome) { return kOutcomes.at(static_cast<size_t>(outcome)); }

}  // namespace

const char* outcome_name(Outcome outcome) { return traits_of(outcome).name; }
const char* outcome_phrase(Outcome outcome) { return traits_of(outcome).phrase; }
const char* object_kind_name(ObjectKind kind) { return kObjectKinds.at(static_cast<size_t>(kind)); }

const char* access_verb(Operation operation) {
  switch (operation) {
    case Operation::Read:
      return "reads";
    case Operation::Free:
      return "frees";
    case Operation::AtomicLoad:
      return "atomically reads";
    case Operation::AtomicStore:
      return "atomically writes";
    case Operation::AtomicUpdate:
    case Operation::AtomicCompareExchange:
      return "atomically updates";
    default:
      return "writes";
  }
}

bool is_finding(Outcome outcome) {
  return static_cast<int>(traits_of(outcome).exit_code) >= static_cast<int>(ExitCode::Crash);
}

ExitCode finding_exit_code(Outcome outcome) { return traits_of(outcome).exit_code; }

}  // namespace selvage::cli

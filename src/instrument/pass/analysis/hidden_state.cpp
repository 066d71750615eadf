#include "instrument/pass/analysis/hidden_state.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>

#include "instrument/pass/analysis/library_summaries.h"
#include "instrument/pass/library_functions.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

// Nothing but what their arguments are and point to, and blocks of memory.
bool is_stateless(StringRef name, const LibrarySummary* summary) {
  if (summary != nullptr && summary->action == LibraryAction::Allocate) return true;
  static constexpr StringRef kBeginnings[] = {"mem",   "__mem", "str",       "__str",    "ato",        "is",  "to",
                                              "_Zn",   "_Zd",   "bcmp",      "bcopy",    "bzero",      "abs", "labs",
                                              "qsort", "free",  "__atomic_", "selvage_", "__VERIFIER_"};
  // They keep where they are in a text.
  if (name.starts_with("strtok") || name.starts_with("strerror")) return false;
  return name == "realloc" || name == "reallocarray" || name == "bsearch" || name == "posix_memalign" ||
         any_of(kBeginnings, [&](StringRef beginning) { return name.starts_with(beginning); });
}

// Their state is in objects that they are given. How long those wait that have a deadline is a matter of clocks.
bool is_synchronisation(StringRef name) {
  if (name.contains("timed") || name.contains("clock")) return false;
  return name.starts_with("pthread_") || name.starts_with("sem_") || name.starts_with("mtx_") ||
         name.starts_with("cnd_") || name.starts_with("thrd_") || name.starts_with("tss_") ||
         name.starts_with("__cxa_guard") || name == "call_once" || name == "sched_yield";
}

}  // namespace

uint8_t hidden_state_changed(StringRef name) {
  const LibrarySummary* summary = library_summary(name);
  if (is_stateless(name, summary)) return 0;
  uint8_t result = kErrors;
  if (summary != nullptr && summary->action == LibraryAction::StoreKey) result |= kKeyValues;
  if (summary != nullptr && summary->action == LibraryAction::EndThread) result |= kThreadResults;
  if (name == "thrd_exit") result |= kThreadResults;
  if (!is_synchronisation(name) && !reports_failure(name)) result |= kOutside;
  return result;
}

uint8_t hidden_state_read(const CallBase& call, StringRef name) {
  const LibrarySummary* summary = library_summary(name);
  if (is_stateless(name, summary)) return 0;
  if (name == "__errno_location" || name == "perror") return kErrors;
  const LibraryAction action = summary != nullptr ? summary->action : LibraryAction::None;
  // Whether a destructor is called depends on the values.
  if (action == LibraryAction::LoadKey || action == LibraryAction::DestroyKey) return kKeyValues;
  if (action == LibraryAction::JoinThread || name == "thrd_join") {
    const bool is_used = call.arg_size() < 2 || !isa<ConstantPointerNull>(call.getArgOperand(1));
    return is_used ? kThreadResults : 0;
  }
  return is_synchronisation(name) || reports_failure(name) ? 0 : kOutside;
}

}  // namespace selvage::instrument

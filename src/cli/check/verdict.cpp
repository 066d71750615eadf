#include "cli/check/verdict.h"

#include <array>
#include <cstddef>

namespace selvage::cli {

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Verified:
      return "verified";
    case Verdict::Bounded:
      return "bounded";
    case Verdict::Sampled:
      return "sampled";
    case Verdict::Bug:
      return "bug";
    case Verdict::None:
      break;
  }
  return "";
}

const char* gap_name(Gap gap) {
  constexpr std::array<const char*, static_cast<size_t>(Gap::Count)> kNames = {
      "nothing_executed", "only_assumptions", "one_thread",   "narrow_choices", "preemption_bound",
      "fewer_points",     "cut_off",          "signals",      "unfollowed",     "states_cut",
      "ended_early",      "unseen_code",      "library_calls"};
  return kNames[static_cast<size_t>(gap)];
}

Verdict verdict_for(const Evidence& evidence) {
  if (evidence.found) return Verdict::Bug;
  if (!evidence.finished) return evidence.explored_part ? Verdict::Bounded : Verdict::Sampled;
  // One thread has nothing to draw from.
  if (evidence.drawn && !evidence.gaps.contains(Gap::OneThread)) return Verdict::Sampled;
  return evidence.gaps.empty() ? Verdict::Verified : Verdict::Bounded;
}

}  // namespace selvage::cli

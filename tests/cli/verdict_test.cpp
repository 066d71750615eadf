// The word of a check, for every combination of what can speak for and against it.
#include "cli/check/verdict.h"

#include <gtest/gtest.h>

#include <map>

namespace selvage::cli {
namespace {

constexpr unsigned kGaps = static_cast<unsigned>(Gap::Count);
constexpr unsigned kFlags = 4;  // found, finished, explored_part, drawn

Evidence evidence_of(uint32_t bits) {
  Evidence evidence{.found = (bits & 1) != 0,
                    .finished = (bits & 2) != 0,
                    .explored_part = (bits & 4) != 0,
                    .drawn = (bits & 8) != 0,
                    .gaps = {}};
  for (unsigned i = 0; i < kGaps; ++i) evidence.gaps.insert(static_cast<Gap>(i), (bits >> (kFlags + i) & 1) != 0);
  return evidence;
}

// In other words than verdict_for has.
bool may_be(Verdict verdict, const Evidence& evidence) {
  bool one_thread = evidence.gaps.contains(Gap::OneThread);
  switch (verdict) {
    case Verdict::Bug:
      return evidence.found;
    case Verdict::Verified:
      return !evidence.found && evidence.finished && !evidence.drawn && evidence.gaps.empty();
    case Verdict::Sampled:
      return !evidence.found &&
             ((!evidence.finished && !evidence.explored_part) || (evidence.finished && evidence.drawn && !one_thread));
    case Verdict::Bounded:
      if (evidence.found) return false;
      if (!evidence.finished) return evidence.explored_part;
      return !evidence.gaps.empty() && (!evidence.drawn || one_thread);
    case Verdict::None:
      break;
  }
  return false;
}

TEST(Verdict, FollowsFromEveryCombinationOfEvidence) {
  constexpr Verdict kAll[] = {Verdict::None, Verdict::Verified, Verdict::Bounded, Verdict::Sampled, Verdict::Bug};
  std::map<Verdict, size_t> counts;
  for (uint32_t bits = 0; bits < 1u << (kFlags + kGaps); ++bits) {
    Evidence evidence = evidence_of(bits);
    Verdict verdict = verdict_for(evidence);
    ++counts[verdict];
    for (Verdict other : kAll) ASSERT_EQ(may_be(other, evidence), other == verdict) << bits;
  }
  // One combination alone is enough: it finished, nothing was found or drawn, and nothing is missing; what part it would
  // have explored, had it not finished, does not matter.
  EXPECT_EQ(counts[Verdict::Verified], 2U);
}

TEST(Verdict, EachGapAloneKeepsFromVerified) {
  Evidence evidence{.finished = true, .gaps = {}};
  EXPECT_EQ(verdict_for(evidence), Verdict::Verified);
  for (unsigned i = 0; i < kGaps; ++i) {
    Evidence with = evidence;
    with.gaps.insert(static_cast<Gap>(i));
    EXPECT_EQ(verdict_for(with), Verdict::Bounded) << i;
  }
}

}  // namespace
}  // namespace selvage::cli

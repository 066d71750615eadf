#include <gtest/gtest.h>

#include "cli/cluster/job_messages.h"
#include "explore/sections.h"
#include "explore/sections_seen.h"

namespace selvage::cli {
namespace {

TEST(JobMessages, ComeBackAsTheyWere) {
  JobItem item{"id", {campaign::Points::Lock, {3, 7}}, "state", {8, 16}, 2.5};
  std::optional<JobItem> again = decode_job(encode(item));
  ASSERT_TRUE(again);
  EXPECT_EQ(encode(*again), encode(item));
  EXPECT_EQ(again->set, item.set);
  JobOutcome outcome;
  outcome.part.counts.executions = 5;
  outcome.points = campaign::Points::Lock;
  outcome.state = "state";
  outcome.shared = {8};
  outcome.candidates.add({1, 2}, {.one_first = true, .by_limited = true});
  outcome.size = 12;
  std::optional<JobOutcome> back = decode_job_outcome(encode(outcome));
  ASSERT_TRUE(back);
  EXPECT_EQ(encode(*back), encode(outcome));
  EXPECT_EQ(back->points, campaign::Points::Lock);
  EXPECT_EQ(back->candidates.all().size(), 1u);
}

TEST(JobMessages, DamagedOnesAreRefused) {
  std::string bytes = encode(JobItem{"id", {campaign::Points::Lock, {3, 7}}, "state", {8, 16}, 2.5});
  for (size_t length = 0; length < bytes.size(); length++) EXPECT_FALSE(decode_job(bytes.substr(0, length)));
  EXPECT_FALSE(decode_job(encode(JobItem{"id", {}, "", {}, -1})));
  EXPECT_FALSE(decode_job(wrapped("anything")));
  EXPECT_FALSE(decode_job_outcome(bytes));
}

// Each part by itself sees nothing wrong.
TEST(SectionsSeen, PartsThatContradictEachOtherAreFound) {
  using Part = std::vector<explore::SectionSeen>;
  using Found = std::vector<SharedLocation>;
  explore::SectionsSeen seen;
  EXPECT_EQ(seen.take_in(Part{{1, 10, 0}, {2, 20, 1}}, false), Found{});
  EXPECT_EQ(seen.take_in(Part{{1, 10, 0}, {3, 30, 0}}, false), Found{});
  EXPECT_EQ(seen.take_in(Part{{1, 11, 0}}, false), Found{1});
  EXPECT_EQ(seen.take_in(Part{{2, 21, 1}}, false), Found{explore::kBlocksDiffer});
  EXPECT_EQ(seen.take_in(Part{{2, 21, 1}}, true), (Found{2, explore::kBlocksDiffer}));
  seen.clear();
  EXPECT_EQ(seen.take_in(Part{{1, 11, 0}}, false), Found{});
}

}  // namespace
}  // namespace selvage::cli

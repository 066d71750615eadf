#include <gtest/gtest.h>

#include <random>

#include "cli/cluster/cluster_messages.h"

namespace selvage::cli {
namespace {

PartResult result() {
  PartResult part;
  part.seen.counts.executions = 12;
  check::Finding finding{.kind = check::FindingKind::DataRace, .identity = 7};
  finding.schedule = {{1, 0}, {2, 3}};
  finding.is_cut = true;
  finding.loop_steps = 1;
  part.seen.findings.push_back(finding);
  part.counts.executions = 11;
  part.share_done = 0.25;
  part.end = explore::End::Interrupted;
  part.left = {"a", "b"};
  part.found = {64, 72};
  part.sections = {{1, 2, 1}};
  part.worker = "here/1";
  part.suspect = {{3, 1}};
  part.is_unmodelled = true;
  part.unmodelled = {{0, 0}};
  part.error = "no";
  part.error_code = 4;
  return part;
}

TEST(Messages, AResultComesBackAsItWas) {
  PartResult part = result();
  std::optional<PartResult> again = decode_result(encode(part));
  ASSERT_TRUE(again);
  EXPECT_EQ(encode(*again), encode(part));
  EXPECT_EQ(again->left, part.left);
  EXPECT_EQ(again->end, explore::End::Interrupted);
  ASSERT_EQ(again->seen.findings.size(), 1u);
  EXPECT_TRUE(again->seen.findings[0].is_cut);
  EXPECT_EQ(again->seen.findings[0].loop_steps, 1u);
}

TEST(Messages, ARunComesBackAsItWas) {
  RunDescription run;
  run.words = {"check", "--keep-going", "bank"};
  run.modules = {{"/lib/libc.so.6", "digest", 2}};
  run.files = {{"/data", "blob", true}};
  run.has_jobs = true;
  run.environment = {"A=b"};
  run.slice = 0.5;
  std::optional<RunDescription> again = decode_run(encode(run));
  ASSERT_TRUE(again);
  EXPECT_EQ(encode(*again), encode(run));
  EXPECT_EQ(again->words, run.words);
}

TEST(Messages, AnItemIsNoResult) {
  EXPECT_FALSE(decode_result(encode(WorkItem{1, "a", "b", "state"})));
  EXPECT_FALSE(decode_item(""));
}

// Cut short, changed, or anything at all: refused, and never read out of bounds.
TEST(Messages, DamagedOnesAreRefused) {
  std::string bytes = encode(result());
  std::mt19937 draw(1);
  for (size_t length = 0; length < bytes.size(); length++) EXPECT_FALSE(decode_result(bytes.substr(0, length)));
  for (int i = 0; i < 2000; i++) {
    std::string changed = bytes;
    changed[draw() % changed.size()] ^= static_cast<char>(1 + draw() % 255);
    EXPECT_FALSE(decode_result(changed));
  }
}

TEST(Messages, NamesOfEntries) {
  EXPECT_EQ(generation_of_entry(generation_entry(3)), 3u);
  EXPECT_FALSE(generation_of_entry("generation.x"));
  std::optional<ResultName> name = result_of_entry(result_entry(2, "abc"));
  ASSERT_TRUE(name);
  EXPECT_EQ(name->generation, 2u);
  EXPECT_EQ(name->id, "abc");
  EXPECT_FALSE(result_of_entry("result.2"));
  EXPECT_NE(new_id(), new_id());
}

}  // namespace
}  // namespace selvage::cli

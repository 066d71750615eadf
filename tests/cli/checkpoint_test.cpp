// Checkpoint files: what is written is read back, and whatever else is in a file is refused in words.
#include <gtest/gtest.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <filesystem>
#include <fstream>

#include "../target/byte_mutations.h"
#include "cli/check/checkpoint.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

Checkpoint example() {
  Checkpoint checkpoint;
  checkpoint.program_hash = 0x1234567890abcdef;
  checkpoint.program = "bank.c";
  checkpoint.options = " --strategy optimal";
  checkpoint.counts.executions = 1000;
  checkpoint.counts.threads = 3;
  checkpoint.counts.outcomes[0] = 999;
  checkpoint.seconds = 1.5;
  check::Finding finding{};
  finding.kind = check::FindingKind::DataRace;
  finding.identity = 77;
  finding.step = 3;
  finding.other_step = 5;
  finding.observed = true;
  finding.schedule = {{0, 0}, {1, 0}, {2, 1}};
  finding.execution = 4;
  checkpoint.findings = {finding};
  checkpoint.shared = {kThreadExits, 0x555555550010};
  checkpoint.thread_paths = {{0, 0}, {0, 1}, {1, 0}};
  checkpoint.search = std::string("any\0bytes", 9);
  return checkpoint;
}

std::string refusal(std::string_view bytes) {
  try {
    decode(bytes, "file");
  } catch (const target::Error& error) {
    EXPECT_EQ(error.exit_code(), target::ExitCode::Usage);
    return error.what();
  }
  return "";
}

TEST(Checkpoint, ComesBackAsItWas) {
  Checkpoint before = example();
  Checkpoint after = decode(encode(before), "file");
  EXPECT_EQ(encode(after), encode(before));
  EXPECT_EQ(after.program_hash, before.program_hash);
  EXPECT_EQ(after.options, before.options);
  EXPECT_EQ(after.counts.executions, 1000U);
  ASSERT_EQ(after.findings.size(), 1U);
  EXPECT_EQ(after.findings[0].schedule.size(), 3U);
  EXPECT_EQ(after.findings[0].schedule[2].alternative, 1);
  EXPECT_TRUE(after.findings[0].observed);
  EXPECT_EQ(after.shared, before.shared);
  EXPECT_EQ(after.search, before.search);
}

TEST(Checkpoint, SaysWhatIsWrong) {
  EXPECT_NE(refusal("").find("not a checkpoint"), std::string::npos);
  EXPECT_NE(refusal("{}").find("not a checkpoint"), std::string::npos);
  std::string bytes = encode(example());
  EXPECT_NE(refusal(bytes.substr(0, 20)).find("damaged"), std::string::npos);
  EXPECT_NE(refusal(bytes.substr(0, bytes.size() - 1)).find("damaged"), std::string::npos);
  EXPECT_NE(refusal(bytes + "x").find("damaged"), std::string::npos);
  std::string other_version = bytes;
  other_version[19] = 99;
  EXPECT_NE(refusal(other_version).find("another version"), std::string::npos);
}

TEST(Checkpoint, EveryMutationIsRefused) {
  std::string bytes = encode(example());
  std::vector<char> original(bytes.begin(), bytes.end());
  for (uint32_t seed = 0; seed < 5000; ++seed) {
    std::vector<char> damaged = test::damaged(original, seed);
    if (damaged == original) continue;
    EXPECT_NE(refusal({damaged.data(), damaged.size()}), "") << seed;
  }
}

TEST(Checkpoint, MutationsWithAFittingChecksumDoNoHarm) {
  std::string bytes = encode(example());
  std::vector<char> original(bytes.begin(), bytes.end() - 8);
  unsigned accepted = 0;
  for (uint32_t seed = 0; seed < 20000; ++seed) {
    std::vector<char> damaged = test::damaged(original, seed);
    uint64_t checksum = XXH3_64bits(damaged.data(), damaged.size());
    damaged.insert(damaged.end(), reinterpret_cast<char*>(&checksum), reinterpret_cast<char*>(&checksum) + 8);
    try {
      decode({damaged.data(), damaged.size()}, "file");
      ++accepted;
    } catch (const target::Error&) {
    }
  }
  EXPECT_GT(accepted, 0U);
}

TEST(Checkpoint, BelongsToOneSearch) {
  Checkpoint checkpoint = example();
  EXPECT_NO_THROW(require_same_search(checkpoint, "f", checkpoint.program_hash, checkpoint.options));
  EXPECT_THROW(require_same_search(checkpoint, "f", 1, checkpoint.options), target::Error);
  EXPECT_THROW(require_same_search(checkpoint, "f", checkpoint.program_hash, " --strategy source"), target::Error);
}

TEST(Checkpoint, FilesAreReplacedWhole) {
  std::string path = testing::TempDir() + "selvage-checkpoint-" + std::to_string(getpid());
  write_checkpoint(path, example());
  Checkpoint second = example();
  second.counts.executions = 2000;
  write_checkpoint(path, second);
  EXPECT_EQ(read_checkpoint(path).counts.executions, 2000U);
  std::filesystem::remove(path);
  EXPECT_THROW(read_checkpoint(path), target::Error);
  EXPECT_THROW(write_checkpoint("/nonexistent/file", second), target::Error);
}

}  // namespace
}  // namespace selvage::cli

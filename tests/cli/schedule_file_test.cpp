#include "cli/run/schedule_file.h"

#include <gtest/gtest.h>

#include "../target/byte_mutations.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

constexpr const char* kTrace =
    "{\"format\":\"selvage-trace\",\"version\":1,\"program\":\"p\",\"arguments\":[]}\n"
    "{\"execution\":4,\"step\":1,\"thread\":0,\"operation\":\"thread_create\",\"alternative\":0}\n"
    "{\"execution\":4,\"step\":1,\"thread\":0,\"operation\":\"write\",\"alternative\":0,\"local\":true}\n"
    "{\"execution\":4,\"step\":2,\"thread\":1,\"operation\":\"choose\",\"alternative\":3}\n"
    "{\"execution\":4,\"outcome\":\"completed\",\"threads\":[{\"thread\":0,\"parent\":0,\"child\":0},"
    "{\"thread\":1,\"parent\":0,\"child\":1}]}\n"
    "{\"execution\":5,\"step\":1,\"thread\":0,\"operation\":\"thread_create\",\"alternative\":0}\n"
    "{\"execution\":5,\"outcome\":\"deadlock\",\"threads\":[]}\n";

std::string refusal(const std::string& text) {
  try {
    parse_schedules(text, "file");
  } catch (const target::Error& error) {
    EXPECT_EQ(error.exit_code(), target::ExitCode::Usage);
    return error.what();
  }
  return "accepted";
}

bool starts_with(const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; }

TEST(ScheduleFile, ReadsATrace) {
  ScheduleFile file = parse_schedules(kTrace, "file");
  ASSERT_EQ(file.executions.size(), 2U);
  ASSERT_EQ(file.executions[0].size(), 2U);
  EXPECT_EQ(file.executions[0][1].thread, 1);
  EXPECT_EQ(file.executions[0][1].alternative, 3);
  EXPECT_EQ(file.executions[1].size(), 1U);
  ASSERT_EQ(file.thread_paths.size(), 2U);
  EXPECT_EQ(file.thread_paths[1].child_index, 1);
}

TEST(ScheduleFile, ReadsPlainSteps) {
  ScheduleFile file = parse_schedules("{\n \"steps\": [[0,0],[2,1]],\n \"threads\": [[0,0],[0,1],[1,1]] }\n", "file");
  ASSERT_EQ(file.executions.size(), 1U);
  EXPECT_EQ(file.executions[0][1].thread, 2);
  EXPECT_EQ(file.thread_paths.size(), 3U);
  EXPECT_EQ(parse_schedules("{\"steps\":[]}", "file").executions.at(0).size(), 0U);
}

TEST(ScheduleFile, NamesTheLineThatIsWrong) {
  EXPECT_TRUE(starts_with(refusal(""), "file, line 1: this is not JSON"));
  EXPECT_TRUE(starts_with(refusal("{\n\"steps\": [[0,0],\n[1,}"), "file, line 3: this is not JSON"));
  EXPECT_TRUE(starts_with(refusal("{\"step\":[]}"), "file, line 1: there are no \"steps\""));
  EXPECT_TRUE(starts_with(refusal("{\"steps\":[[0]]}"), "file, line 1: a step is not a pair"));
  EXPECT_TRUE(starts_with(refusal("{\"steps\":[[0,-1]]}"), "file, line 1: a step is not a number"));
  EXPECT_TRUE(starts_with(refusal("{\"steps\":[[5000,0]]}"), "file, line 1: a step 5000 is too large"));
  EXPECT_TRUE(starts_with(refusal("{\"steps\":[],\"threads\":[[0,0],[7,0]]}"), "file, line 1: thread 1 is older"));
  EXPECT_TRUE(starts_with(refusal("{\"steps\":[[0,1e999]]}"), "file, line 1: a number is too large"));
  std::string trace = kTrace;
  EXPECT_TRUE(starts_with(refusal(trace + "{\"execution\":1e999}\n"), "file, line 8: this is not a JSON object"));
  EXPECT_TRUE(starts_with(refusal(trace + "oops\n"), "file, line 8: this is not a JSON object"));
  EXPECT_TRUE(starts_with(refusal(trace + "{\"execution\":6,\"step\":2,\"thread\":0,\"alternative\":0}\n"),
                          "file, line 8: a step is missing"));
  EXPECT_TRUE(starts_with(refusal(trace + "{\"execution\":6,\"step\":1,\"alternative\":0}\n"),
                          "file, line 8: \"thread\" is missing"));
}

TEST(ScheduleFile, SurvivesDamage) {
  std::string trace = kTrace;
  for (uint32_t seed = 0; seed < 20'000; ++seed) {
    std::vector<char> bytes = test::damaged(std::vector<char>(trace.begin(), trace.end()), seed);
    try {
      parse_schedules(std::string_view(bytes.data(), bytes.size()), "damaged");
    } catch (const target::Error&) {
    }
  }
}

}  // namespace
}  // namespace selvage::cli

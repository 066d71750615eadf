#include "report/json.h"

#include <gtest/gtest.h>

#include "sample.h"

namespace selvage::report {
namespace {

using nlohmann::ordered_json;

TEST(Json, LeavesOutWhatIsEmpty) {
  ordered_json report = to_json(Report{});
  std::vector<std::string> keys;
  for (const auto& [key, value] : report.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"format_version", "exit_code", "interrupted", "looked_at_all", "seconds"}));
}

TEST(Json, HasTheFieldsByTheirNames) {
  ordered_json report = to_json(sample_report());
  EXPECT_EQ(report["verdict"], "bug");
  EXPECT_EQ(report["exit_code"], 13);
  const ordered_json& race = report["findings"][0];
  EXPECT_EQ(race["place"]["line"], 7);
  EXPECT_EQ(race["accesses"][1]["step"], 2);
  EXPECT_EQ(race["steps"][0]["held"], ordered_json({1}));
  EXPECT_FALSE(race["steps"][0].contains("place"));
  EXPECT_FALSE(race["steps"][0].contains("read"));
  EXPECT_EQ(race["steps"][1]["written"], "3");
  EXPECT_EQ(race["steps"][1]["is_marked"], true);
}

TEST(Json, OutputNeedNotBeText) {
  Report report = sample_report();
  report.findings[0].output = "\xFF\x00binary";
  EXPECT_NO_THROW(static_cast<void>(ordered_json::parse(json_text(to_json(report)))));
}

}  // namespace
}  // namespace selvage::report

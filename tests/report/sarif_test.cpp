#include "report/sarif.h"

#include <gtest/gtest.h>

#include <set>

#include "report/rules.h"
#include "report/sarif_places.h"
#include "report/sarif_thread_flows.h"
#include "sample.h"

namespace selvage::report {
namespace {

using nlohmann::ordered_json;

TEST(Sarif, PathsAreRelativeToTheProject) {
  SarifPlaces places(sample_report());
  ordered_json below = places.artifact_location("src/a b.c");
  EXPECT_EQ(below["uri"], "build/src/a%20b.c");
  EXPECT_EQ(below["uriBaseId"], "%SRCROOT%");
  EXPECT_EQ(places.artifact_location("../src/x.c")["uri"], "src/x.c");
  ordered_json outside = places.artifact_location("/usr/include/c++/12/bits/x.h");
  EXPECT_EQ(outside["uri"], "file:///usr/include/c++/12/bits/x.h");
  EXPECT_FALSE(outside.contains("uriBaseId"));
  EXPECT_EQ(places.artifact_location("src/a b.c")["index"], 0);
  EXPECT_EQ(places.artifacts().size(), 3u);
  EXPECT_EQ(places.artifacts()[2]["sourceLanguage"], "c");
}

TEST(Sarif, OneThreadFlowPerThreadInTheOrderOfTheSteps) {
  ordered_json log = to_sarif(sample_report());
  const ordered_json& flows = log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 2u);
  EXPECT_EQ(flows[0]["locations"][0]["executionOrder"], 1);
  EXPECT_EQ(flows[1]["locations"][0]["executionOrder"], 3);
  EXPECT_EQ(flows[0]["locations"][1]["importance"], "essential");
  EXPECT_EQ(flows[0]["locations"][1]["state"]["balance"]["text"], "3");
  EXPECT_EQ(flows[0]["locations"][0]["state"]["locks held"]["text"], "lock");
  EXPECT_EQ(flows[0]["locations"][0]["kinds"], ordered_json({"acquire", "lock"}));
}

TEST(Sarif, MessagesLinkToRelatedPlaces) {
  Report report = sample_report();
  report.findings[0].accesses[0].what = "table[3]";
  ordered_json result = to_sarif(report)["runs"][0]["results"][0];
  EXPECT_EQ(result["message"]["text"],
            "Data race on balance. [main writes table\\[3\\]](1), [thread 1 reads 4 bytes of balance](2).");
  EXPECT_EQ(result["relatedLocations"][1]["id"], 2);
}

TEST(Sarif, FindingsWithOneFingerprintAreToldApart) {
  Report report = sample_report();
  report.findings.push_back(sample_race());
  ordered_json results = to_sarif(report)["runs"][0]["results"];
  EXPECT_EQ(results[0]["partialFingerprints"]["selvage/v1"], "00000000deadbeef:1");
  EXPECT_EQ(results[1]["partialFingerprints"]["selvage/v1"], "00000000deadbeef:2");
}

TEST(Sarif, SuppressedFindingsSayWhy) {
  Report report = sample_report();
  report.suppressed = {sample_race()};
  report.suppressed[0].suppressed_by = "race:balance";
  ordered_json results = to_sarif(report)["runs"][0]["results"];
  EXPECT_FALSE(results[0].contains("suppressions"));
  EXPECT_EQ(results[1]["suppressions"][0]["kind"], "external");
}

TEST(Sarif, LongInterleavingsKeepWhatMatters) {
  Counterexample race = sample_race();
  race.steps.insert(race.steps.end(), 2 * kMostFlowSteps, race.steps[2]);
  SarifPlaces places(sample_report());
  ordered_json flow = code_flow(race, places);
  size_t shown = 0;
  for (const ordered_json& thread : flow["threadFlows"]) shown += thread["locations"].size();
  EXPECT_EQ(shown, kMostFlowSteps);
  EXPECT_EQ(flow["threadFlows"][0]["locations"][0]["executionOrder"], 2);
  EXPECT_NE(flow["message"]["text"].get<std::string>().find("10003 are left out"), std::string::npos);
}

TEST(Rules, HaveIdentifiersOfTheirOwn) {
  std::set<std::string_view> ids, names;
  for (const Rule& rule : rules()) {
    EXPECT_EQ(rule.id, rule_id(rule.kind));
    EXPECT_EQ(rule_of(rule.kind), &rule);
    ids.insert(rule.id);
    names.insert(rule.name);
  }
  EXPECT_EQ(ids.size(), rules().size());
  EXPECT_EQ(names.size(), rules().size());
  EXPECT_EQ(rule_of("data race"), rule_of("data-race"));
  EXPECT_EQ(rule_of("nothing"), nullptr);
}

}  // namespace
}  // namespace selvage::report

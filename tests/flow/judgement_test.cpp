// Information flow on executions written by hand.
#include "flow/judgement.h"

#include <gtest/gtest.h>

namespace selvage::flow::testing {
namespace {

constexpr uint64_t kLog = kFirstChannelObject + 64, kScreen = kFirstChannelObject + 128;

Footprint choose() { return {Operation::Choose, 0, 0, 0, 1, 0}; }
Footprint observe(uint16_t thread, uint64_t channel, uint64_t value) {
  return {Operation::Observe, 0, thread, 0, channel, value};
}

// An execution with a secret that shows values on channels.
struct Script {
  uint16_t secret = 0;
  std::vector<Footprint> steps = {};
  Outcome outcome = Outcome::Completed;
};

void look(Collector& collector, const Script& script) {
  model::Path path;
  std::vector<model::Race> races;
  std::vector<uint64_t> enabled{7};
  path.push({choose(), script.secret, 4, 0, 0}, {}, enabled, races);
  for (const Footprint& step : script.steps) path.push({step, 0, 1, 0, 0}, {}, enabled, races);
  collector.look(path, 0, script.outcome, 0, true);
}

std::vector<Leak> leaks(const std::vector<Script>& scripts, Property property, Observer observer = Observer::Each) {
  PropertySet properties;
  properties.insert(property);
  Collector collector(properties, observer, false);
  for (const Script& script : scripts) look(collector, script);
  // The same in parts.
  Collector whole = collector.split(), first = collector.split(), second = collector.split();
  for (size_t i = 0; i < scripts.size(); i++) look(i % 2 == 0 ? first : second, scripts[i]);
  whole.join(second);
  whole.join(first);
  std::vector<Leak> result = judge(collector, properties, true, true), joined = judge(whole, properties, true, true);
  EXPECT_EQ(result.size(), joined.size());
  for (size_t i = 0; i < std::min(result.size(), joined.size()); i++) {
    EXPECT_EQ(result[i].location, joined[i].location);
    EXPECT_EQ(result[i].needs_two_secrets, joined[i].needs_two_secrets);
  }
  return result;
}

TEST(InformationFlow, TheSameIsNoLeak) {
  Script one{.secret = 0, .steps = {observe(1, kLog, 5)}}, other{.secret = 1, .steps = {observe(1, kLog, 5)}};
  EXPECT_TRUE(leaks({one, other}, Property::Observational).empty());
  EXPECT_TRUE(leaks({one, other}, Property::Possibilistic).empty());
}

TEST(InformationFlow, WhatDependsOnTheSecretTakesTwoSecrets) {
  Script one{.secret = 0, .steps = {observe(1, kLog, 5), observe(1, kLog, 6)}};
  Script other{.secret = 1, .steps = {observe(1, kLog, 5), observe(1, kLog, 7)}};
  auto found = leaks({one, other}, Property::Observational);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].needs_two_secrets);
  EXPECT_EQ(found[0].location, kLog);
  EXPECT_EQ(found[0].difference, 1u);
  EXPECT_NE(found[0].one.secret, found[0].other.secret);
}

TEST(InformationFlow, WhatDependsOnTheSchedulerTakesOneSecret) {
  Script one{.secret = 0, .steps = {observe(1, kLog, 5), observe(2, kLog, 6)}};
  Script other{.secret = 0, .steps = {observe(2, kLog, 6), observe(1, kLog, 5)}};
  auto found = leaks({one, other}, Property::Observational);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_FALSE(found[0].needs_two_secrets);
  EXPECT_EQ(found[0].one.secret, found[0].other.secret);
  EXPECT_TRUE(leaks({one, other}, Property::Possibilistic).empty());
}

TEST(InformationFlow, SetsOfObservationsAreCompared) {
  Script a{.secret = 0, .steps = {observe(1, kLog, 5)}}, b{.secret = 0, .steps = {observe(1, kLog, 6)}};
  Script c{.secret = 1, .steps = {observe(1, kLog, 6)}}, d{.secret = 1, .steps = {observe(1, kLog, 5)}};
  EXPECT_TRUE(leaks({a, b, c, d}, Property::Possibilistic).empty());
  EXPECT_EQ(leaks({a, b, c}, Property::Possibilistic).size(), 1u);
}

TEST(InformationFlow, NothingSeenIsSomethingSeen) {
  Script silent{.secret = 0}, loud{.secret = 1, .steps = {observe(1, kScreen, 1)}};
  EXPECT_EQ(leaks({silent, loud}, Property::Observational).size(), 1u);
  EXPECT_EQ(leaks({loud, silent}, Property::Possibilistic).size(), 1u);
}

TEST(InformationFlow, RepetitionsAreNotSeen) {
  Script once{.secret = 0, .steps = {observe(1, kLog, 5)}};
  Script twice{.secret = 1, .steps = {observe(1, kLog, 5), observe(1, kLog, 5)}};
  Script again{.secret = 2, .steps = {observe(1, kLog, 5), observe(1, kLog, 6), observe(1, kLog, 5)}};
  EXPECT_TRUE(leaks({once, twice}, Property::Observational).empty());
  EXPECT_EQ(leaks({once, twice, again}, Property::Observational).size(), 1u);
}

TEST(InformationFlow, OrderBetweenLocationsIsSeenJointly) {
  Script one{.secret = 0, .steps = {observe(1, kLog, 1), observe(1, kScreen, 1)}};
  Script other{.secret = 1, .steps = {observe(1, kScreen, 1), observe(1, kLog, 1)}};
  EXPECT_TRUE(leaks({one, other}, Property::Observational).empty());
  EXPECT_EQ(leaks({one, other}, Property::Observational, Observer::Joint).size(), 1u);
}

TEST(InformationFlow, EndsAreCompared) {
  Script ends{.secret = 0}, hangs{.secret = 1, .outcome = Outcome::Deadlock};
  Script crashes{.secret = 1, .outcome = Outcome::Crash}, cut{.secret = 1, .outcome = Outcome::StepLimit};
  EXPECT_EQ(leaks({ends, hangs}, Property::Termination).size(), 1u);
  EXPECT_EQ(leaks({ends, crashes}, Property::Termination).size(), 1u);
  EXPECT_TRUE(leaks({ends, cut}, Property::Termination).empty());
  EXPECT_TRUE(leaks({ends, hangs}, Property::Observational).empty());
}

TEST(InformationFlow, IncompleteSearchesTellOnlyWhatIsCertain) {
  PropertySet properties;
  for (Property property : {Property::Observational, Property::Possibilistic, Property::Termination})
    properties.insert(property);
  Collector collector(properties, Observer::Each, false);
  look(collector, {.secret = 0, .steps = {observe(1, kLog, 5)}});
  look(collector, {.secret = 1, .steps = {observe(1, kLog, 6)}, .outcome = Outcome::Deadlock});
  std::vector<Leak> found = judge(collector, properties, false, true);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].property, Property::Observational);
  EXPECT_EQ(judge(collector, properties, true, true).size(), 3u);
}

TEST(InformationFlow, TheCommonBeginningOfTwoPathsIsReadOnce) {
  PropertySet properties;
  properties.insert(Property::Observational);
  Collector collector(properties, Observer::Each, false);
  model::Path path;
  std::vector<model::Race> races;
  std::vector<uint64_t> enabled{7};
  path.push({choose(), 0, 4, 0, 0}, {}, enabled, races);
  path.push({observe(1, kLog, 1), 0, 1, 0, 0}, {}, enabled, races);
  path.push({observe(2, kLog, 2), 0, 1, 0, 0}, {}, enabled, races);
  collector.look(path, 0, Outcome::Completed, 0, true);
  path.truncate(2);
  path.push({observe(2, kLog, 3), 0, 1, 0, 0}, {}, enabled, races);
  collector.look(path, 2, Outcome::Completed, 0, true);
  const Shown& shown = collector.shown().begin()->second.at(kLog);
  EXPECT_EQ(shown.size(), 2u);
  EXPECT_TRUE(shown.contains({{kLog, 1}, {kLog, 2}}));
  EXPECT_TRUE(shown.contains({{kLog, 1}, {kLog, 3}}));
}

}  // namespace
}  // namespace selvage::flow::testing

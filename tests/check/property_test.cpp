#include "check/property.h"

#include <gtest/gtest.h>

#include <random>

#include "check/finding.h"

namespace selvage::check::testing {
namespace {

PropertySet parsed(std::string_view text) {
  PropertySet set;
  EXPECT_EQ(parse_properties(text, set), "") << text;
  return set;
}

std::string refusal(std::string_view text) {
  PropertySet set{Property::Leak};
  std::string sentence = parse_properties(text, set);
  EXPECT_NE(sentence, "") << text;
  EXPECT_EQ(set, PropertySet{Property::Leak}) << "left as it was";
  return sentence;
}

PropertySet all() {
  PropertySet set = PropertySet::standard();
  set.insert(Property::Leak);
  return set;
}

TEST(Properties, StandardIsAllButLeaksAndWhatHasOptionsOfItsOwn) {
  EXPECT_FALSE(PropertySet::standard().contains(Property::Leak));
  EXPECT_FALSE(PropertySet::standard().contains(Property::Temporal));
  EXPECT_FALSE(PropertySet::standard().contains(Property::Flow));
  EXPECT_EQ(PropertySet::standard().names().size(), static_cast<size_t>(Property::Count) - 3);
}

TEST(Properties, AreChosenByTheirNames) {
  EXPECT_EQ(parsed("deadlock,race"), (PropertySet{Property::Deadlock, Property::Race}));
  EXPECT_EQ(parsed(" deadlock , race "), (PropertySet{Property::Deadlock, Property::Race}));
  EXPECT_EQ(parsed("race,race"), PropertySet{Property::Race});
  for (std::string_view name : all().names()) EXPECT_EQ(parsed(name).names(), std::vector{name});
  EXPECT_EQ(parsed("all"), all());
  EXPECT_EQ(parsed("standard"), PropertySet::standard());
  EXPECT_EQ(parsed("standard,leak"), all());
}

TEST(Properties, CanBeLeftOut) {
  PropertySet without = PropertySet::standard();
  without.erase(Property::Race);
  EXPECT_EQ(parsed("standard,-race"), without);
  EXPECT_EQ(parsed("-race,standard"), without);
  EXPECT_EQ(parsed("-race"), without);
  EXPECT_EQ(parsed("all,-leak,-race"), without);
}

TEST(Properties, WhatMakesNoSenseIsRefused) {
  for (std::string_view text :
       {"", ",", "race,", " ", "races", "RACE", "-", "--race", "-all", "-standard", "race deadlock"})
    EXPECT_NE(
        refusal(text).find("assertion, crash, deadlock, race, misuse, memory, leak, progress, stuck, temporal, flow, "
                           "exit-status, standard"),
        std::string::npos)
        << text;
  EXPECT_NE(refusal("races").find("'races'"), std::string::npos);
  EXPECT_EQ(refusal("race,-race"), "'race' is both asked for and left out");
  EXPECT_EQ(refusal("-race,race"), "'race' is both asked for and left out");
  EXPECT_NE(
      refusal("-assertion,-crash,-deadlock,-race,-misuse,-memory,-progress,-stuck,-exit-status").find("leaves nothing"),
      std::string::npos);
}

TEST(Properties, AnyTextIsReadOrRefused) {
  std::mt19937 random(1);
  const std::string_view pieces[] = {"race", "deadlock", "leak", "all", "standard", ",", ",",
                                     "-",    " ",        "\t",   "x",   "\xff",     "\n"};
  for (int i = 0; i < 20000; i++) {
    std::string text;
    for (auto n = random() % 8; n > 0; n--) text += pieces[random() % std::size(pieces)];
    PropertySet set;
    std::string sentence = parse_properties(text, set);
    EXPECT_EQ(sentence.empty(), !set.empty()) << text;
    for (char c : sentence) EXPECT_TRUE(c >= ' ' && c <= '~');
    if (!sentence.empty()) continue;
    std::string again;
    for (std::string_view name : set.names()) again += (again.empty() ? "" : ",") + std::string(name);
    EXPECT_EQ(parsed(again), set);
  }
}

TEST(Findings, HavePublishedNamesAndExitCodes) {
  const std::vector<std::pair<std::string_view, int>> expected = {
      {"assertion", 10},   {"abort", 10},         {"killed", 10},       {"crash", 10},          {"stack_overflow", 10},
      {"deadlock", 11},    {"data_race", 13},     {"misuse", 10},       {"use_after_free", 14}, {"heap_overrun", 14},
      {"double_free", 14}, {"bad_free", 14},      {"memory_error", 14}, {"leak", 14},           {"stuck", 12},
      {"livelock", 12},    {"stuck_threads", 12}, {"temporal", 15},     {"flow", 16},           {"exit_status", 10}};
  ASSERT_EQ(expected.size(), static_cast<size_t>(FindingKind::Count));
  for (size_t i = 0; i < expected.size(); i++) {
    auto kind = static_cast<FindingKind>(i);
    EXPECT_EQ(finding_kind_name(kind), expected[i].first);
    EXPECT_EQ(exit_code_of(kind), expected[i].second);
  }
  EXPECT_EQ(property_of(FindingKind::Killed), Property::Assertion);
  EXPECT_EQ(property_of(FindingKind::StackOverflow), Property::Crash);
  EXPECT_EQ(property_of(FindingKind::Leak), Property::Leak);
  EXPECT_EQ(property_of(FindingKind::Stuck), Property::Progress);
}

}  // namespace
}  // namespace selvage::check::testing

#include "cli/cluster/unbegun_runs.h"

#include <gtest/gtest.h>

#include <set>

#include "cli/cluster/cluster_messages.h"
#include "cluster/sealed.h"

namespace selvage::cli {
namespace {

using Strings = std::vector<std::string>;
using Clock = UnbegunRuns::Clock;

// Runs that have no more than a log.
class BrokerOfLogs final : public cluster::Broker {
 public:
  std::map<std::string, uint64_t> entries;
  std::set<std::string> begun, foreign, half;

  Strings runs() override {
    Strings result;
    for (const auto& [run, count] : entries)
      if (!half.contains(run)) result.push_back(run);
    return result;
  }
  Strings half_made() override { return {half.begin(), half.end()}; }
  void create(const std::string& run) override { entries[run] = 0; }
  void remove(const std::string& run) override {
    entries.erase(run);
    half.erase(run);
  }
  std::optional<std::string> read(const std::string& run, const std::string& name) override {
    if (foreign.contains(run)) throw cluster::ForeignRun(run);
    return begun.contains(run) && name == kRunEntry ? std::optional<std::string>("run") : std::nullopt;
  }
  uint64_t last_entry(const std::string& run) override {
    if (!entries.contains(run)) throw cluster::RunGone(run);
    return entries[run];
  }

  bool write_once(const std::string&, const std::string&, std::string_view) override { return false; }
  std::vector<cluster::Entry> read_after(const std::string&, uint64_t) override { return {}; }
  void replace(const std::string&, const std::string&, std::string_view) override {}
  std::optional<std::string> latest(const std::string&, const std::string&) override { return std::nullopt; }
  size_t most_bytes() override { return 100; }
  void put(const std::string&, uint32_t, const std::string&, std::string_view) override {}
  std::unique_ptr<cluster::Delivery> take(const std::string&, cluster::Milliseconds) override { return nullptr; }
  cluster::QueueState queue(const std::string&) override { return {}; }
  void drop(const std::string&, uint32_t) override {}
  void tell(const std::string&, const std::string&) override {}
  Strings told(const std::string&) override { return {}; }
};

struct Unbegun : testing::Test {
  Strings after(int minutes) { return runs.remove_old(begin + std::chrono::minutes(minutes)); }
  BrokerOfLogs broker;
  UnbegunRuns runs{broker};
  Clock::time_point begin = Clock::now();
};

TEST_F(Unbegun, WhatNobodyAddsToIsRemovedInTheEnd) {
  broker.create("made");
  broker.create("half");
  broker.half = {"half"};
  EXPECT_EQ(after(0), Strings{});
  EXPECT_EQ(after(9), Strings{});
  EXPECT_EQ(after(10), (Strings{"half", "made"}));
  EXPECT_TRUE(broker.entries.empty());
  EXPECT_EQ(after(20), Strings{});
}

TEST_F(Unbegun, AClientThatWritesIsWaitedFor) {
  broker.create("slow");
  for (int i = 0; i < 10; i++) {
    EXPECT_EQ(after(6 * i), Strings{});
    broker.entries["slow"]++;
  }
  EXPECT_EQ(after(60), Strings{});
  EXPECT_EQ(after(70), Strings{"slow"});
}

TEST_F(Unbegun, RunsThatHaveBegunStay) {
  for (const char* run : {"mine", "theirs", "late"}) broker.create(run);
  broker.begun = {"mine"};
  broker.foreign = {"theirs"};
  EXPECT_EQ(after(0), Strings{});
  broker.begun.insert("late");
  EXPECT_EQ(after(10), Strings{});
  EXPECT_EQ(after(100), Strings{});
  EXPECT_EQ(broker.entries.size(), 3u);
}

TEST_F(Unbegun, OneThatGoesMeanwhileIsForgotten) {
  broker.create("gone");
  broker.half = {"gone"};
  EXPECT_EQ(after(0), Strings{});
  broker.entries.erase("gone");
  EXPECT_EQ(after(10), Strings{});
  broker.create("gone");
  EXPECT_EQ(after(10), Strings{});
}

}  // namespace
}  // namespace selvage::cli

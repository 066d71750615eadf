// Dynamic sharing, on a real program: what is found, that it becomes a scheduling point once it is in the table, and
// that nothing else changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run/run_options.h"
#include "contract/dependence.h"
#include "target/program_target.h"
#include "target/workspace.h"

namespace selvage {
namespace {

using Locations = std::set<SharedLocation>;

std::filesystem::path folder;
std::string executable;

class Built : public ::testing::Environment {
 public:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("selvage-sharing-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    executable = folder / "touches";
    std::string command =
        std::string(SELVAGE_CC) + " -O1 -g " + SELVAGE_PROGRAMS + "/touches.c -o " + executable + " -pthread";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
};
const auto* const built = ::testing::AddGlobalTestEnvironment(new Built);

struct Seen {
  Outcome outcome;
  int status;
  uint64_t steps;
  std::vector<SharedLocation> found;
  std::vector<Event> events;
  std::map<std::string, SharedLocation> names;  // granules that the program told of

  std::vector<Event> accesses() const {
    std::vector<Event> all;
    for (const Event& event : events)
      if (traits(event.operation).object == ObjectKind::Memory) all.push_back(event);
    return all;
  }
};

struct Carriage {
  Carrier carrier = Carrier::Fibers;
  Restart restart = Restart::Snapshot;
};

class Program {
 public:
  explicit Program(const std::string& scenario, Sharing sharing = Sharing::Dynamic, Carriage carriage = {},
                   uint64_t max_steps = 1'000'000) {
    target::Launch launch;
    launch.path = executable;
    launch.arguments = {executable, scenario};
    launch.configuration = cli::make_configuration({});
    launch.configuration.sharing = sharing;
    launch.configuration.carrier = carriage.carrier;
    launch.configuration.restart = carriage.restart;
    launch.configuration.max_steps = max_steps;
    program_ = std::make_unique<target::ProgramTarget>(launch, target::TargetOptions{}, target::copy_standard_input(),
                                                       workspace_);
    program_->start();
  }

  Seen run(const target::ScheduleRequest& request) {
    target::ScheduleBatch batch;
    batch.append(request);
    Seen seen;
    program_->run(batch, [&](size_t, const target::ExecutionView& view) {
      seen.outcome = view.outcome();
      seen.status = view.record().status;
      seen.steps = view.record().step_count;
      seen.found.assign(view.found().begin(), view.found().end());
      for (target::EventView event : view.events()) seen.events.push_back(*event.event);
      std::istringstream output(program_->output(view));
      std::string name;
      for (uint64_t address; output >> name >> std::hex >> address;)
        seen.names[name] = address / kSharingGranule * kSharingGranule;
    });
    return seen;
  }
  Seen random(uint64_t seed) {
    return run({.policy = Policy::Random, .seed = seed, .flags = kRecordEvents | kRecordLocal});
  }
  Seen in_order() { return run({.policy = Policy::Continue, .flags = kRecordEvents | kRecordLocal}); }

  // Only how executions end and what they find; quick.
  void many(uint64_t first, size_t count, const std::function<void(const target::ExecutionView&)>& visit) {
    for (size_t done = 0; done < count;) {
      target::ScheduleBatch batch;
      for (; done < count && batch.size() < 10'000; done++)
        batch.append({.policy = Policy::Random, .seed = first + done});
      program_->run(batch, [&](size_t, const target::ExecutionView& view) { visit(view); });
    }
  }

  void share(const Locations& locations) {
    for (SharedLocation location : locations)
      if (known_.insert(location).second) table_.push_back(location);
    program_->share(table_);
  }
  void restart() { program_->stop(); }
  // Until random schedules show nothing new.
  Locations share_all(size_t schedules) {
    for (bool again = true; again;) {
      Locations found;
      many(1, schedules,
           [&](const target::ExecutionView& view) { found.insert(view.found().begin(), view.found().end()); });
      again = !found.empty();
      share(found);
    }
    return known_;
  }

 private:
  target::Workspace workspace_;
  std::unique_ptr<target::ProgramTarget> program_;
  std::vector<SharedLocation> table_;
  Locations known_;
};

Locations found_in(Program& program, uint64_t seeds, std::map<std::string, SharedLocation>* names = nullptr) {
  Locations found;
  for (uint64_t seed = 1; seed <= seeds; seed++) {
    Seen seen = program.random(seed);
    Locations here(seen.found.begin(), seen.found.end());
    EXPECT_EQ(here.size(), seen.found.size()) << "reported twice";
    found.merge(here);
    if (names) names->merge(seen.names);
  }
  return found;
}

Locations expected(const std::map<std::string, SharedLocation>& names) {
  Locations all;
  for (const auto& [name, location] : names)
    if (name.starts_with("shared")) all.insert(location);
  return all;
}

class Found : public ::testing::TestWithParam<const char*> {};

TEST_P(Found, ExactlyWhatTwoThreadsTouchAndOneWrites) {
  Program program(GetParam());
  std::map<std::string, SharedLocation> names;
  Locations found = found_in(program, 40, &names);
  // Where threads can be struck, the moment of their beginning is found first, and the rest once it is a point.
  if (found.erase(kThreadExits) != 0) {
    program.share({kThreadExits});
    found.merge(found_in(program, 40, &names));
  }
  EXPECT_EQ(found, expected(names));
}

TEST_P(Found, BecomesSchedulingPoints) {
  Program program(GetParam());
  Seen before = program.random(1);
  EXPECT_TRUE(before.accesses().empty());
  Locations shared = program.share_all(100);
  auto is_shared = [&](const Event& event) {
    for (SharedLocation granule : shared)
      if (event.object < granule + kSharingGranule && granule < event.object + std::max(event.size, 1u)) return true;
    return false;
  };
  size_t steps = 0;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    Seen seen = program.random(seed);
    EXPECT_TRUE(seen.found.empty());
    for (const Event& event : seen.accesses()) {
      EXPECT_TRUE(is_shared(event));
      if (!(event.flags & kEventLocal)) steps++;
    }
  }
  if (!shared.empty() && std::string(GetParam()) != "in_blocks") EXPECT_GT(steps, 0u);
}

TEST_P(Found, SameOnAllCarriersAndRestarts) {
  Program fast(GetParam());
  Program forked(GetParam(), Sharing::Dynamic, {Carrier::Fibers, Restart::Fork});
  Program threads(GetParam(), Sharing::Dynamic, {Carrier::OsThreads, Restart::Fork});
  for (int round = 0; round < 2; round++) {
    Locations found;
    for (uint64_t seed = 1; seed <= 20; seed++) {
      Seen first = fast.random(seed);
      for (Program* other : {&forked, &threads}) {
        Seen second = other->random(seed);
        EXPECT_EQ(first.found, second.found);
        ASSERT_EQ(first.events.size(), second.events.size());
        for (size_t i = 0; i < first.events.size(); i++)
          EXPECT_EQ(std::memcmp(&first.events[i], &second.events[i], sizeof(Event)), 0);
      }
      found.insert(first.found.begin(), first.found.end());
    }
    for (Program* program : {&fast, &forked, &threads}) program->share(found);
  }
}

// With everything in the table there is nothing that Sharing::Full would show in addition.
TEST_P(Found, SameOutcomesAsFull) {
  std::set<std::pair<Outcome, int>> full, dynamic;
  auto into = [](auto& set) {
    return [&set](const target::ExecutionView& view) { set.insert({view.outcome(), view.record().status}); };
  };
  Program(GetParam(), Sharing::Full).many(1, 2000, into(full));
  Program program(GetParam());
  program.share_all(500);
  program.many(1, 2000, into(dynamic));
  EXPECT_EQ(full, dynamic);
}

INSTANTIATE_TEST_SUITE_P(Scenarios, Found,
                         ::testing::Values("mixed", "in_blocks", "halves", "frees", "frees_large", "ranges",
                                           "ranges_read", "takes_turns", "waits_on_futex", "signals"),
                         [](const auto& info) { return std::string(info.param); });

TEST(Sharing, LostUpdatesShowOnlyOnceShared) {
  std::set<int> full, unshared, shared;
  auto into = [](std::set<int>& set) {
    return [&set](const target::ExecutionView& view) { set.insert(view.record().status); };
  };
  Program("lost_update", Sharing::Full).many(1, 5000, into(full));
  Program program("lost_update");
  program.many(1, 1000, into(unshared));
  EXPECT_LT(unshared.size(), full.size());
  EXPECT_FALSE(program.share_all(200).empty());
  program.many(1, 5000, into(shared));
  EXPECT_EQ(shared, full);
  EXPECT_GT(shared.size(), 2u);
}

TEST(Sharing, FullFindsNothing) {
  Program program("mixed", Sharing::Full);
  Seen seen = program.random(1);
  EXPECT_TRUE(seen.found.empty());
  EXPECT_FALSE(seen.accesses().empty());
}

// More executions than there are epochs: touches of former executions never count, those of this one always do.
TEST(Sharing, ExecutionsAreKeptApartForEver) {
  Program program("takes_turns");
  Seen first = program.random(1);
  Locations always = expected(first.names);
  ASSERT_EQ(always.size(), 1u);
  size_t wrong = 0;
  program.many(1, 300'000, [&](const target::ExecutionView& view) {
    wrong += Locations(view.found().begin(), view.found().end()) != always;
  });
  EXPECT_EQ(wrong, 0u);
}

// The table survives when epochs begin anew.
TEST(Sharing, TheTableIsForEver) {
  Program program("takes_turns");
  Locations shared = program.share_all(10);
  ASSERT_EQ(shared.size(), 1u);
  size_t wrong = 0;
  program.many(1, 300'000, [&](const target::ExecutionView& view) { wrong += !view.found().empty(); });
  EXPECT_EQ(wrong, 0u);
  EXPECT_FALSE(program.random(1).accesses().empty());
}

TEST(Sharing, AnotherProcessGetsTheTable) {
  Program program("mixed");
  program.share_all(100);
  Seen before = program.random(1);
  program.restart();
  Seen after = program.random(1);
  EXPECT_TRUE(after.found.empty());
  EXPECT_EQ(after.steps, before.steps);
}

TEST(Sharing, FoundIsLimitedAndGoesOn) {
  Program program("ranges_whole");
  Seen first = program.in_order();
  EXPECT_EQ(first.found.size(), kMaxFound);
  program.share({first.found.begin(), first.found.end()});
  Seen second = program.in_order();
  EXPECT_EQ(second.found.size(), kMaxFound);
  for (SharedLocation location : second.found)
    EXPECT_EQ(std::count(first.found.begin(), first.found.end(), location), 0);
  EXPECT_EQ(second.accesses().size(), 2u);
}

class Waiting : public ::testing::TestWithParam<const char*> {};

// The thread that waits is never seen to share anything with the one that it keeps from running.
TEST_P(Waiting, IsFoundOut) {
  Program program(GetParam(), Sharing::Dynamic, {}, 20'000);
  Locations found;
  for (int round = 0; round < 3; round++) {
    Seen seen = program.in_order();
    if (seen.found.empty()) break;
    found.insert(seen.found.begin(), seen.found.end());
    program.share(found);
  }
  EXPECT_FALSE(found.empty());
  program.share_all(100);
  Seen seen = program.random(1);
  EXPECT_EQ(seen.outcome, Outcome::Completed);
  EXPECT_TRUE(found.contains(seen.names.begin()->second));
}

INSTANTIATE_TEST_SUITE_P(Scenarios, Waiting,
                         ::testing::Values("spins", "spins_yielding", "spins_exchanging", "spins_until_cancelled"),
                         [](const auto& info) { return std::string(info.param); });

TEST(Sharing, LongPrivateComputationsGoOn) {
  Program program("computes");
  Seen seen = program.in_order();
  EXPECT_EQ(seen.outcome, Outcome::Completed);
  EXPECT_TRUE(seen.found.empty());
}

TEST(Sharing, FencesAreLocalEvents) {
  Program program("orders");
  size_t fences = 0;
  for (const Event& event : program.in_order().events) {
    if (event.operation != Operation::Fence) continue;
    fences++;
    EXPECT_TRUE(event.flags & kEventLocal);
  }
  EXPECT_EQ(fences, 2u);
}

TEST(Sharing, MemoryOrdersAreRecorded) {
  Program program("orders", Sharing::Full);
  std::vector<std::pair<Operation, int>> orders;
  for (const Event& event : program.in_order().events) {
    if (event.operation == Operation::ProcessExit) break;  // it looks at exit handlers
    if ((traits(event.operation).object == ObjectKind::Memory || event.operation == Operation::Fence) &&
        event.operation != Operation::Read && event.operation != Operation::Write)
      orders.emplace_back(event.operation, event.flags);
  }
  std::vector<std::pair<Operation, int>> asked = {{Operation::AtomicStore, 0},
                                                  {Operation::AtomicStore, kEventRelease},
                                                  {Operation::Fence, kEventAcquire},
                                                  {Operation::AtomicUpdate, kEventAcquire | kEventRelease},
                                                  {Operation::AtomicLoad, kEventAcquire},
                                                  {Operation::AtomicLoad, kEventAcquire | kEventRelease},
                                                  {Operation::AtomicCompareExchange, kEventAcquire | kEventFailed},
                                                  {Operation::AtomicCompareExchange, kEventRelease},
                                                  {Operation::Fence, kEventAcquire | kEventRelease}};
  EXPECT_EQ(orders, asked);
}

}  // namespace
}  // namespace selvage

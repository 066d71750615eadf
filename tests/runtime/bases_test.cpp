// Schedules that begin alike execute their beginning once: what comes back is the same, byte for byte, as when each is
// executed alone, and as with the other restart.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "cli/run/run_options.h"
#include "target/program_target.h"
#include "target/workspace.h"

namespace selvage {
namespace {

std::filesystem::path folder;
std::string executable;

class Built : public ::testing::Environment {
 public:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("selvage-bases-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    executable = folder / "journeys";
    std::string command =
        std::string(SELVAGE_CC) + " -O1 -g " + SELVAGE_PROGRAMS + "/journeys.c -o " + executable + " -pthread";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
};
const auto* const built = ::testing::AddGlobalTestEnvironment(new Built);

using Record = std::vector<uint64_t>;

// All of the record but its index in the batch, and what fills it up behind the message.
Record copy_of(const target::ExecutionView& view) {
  Record words(view.words().begin(), view.words().end());
  reinterpret_cast<ExecutionRecord*>(words.data())->schedule = 0;
  auto* end = reinterpret_cast<char*>(words.data() + words.size());
  std::string_view message = view.message();
  size_t before = static_cast<size_t>(message.data() - reinterpret_cast<const char*>(view.words().data()));
  std::fill(reinterpret_cast<char*>(words.data()) + before + message.size(), end, '\0');
  return words;
}

// Where two records differ; empty: nowhere.
std::string difference(const Record& a, const Record& b) {
  auto [in_a, in_b] = std::ranges::mismatch(a, b);
  if (in_a == a.end() && in_b == b.end()) return "";
  auto place = [](const Record& record, size_t word) {
    const auto& header = *reinterpret_cast<const ExecutionRecord*>(record.data());
    std::string sizes = fmt::format("{} words, outcome {}, {} events in {} bytes, {} threads, {} found", record.size(),
                                    static_cast<int>(header.outcome), header.event_count, header.events_bytes,
                                    header.thread_count, header.found_count);
    return fmt::format("{:#x} ({})", word < record.size() ? record[word] : 0, sizes);
  };
  auto word = static_cast<size_t>(in_a - a.begin());
  return fmt::format("word {}: {} against {}", word, place(a, word), place(b, word));
}

// One execution, step by step.
struct Way {
  std::vector<Step> steps;
  std::vector<uint64_t> enabled;  // before each step; the programs have few threads
  std::vector<SharedLocation> found;
};

struct Request {
  std::vector<Step> steps;
  std::vector<Sleeper> sleepers;
  size_t record_from;
};

class Program {
 public:
  Program(const std::string& scenario, Sharing sharing, Restart restart = Restart::Snapshot) {
    target::Launch launch;
    launch.path = executable;
    launch.arguments = {executable, scenario};
    launch.configuration = cli::make_configuration({});
    launch.configuration.sharing = sharing;
    launch.configuration.restart = restart;
    launch.configuration.root = Root::FirstChoice;
    program_ = std::make_unique<target::ProgramTarget>(launch, target::TargetOptions{}, target::copy_standard_input(),
                                                       workspace_);
    program_->start();
  }

  Way walk(uint64_t seed) {
    target::ScheduleBatch batch;
    batch.append({.policy = Policy::Random, .seed = seed, .flags = kRecordEvents});
    Way way;
    program_->run(batch, [&](size_t, const target::ExecutionView& view) {
      way.found.assign(view.found().begin(), view.found().end());
      for (target::EventView event : view.events()) {
        if (event.is_local()) continue;
        way.steps.push_back({event.event->thread, event.event->alternative});
        way.enabled.push_back(event.enabled[0]);
      }
    });
    return way;
  }

  void share(const std::vector<SharedLocation>& locations) { program_->share(locations); }

  std::vector<Record> together(const std::vector<Request>& requests, size_t cost) {
    target::ScheduleBatch batch;
    for (const Request& request : requests) append(batch, request);
    batch.share_beginnings(cost);
    return run(batch);
  }

  std::vector<Record> one_by_one(const std::vector<Request>& requests) {
    std::vector<Record> records;
    for (const Request& request : requests) {
      target::ScheduleBatch batch;
      append(batch, request);
      records.push_back(run(batch).front());
    }
    return records;
  }

  uint64_t steps() const { return program_->steps_executed(); }
  bool has_root() const { return program_->restored_pages() > 0; }

 private:
  static void append(target::ScheduleBatch& batch, const Request& request) {
    batch.append({.steps = request.steps,
                  .flags = kRecordEvents | kRecordLocal,
                  .sleepers = request.sleepers,
                  .record_from = request.record_from});
  }

  std::vector<Record> run(const target::ScheduleBatch& batch) {
    std::vector<Record> records;
    program_->run(batch, [&](size_t, const target::ExecutionView& view) { records.push_back(copy_of(view)); });
    return records;
  }

  target::Workspace workspace_;
  std::unique_ptr<target::ProgramTarget> program_;
};

class Choice {
 public:
  explicit Choice(uint64_t seed) : random_(seed) {}
  size_t below(size_t bound) { return random_() % bound; }

 private:
  std::mt19937_64 random_;
};

unsigned nth_member(uint64_t set, size_t n) {
  for (; n > 0; --n) set &= set - 1;
  return static_cast<unsigned>(std::countr_zero(set));
}

// The beginning of a way, and mostly another step than the way's own behind it. As in a search: all but the last step are
// known, and a thread may sleep from there on.
Request branch_off(const Way& way, Choice& choice) {
  size_t at = choice.below(way.steps.size());
  Request request;
  request.steps.assign(way.steps.begin(), way.steps.begin() + static_cast<ptrdiff_t>(at));
  request.record_from = choice.below(4) == 0 ? choice.below(at + 1) : at;
  uint64_t enabled = way.enabled[at];
  request.steps.push_back({static_cast<uint16_t>(nth_member(enabled, choice.below(std::popcount(enabled)))), 0});
  if (choice.below(2) == 0 && way.steps[at].thread != request.steps.back().thread)
    request.sleepers.push_back({way.steps[at].thread, 0, static_cast<uint32_t>(at)});
  return request;
}

std::vector<Request> some_requests(const std::vector<Way>& ways, Choice& choice) {
  std::vector<Request> requests;
  for (int i = 0; i < 60; ++i) requests.push_back(branch_off(ways[choice.below(ways.size())], choice));
  std::ranges::sort(requests, [](const Request& a, const Request& b) {
    return std::ranges::lexicographical_compare(
        a.steps, b.steps, {}, [](const Step& s) { return s.thread; }, [](const Step& s) { return s.thread; });
  });
  return requests;
}

struct Scenario {
  std::string name;
  Sharing sharing;
};

class Scenarios : public ::testing::TestWithParam<Scenario> {};

TEST_P(Scenarios, SameWithBases) {
  auto [name, sharing] = GetParam();
  Program program(name, sharing);
  Program forking(name, sharing, Restart::Fork);
  // Some of what threads share are scheduling points, and the rest is still to be found.
  std::vector<SharedLocation> found = program.walk(1).found;
  found.resize(found.size() / 2);
  program.share(found);
  forking.walk(1);
  forking.share(found);
  std::vector<Way> ways;
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    ways.push_back(program.walk(seed));
    forking.walk(seed);
  }
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    Choice choice(seed);
    std::vector<Request> requests = some_requests(ways, choice);
    uint64_t before = program.steps();
    std::vector<Record> shared = program.together(requests, choice.below(30));
    EXPECT_TRUE(program.has_root());
    uint64_t with_bases = program.steps() - before;
    before = program.steps();
    std::vector<Record> alone = program.one_by_one(requests);
    uint64_t without = program.steps() - before;
    ASSERT_EQ(shared.size(), requests.size());
    for (size_t i = 0; i < requests.size(); ++i) EXPECT_EQ(difference(shared[i], alone[i]), "") << "request " << i;
    EXPECT_LT(with_bases, without);
    if (seed == 1) {
      std::vector<Record> forked = forking.one_by_one(requests);
      for (size_t i = 0; i < requests.size(); ++i) {
        // What happens before the first step is recorded where there is no root.
        if (requests[i].record_from == 0) continue;
        EXPECT_EQ(difference(shared[i], forked[i]), "") << "forked, request " << i;
      }
    }
  }
}

// More memory is touched after the root than is kept track of: then there is no root any more.
TEST(Bases, AreGivenUpWhereTooMuchIsTouched) {
  Program program("wide", Sharing::Dynamic);
  Program forking("wide", Sharing::Dynamic, Restart::Fork);
  // An execution that has found something would not go on for long without a step.
  std::vector<SharedLocation> known;
  Way way = program.walk(1);
  while (!way.found.empty()) {
    known.insert(known.end(), way.found.begin(), way.found.end());
    program.share(known);
    way = program.walk(1);
  }
  forking.share(known);
  forking.walk(1);
  ASSERT_GT(way.steps.size(), 6u);
  std::vector<Request> requests;
  for (size_t length = way.steps.size() - 3; length < way.steps.size(); ++length)
    requests.push_back({{way.steps.begin(), way.steps.begin() + static_cast<ptrdiff_t>(length)}, {}, length - 1});
  std::vector<Record> shared = program.together(requests, 0);
  EXPECT_FALSE(program.has_root());
  std::vector<Record> forked = forking.one_by_one(requests);
  ASSERT_EQ(shared.size(), requests.size());
  for (size_t i = 0; i < requests.size(); ++i) EXPECT_EQ(difference(shared[i], forked[i]), "") << "request " << i;
}

std::vector<Scenario> scenarios() {
  std::vector<Scenario> all;
  for (const char* name : {"plain", "allocate", "stacks", "threads", "print", "files", "wait", "crash", "all"})
    for (Sharing sharing : {Sharing::Full, Sharing::Dynamic}) all.push_back({name, sharing});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Bases, Scenarios, ::testing::ValuesIn(scenarios()), [](const auto& info) {
  return info.param.name + (info.param.sharing == Sharing::Full ? "_full" : "_dynamic");
});

}  // namespace
}  // namespace selvage

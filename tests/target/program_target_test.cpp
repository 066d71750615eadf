// ProgramTarget against a program that plays the runtime's part and misbehaves in every way.
#include "target/program_target.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "target/error.h"

namespace selvage::target {
namespace {

using std::chrono::milliseconds;

Launch fake(const std::string& mode, uint64_t key = ~uint64_t{0}) {
  Launch launch;
  launch.path = FAKE_PROGRAM;
  launch.arguments = {"fake_program", mode, std::to_string(key)};
  launch.configuration.capture_output = 1;
  return launch;
}

TargetOptions quick() {
  TargetOptions options;
  options.watchdog = milliseconds(200);
  options.watchdog_grace = milliseconds(200);
  options.start_limit = milliseconds(400);
  return options;
}

ScheduleBatch seeds(uint64_t count, uint32_t flags = 0) {
  ScheduleBatch batch;
  for (uint64_t i = 0; i < count; ++i) batch.append({.policy = Policy::Random, .seed = i, .flags = flags});
  return batch;
}

struct Seen {
  Outcome outcome;
  std::string message;
  uint32_t signal;
  int32_t status;
};

class ProgramTargetTest : public testing::Test {
 protected:
  // Runs `count` schedules and checks that each is visited once, in order.
  std::vector<Seen> run(ProgramTarget& target, uint64_t count) {
    std::vector<Seen> seen;
    size_t visited = target.run(seeds(count), [&](size_t index, const ExecutionView& execution) {
      EXPECT_EQ(index, seen.size());
      seen.push_back({execution.outcome(), std::string(execution.message()), execution.record().signal,
                      execution.record().status});
    });
    EXPECT_EQ(visited, count);
    return seen;
  }

  // All completed but number `key`.
  Seen the_odd_one(const std::vector<Seen>& seen, size_t key) {
    for (size_t i = 0; i < seen.size(); ++i) {
      if (i != key) {
        EXPECT_EQ(seen[i].outcome, Outcome::Completed) << i << ": " << seen[i].message;
      }
    }
    return seen.at(key);
  }

  std::string start_error(const std::string& mode) {
    ProgramTarget target(fake(mode), quick(), {}, workspace_);
    try {
      target.start();
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), ExitCode::CannotStart);
      return error.what();
    }
    return "";
  }

  Workspace workspace_;
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(ProgramTargetTest, RunsABatch) {
  ProgramTarget target(fake("answer"), quick(), {}, workspace_);
  target.start();
  ASSERT_EQ(target.modules().size(), 1U);
  EXPECT_EQ(target.modules()[0].site_count, 2U);
  EXPECT_EQ(run(target, 5000).size(), 5000U);
  EXPECT_EQ(target.starts(), 1U);
}

TEST_F(ProgramTargetTest, CarriesStepsAndEvents) {
  ProgramTarget target(fake("answer"), quick(), {}, workspace_);
  std::vector<Step> steps = {{1, 0}, {2, 3}, {0, 1}};
  ScheduleBatch batch;
  batch.append({.steps = steps, .flags = kRecordEvents});
  batch.append({.steps = std::span(steps).first(2), .flags = kRecordEvents});
  std::vector<size_t> lengths;
  target.run(batch, [&](size_t, const ExecutionView& execution) {
    size_t i = 0;
    for (EventView event : execution.events()) {
      EXPECT_EQ(event.event->thread, steps[i].thread);
      EXPECT_EQ(event.event->alternative, steps[i].alternative);
      ++i;
    }
    lengths.push_back(i);
  });
  EXPECT_EQ(lengths, (std::vector<size_t>{3, 2}));
}

TEST_F(ProgramTargetTest, PostsAgainWhenResultsAreFull) {
  ProgramTarget target(fake("full"), quick(), {}, workspace_);
  EXPECT_EQ(run(target, 100).size(), 100U);
  EXPECT_EQ(target.starts(), 1U);
}

TEST_F(ProgramTargetTest, SplitsBatchesLargerThanTheChannel) {
  ProgramTarget target(fake("answer"), quick(), {}, workspace_);
  std::vector<Step> steps(1'500'000, Step{0, 0});
  ScheduleBatch batch;
  for (int i = 0; i < 7; ++i) batch.append({.steps = steps});
  size_t visited = 0;
  EXPECT_EQ(target.run(batch,
                       [&](size_t, const ExecutionView& execution) {
                         EXPECT_EQ(execution.record().step_count, steps.size());
                         ++visited;
                       }),
            7U);
  EXPECT_EQ(visited, 7U);
  steps.resize(5'000'000);
  batch.clear();
  batch.append({.steps = steps});
  EXPECT_THROW(target.run(batch, [](size_t, const ExecutionView&) {}), Error);
}

TEST_F(ProgramTargetTest, DeathBecomesOneCrash) {
  for (size_t key : {size_t{0}, size_t{7}, size_t{19}}) {
    ProgramTarget target(fake("die", key), quick(), {}, workspace_);
    Seen odd = the_odd_one(run(target, 20), key);
    EXPECT_EQ(odd.outcome, Outcome::Crash);
    EXPECT_EQ(odd.signal, static_cast<uint32_t>(SIGKILL));
    EXPECT_TRUE(contains(odd.message, "Killed")) << odd.message;
    EXPECT_EQ(target.unrepeated_ends(), 0U);
  }
}

TEST_F(ProgramTargetTest, DirectExitEndsOneExecution) {
  ProgramTarget target(fake("exit", 3), quick(), {}, workspace_);
  Seen odd = the_odd_one(run(target, 10), 3);
  EXPECT_EQ(odd.status, 7);
  EXPECT_TRUE(contains(odd.message, "exit system call"));
}

TEST_F(ProgramTargetTest, DeathThatDoesNotRepeatIsCounted) {
  ProgramTarget target(fake("unrepeatable", 5), quick(), {}, workspace_);
  the_odd_one(run(target, 10), 5);
  EXPECT_EQ(target.unrepeated_ends(), 1U);
}

TEST_F(ProgramTargetTest, OverwrittenMemoryIsAFinding) {
  for (const char* mode :
       {"scribble_results", "scribble_control", "scribble_threads", "scribble_count", "scribble_length"}) {
    ProgramTarget target(fake(mode, 4), quick(), {}, workspace_);
    Seen odd = the_odd_one(run(target, 10), 4);
    if (std::string(mode) == "scribble_threads") continue;  // unseen as long as no thread is added
    EXPECT_EQ(odd.outcome, Outcome::MemoryError) << mode;
    EXPECT_TRUE(contains(odd.message, "overwrote memory that belongs to Selvage")) << odd.message;
  }
}

TEST_F(ProgramTargetTest, WatchdogAsksTheRuntimeFirst) {
  ProgramTarget target(fake("stuck", 2), quick(), {}, workspace_);
  Seen odd = the_odd_one(run(target, 5), 2);
  EXPECT_EQ(odd.outcome, Outcome::Stuck);
  EXPECT_EQ(target.starts(), 1U);
}

TEST_F(ProgramTargetTest, WatchdogKillsWhatDoesNotListen) {
  ProgramTarget target(fake("hang", 2), quick(), {}, workspace_);
  Seen odd = the_odd_one(run(target, 5), 2);
  EXPECT_EQ(odd.outcome, Outcome::Stuck);
  EXPECT_TRUE(contains(odd.message, "could not be stopped")) << odd.message;
  EXPECT_EQ(target.starts(), 2U);
}

TEST_F(ProgramTargetTest, FailureIsAnError) {
  ProgramTarget target(fake("fail", 2), quick(), {}, workspace_);
  size_t visited = 0;
  try {
    target.run(seeds(5), [&](size_t, const ExecutionView&) { ++visited; });
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::CannotStart);
    EXPECT_STREQ(error.what(), "the program does something impossible: do not");
  }
}

TEST_F(ProgramTargetTest, SaysWhyAProgramDoesNotStart) {
  EXPECT_TRUE(contains(start_error("die_at_start"), "died before main: it was killed by signal 11"));
  EXPECT_TRUE(contains(start_error("exit_at_start"), "exit status 5. It said: no licence found"));
  EXPECT_TRUE(contains(start_error("fail_at_start"), "too old"));
  EXPECT_TRUE(contains(start_error("never_ready"), "neither started a thread nor ended"));
}

TEST_F(ProgramTargetTest, SaysThatAFileCannotBeExecuted) {
  Launch launch = fake("answer");
  launch.path = "/nonexistent";
  ProgramTarget target(launch, quick(), {}, workspace_);
  try {
    target.start();
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(contains(error.what(), "cannot be started (execve: No such file")) << error.what();
  }
}

TEST_F(ProgramTargetTest, SingleThreadedProgramHasOneExecution) {
  ProgramTarget target(fake("single"), quick(), {}, workspace_);
  target.start();
  EXPECT_TRUE(target.is_single_threaded());
  target.run(seeds(3), [&](size_t, const ExecutionView& execution) {
    EXPECT_EQ(execution.outcome(), Outcome::Completed);
    EXPECT_EQ(target.output(execution), "only one\n");
  });
}

TEST_F(ProgramTargetTest, ThreadNumbersSurviveARespawn) {
  ProgramTarget target(fake("threads"), quick(), {}, workspace_);
  run(target, 10);
  size_t known = target.thread_paths().all().size();
  EXPECT_EQ(known, 11U);
  target.stop();
  run(target, 1);
  EXPECT_EQ(target.thread_paths().all().size(), known + 1);
  EXPECT_EQ(target.thread_paths().all()[3].child_index, 2);
}

TEST_F(ProgramTargetTest, ProgramSeesFixedSurroundings) {
  setenv("GLIBC_TUNABLES", "glibc.malloc.arena_max=1", 1);
  StandardInput input;
  input.file = Descriptor(open(testing::TempDir().c_str(), O_TMPFILE | O_RDWR, 0600));
  ASSERT_EQ(write(input.file.get(), "typed", 5), 5);
  ProgramTarget target(fake("surroundings"), quick(), std::move(input), workspace_);
  for (int i = 0; i < 2; ++i) {
    target.run(seeds(1), [&](size_t, const ExecutionView& execution) {
      EXPECT_EQ(target.output(execution),
                "tunables=glibc.malloc.arena_max=1:glibc.pthread.rseq=0\nbind=1\nrandomised=0\ninput=typed\n"
                "next_descriptor=3\nown_group=1\n");
    });
    target.stop();
  }
  unsetenv("GLIBC_TUNABLES");
}

TEST_F(ProgramTargetTest, InterruptionStopsARun) {
  std::atomic<bool> interrupted{false};
  TargetOptions options = quick();
  options.watchdog = std::chrono::seconds(60);
  options.interrupted = &interrupted;
  ProgramTarget target(fake("hang", 1), options, {}, workspace_);
  std::jthread user([&] {
    std::this_thread::sleep_for(milliseconds(300));
    interrupted = true;
  });
  EXPECT_LE(target.run(seeds(3), [](size_t, const ExecutionView&) {}), 1U);
}

// --- nothing is left behind ------------------------------------------------------------------------------------

size_t processes_in_group(pid_t group) {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (getpgid(std::stoi(name)) == group) ++count;
  }
  return count;
}

// All process groups with a member that runs the fake program.
std::vector<pid_t> fake_groups() {
  std::vector<pid_t> groups;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::error_code error;
    if (std::filesystem::read_symlink(entry.path() / "exe", error) == FAKE_PROGRAM)
      groups.push_back(getpgid(std::stoi(name)));
  }
  return groups;
}

template <typename Condition>
bool eventually(Condition condition) {
  for (int i = 0; i < 300; ++i) {
    // Tests before have made this process a subreaper: orphans come here.
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (condition()) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

TEST(Leftovers, NoneAfterANormalEnd) {
  std::string directory;
  pid_t group = -1;
  {
    Workspace workspace;
    directory = workspace.path();
    ProgramTarget target(fake("leave_child"), quick(), {}, workspace);
    target.start();
    auto groups = fake_groups();
    ASSERT_FALSE(groups.empty());
    group = groups.back();
    EXPECT_GE(processes_in_group(group), 2U);
    ProgramTarget writer(fake("files"), quick(), {}, workspace);
    writer.start();
    EXPECT_TRUE(std::filesystem::exists(directory));
  }
  EXPECT_FALSE(std::filesystem::exists(directory));
  EXPECT_EQ(processes_in_group(group), 0U);
}

TEST(Leftovers, NoneAfterTheExplorerIsKilled) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  pid_t explorer = fork();
  if (explorer == 0) {
    Workspace workspace;
    ProgramTarget target(fake("leave_child"), quick(), {}, workspace);
    target.start();
    ProgramTarget writer(fake("files"), quick(), {}, workspace);
    writer.start();
    char path[256] = {};
    workspace.path().copy(path, sizeof(path) - 1);
    if (write(ends[1], path, sizeof(path)) != sizeof(path)) _exit(1);
    for (;;) pause();
  }
  char path[256] = {};
  ASSERT_EQ(read(ends[0], path, sizeof(path)), static_cast<ssize_t>(sizeof(path)));
  std::vector<pid_t> groups = fake_groups();
  ASSERT_GE(groups.size(), 3U);
  kill(explorer, SIGKILL);
  waitpid(explorer, nullptr, 0);
  EXPECT_TRUE(eventually([&] { return !std::filesystem::exists(path); })) << path;
  for (pid_t group : groups) {
    EXPECT_TRUE(eventually([&] { return processes_in_group(group) == 0; }));
  }
  close(ends[0]);
  close(ends[1]);
}

TEST(Leftovers, AbandonedWorkspacesAreSwept) {
  std::string root = testing::TempDir() + "selvage-sweep-" + std::to_string(getpid());
  std::filesystem::create_directories(root + "/selvage-aaaaaa/scratch-0");
  std::filesystem::create_directory(root + "/selvage-young1");
  std::filesystem::create_directory(root + "/selvage-other-name");
  auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(2);
  for (const char* name : {"/selvage-aaaaaa", "/selvage-other-name"}) {
    std::filesystem::last_write_time(root + name, long_ago);
  }
  setenv("TMPDIR", root.c_str(), 1);
  {
    Workspace in_use;
    std::filesystem::last_write_time(in_use.path(), long_ago);
    Workspace next;
    EXPECT_TRUE(std::filesystem::exists(in_use.path()));
    EXPECT_FALSE(std::filesystem::exists(root + "/selvage-aaaaaa"));
    EXPECT_TRUE(std::filesystem::exists(root + "/selvage-young1"));
    EXPECT_TRUE(std::filesystem::exists(root + "/selvage-other-name"));
  }
  unsetenv("TMPDIR");
  std::filesystem::remove_all(root);
}

TEST(Leftovers, RespawnsDoNotAddUp) {
  auto descriptors = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
  };
  Workspace workspace;
  ProgramTarget target(fake("exit", 0), quick(), {}, workspace);
  target.run(seeds(1), [](size_t, const ExecutionView&) {});
  auto before = descriptors();
  for (int i = 0; i < 20; ++i) target.run(seeds(1), [](size_t, const ExecutionView&) {});
  EXPECT_EQ(target.starts(), 21U);
  EXPECT_EQ(descriptors(), before);
  target.stop();
  EXPECT_TRUE(std::filesystem::is_empty(workspace.path()));
}

}  // namespace
}  // namespace selvage::target

// `selvage check` as a user meets it, on small real programs: verdicts, exit codes, reports, files.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "command.h"

namespace selvage::cli {
namespace {

using nlohmann::json;
using test::CommandResult;
using test::run_selvage;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr const char* kTwoThreads = R"(
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void* first(void*);
static void* second(void*);
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  printf("the end\n");
  return 0;
}
)";

const std::string kRace = std::string(kTwoThreads) + R"(
static int counter;
static void* first(void* unused) { counter++; return unused; }
static void* second(void* unused) { counter++; return unused; }
)";

const std::string kRaceBehindALock = std::string(kTwoThreads) + R"(
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;
static void* first(void* unused) {
  data = 1;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}
static void* second(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  data = 2;
  return unused;
}
)";

const std::string kDeadlock = std::string(kTwoThreads) + R"(
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static void* first(void* unused) {
  pthread_mutex_lock(&one);
  pthread_mutex_lock(&two);
  pthread_mutex_unlock(&two);
  pthread_mutex_unlock(&one);
  return unused;
}
static void* second(void* unused) {
  pthread_mutex_lock(&two);
  pthread_mutex_lock(&one);
  pthread_mutex_unlock(&one);
  pthread_mutex_unlock(&two);
  return unused;
}
)";

// The statement is executed by the second to come.
std::string late(const std::string& statement) {
  return std::string(kTwoThreads) + R"(
static atomic_int arrived;
static void meet(void) { if (atomic_fetch_add(&arrived, 1) == 1) )" +
         statement + R"(; }
static void* first(void* unused) { meet(); return unused; }
static void* second(void* unused) { meet(); return unused; }
)";
}

const std::string kCorrect = std::string(kTwoThreads) + R"(
static atomic_int value;
static void* first(void* unused) { for (int i = 0; i < ROUNDS; i++) atomic_store(&value, atomic_load(&value) + 1); return unused; }
static void* second(void* unused) { return first(unused); }
)";

const std::string kEndless = std::string(kTwoThreads) + R"(
static atomic_int ready;
static void* first(void* unused) { while (!atomic_load(&ready)) {} return unused; }
static void* second(void* unused) { atomic_store(&ready, 1); return unused; }
)";

class CheckCommand : public testing::Test {
 protected:
  CheckCommand() : directory_(testing::TempDir() + "selvage-check-" + std::to_string(getpid())) {
    std::filesystem::create_directory(directory_);
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(directory_);
  }
  ~CheckCommand() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(directory_);
  }

  static std::string source(const std::string& contents, const std::string& name = "test.c") {
    std::ofstream(name) << contents;
    return name;
  }

  static CommandResult check(const std::string& contents, std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"check", "--width", "400", "--summary", "summary"});
    options.push_back(source(contents));
    return run_selvage(options);
  }

  static json summary() { return json::parse(test::read_text("summary")); }

  // The report's last line is a command that executes the finding again.
  static void expect_replay(const CommandResult& result, int exit_code) {
    constexpr std::string_view kBefore = "\n  selvage ";
    size_t begin = result.output.rfind(kBefore);
    ASSERT_NE(begin, std::string::npos) << result.output;
    EXPECT_EQ(result.output.find('\n', begin + 1), result.output.size() - 1) << result.output;
    std::istringstream words(result.output.substr(begin + kBefore.size()));
    std::vector<std::string> arguments{std::istream_iterator<std::string>(words), {}};
    CommandResult again = run_selvage(arguments);
    EXPECT_EQ(again.exit_code, exit_code) << again.error_output;
  }

  std::string directory_;
  std::filesystem::path before_;
};

TEST_F(CheckCommand, VerifiesAndCounts) {
  for (const char* jobs : {"1", "2", "4"}) {
    CommandResult result = check(kCorrect, {"-j", jobs, "--cflags", "-DROUNDS=2"});
    EXPECT_EQ(result.exit_code, 0) << result.error_output;
    EXPECT_TRUE(contains(result.output, "Verified: no interleaving")) << result.output;
    EXPECT_EQ(result.error_output, "");  // no progress line where nobody looks
    json object = summary();
    EXPECT_EQ(object["verdict"], "verified");
    EXPECT_EQ(object["blocked_executions"], 0);
    EXPECT_EQ(object["workers"], std::stoi(jobs));
    EXPECT_EQ(object["threads"], 3);
    // Two threads, each twice a load and a store.
    EXPECT_EQ(object["executions"], 34);
  }
}

// Processes of one program meet threads that threads create in different orders, and agree on their numbers.
TEST_F(CheckCommand, ThreadsThatCreateThreads) {
  const char* program = R"(
#include <pthread.h>
#include <stdatomic.h>
static atomic_int steps;
static void* child(void* unused) { atomic_fetch_add(&steps, 1); atomic_fetch_add(&steps, 1); return unused; }
static void* parent(void* unused) {
  pthread_t thread;
  atomic_fetch_add(&steps, 1);
  pthread_create(&thread, 0, child, 0);
  pthread_join(thread, 0);
  return unused;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, parent, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
)";
  for (const char* jobs : {"1", "2", "4"}) {
    CommandResult result = check(program, {"--strategy", "optimal", "-j", jobs});
    EXPECT_EQ(result.exit_code, 0) << result.error_output;
    // Three sequences of three operations on one object: 9! / (3! 3! 3!).
    EXPECT_EQ(summary()["executions"], 1680) << jobs;
  }
}

TEST_F(CheckCommand, StrategiesAgree) {
  for (const char* strategy : {"dfs", "classic", "source", "optimal"}) {
    CommandResult result = check(kDeadlock, {"--strategy", strategy, "--keep-going"});
    EXPECT_EQ(result.exit_code, 11) << strategy << result.error_output;
    EXPECT_EQ(summary()["findings"].size(), 1U) << strategy;
    EXPECT_EQ(summary()["strategy"], strategy);
  }
}

TEST_F(CheckCommand, SummaryHasItsFieldsAlsoWhenItFails) {
  check(kCorrect, {"--cflags", "-DROUNDS=1"});
  json good = summary();
  run_selvage({"check", "--summary", "summary", "/nonexistent"});
  json bad = summary();
  run_selvage({"check", "--summary", "summary", "--what"});
  json usage = summary();
  for (const json& object : {good, bad, usage}) {
    for (const char* name : {"verdict", "exit_code", "executions", "blocked_executions", "transitions", "seconds",
                             "cpu_seconds", "executions_per_second", "workers", "strategy", "properties", "reductions",
                             "bounds", "peak_memory_bytes", "findings", "coverage"}) {
      EXPECT_TRUE(object.contains(name)) << name;
    }
  }
  EXPECT_EQ(bad["exit_code"], 3);
  EXPECT_TRUE(bad["verdict"].is_null());
  EXPECT_EQ(usage["exit_code"], 2);
}

TEST_F(CheckCommand, ObservedRace) {
  CommandResult result = check(kRace);
  EXPECT_EQ(result.exit_code, 13) << result.error_output;
  EXPECT_TRUE(contains(result.output, "Bug: data race on counter.\n")) << result.output;
  EXPECT_TRUE(contains(result.output, "thread 1 writes 4 bytes of counter, holding no lock"));
  EXPECT_TRUE(contains(result.output, " in second\n"));
  json finding = summary()["findings"].at(0);
  EXPECT_EQ(finding["kind"], "data_race");
  EXPECT_EQ(finding["strength"], "observed");
  EXPECT_TRUE(contains(finding["file"], "test.c"));
  EXPECT_GT(finding["other_line"], finding["line"]);
  EXPECT_EQ(finding["trace_file"], "test.selvage");
  expect_replay(result, 13);
}

TEST_F(CheckCommand, RaceThatIsOnlyUnordered) {
  CommandResult result = check(kRaceBehindALock, {"--keep-going"});
  EXPECT_EQ(result.exit_code, 13) << result.error_output;
  EXPECT_EQ(summary()["findings"].size(), 1U);
  EXPECT_TRUE(contains(result.output, "data race on data"));
}

TEST_F(CheckCommand, Deadlock) {
  CommandResult result = check(kDeadlock);
  EXPECT_EQ(result.exit_code, 11) << result.error_output;
  EXPECT_TRUE(contains(result.output, "Bug: deadlock")) << result.output;
  EXPECT_TRUE(contains(result.output, "thread 1 waits to lock two, which thread 2 holds"));
  EXPECT_TRUE(contains(result.output, "thread 1 locked one here"));
  EXPECT_TRUE(contains(result.output, "How it comes to that"));
  expect_replay(result, 11);
}

TEST_F(CheckCommand, EndsOfExecutions) {
  struct Case {
    const char* statement;
    const char* kind;
    int exit_code;
  };
  for (const Case& c :
       {Case{"assert(0)", "assertion", 10}, Case{"abort()", "abort", 10}, Case{"*(volatile int*)0 = 1", "crash", 10},
        Case{"pthread_mutex_unlock(&(pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER)", "misuse", 10},
        Case{"{ void* p = malloc(1); free(p); free(p); }", "double_free", 14}}) {
    CommandResult result = check(late(c.statement));
    EXPECT_EQ(result.exit_code, c.exit_code) << c.statement << result.output << result.error_output;
    ASSERT_FALSE(summary()["findings"].empty()) << c.statement;
    EXPECT_EQ(summary()["findings"][0]["kind"], c.kind);
    EXPECT_EQ(summary()["verdict"], "bug");
    EXPECT_TRUE(contains(result.output, " test.c:")) << result.output;
    expect_replay(result, c.exit_code);
  }
}

TEST_F(CheckCommand, UncaughtException) {
  std::string program = source(
      "#include <stdexcept>\n#include <thread>\n"
      "int main() { std::thread thread([] { throw std::runtime_error(\"no\"); }); thread.join(); }\n",
      "test.cpp");
  CommandResult result = run_selvage({"check", program});
  EXPECT_EQ(result.exit_code, 10);
  EXPECT_TRUE(contains(result.output, "uncaught exception of type std::runtime_error")) << result.output;
  EXPECT_TRUE(contains(result.output, "what():  no"));
}

TEST_F(CheckCommand, UnmodelledCallsAreNeverIgnored) {
  CommandResult result = check(late("fork()"));
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(contains(result.error_output, "calls fork, which is not modelled")) << result.error_output;
  EXPECT_TRUE(contains(result.error_output, "test.c:"));
}

TEST_F(CheckCommand, ProgramsThatAreNotDeterministicAreNotExplored) {
  if (!__builtin_cpu_supports("rdrnd")) GTEST_SKIP() << "the processor draws no random numbers";
  std::string drawing = std::string(kTwoThreads) + R"(
static atomic_int heads, tails;
static void* first(void* unused) {
  for (int i = 0; i < 20; i++) {
    unsigned drawn;
    __asm__ volatile("rdrand %0" : "=r"(drawn));
    atomic_fetch_add(drawn & 1 ? &heads : &tails, 1);
  }
  return unused;
}
static void* second(void* unused) { return first(unused); }
)";
  EXPECT_EQ(check(drawing, {"--strategy", "random", "--max-executions", "100"}).exit_code, 4);
  CommandResult result = check(drawing);
  EXPECT_EQ(result.exit_code, 4) << result.output;
  EXPECT_TRUE(contains(result.error_output, "not deterministic under a fixed schedule: at step "))
      << result.error_output;
  EXPECT_TRUE(contains(result.error_output, "thread"));
}

TEST_F(CheckCommand, PropertiesSelectFindings) {
  EXPECT_EQ(check(kRace, {"--check=deadlock"}).exit_code, 0);
  EXPECT_EQ(summary()["properties"], json::array({"deadlock"}));
  EXPECT_EQ(check(kDeadlock, {"--check=standard,-deadlock"}).exit_code, 0);
}

TEST_F(CheckCommand, KeepGoingReportsEachFindingOnce) {
  std::string two_bugs = std::string(kTwoThreads) + R"(
static int counter;
static atomic_int arrived;
static void* first(void* unused) {
  counter = 1;
  assert(atomic_load(&arrived) == 0);
  return unused;
}
static void* second(void* unused) {
  counter = 2;
  atomic_store(&arrived, 1);
  return unused;
}
)";
  std::string expected;
  for (const char* jobs : {"1", "2", "4"}) {
    CommandResult result = check(two_bugs, {"--keep-going", "-j", jobs});
    json object = summary();
    ASSERT_EQ(object["findings"].size(), 2U) << result.error_output;
    EXPECT_EQ(result.exit_code, 10);  // the lowest, whoever was found first
    std::string found = object["executions"].dump();
    for (const json& finding : object["findings"])
      found +=
          " " + finding["kind"].get<std::string>() + finding["line"].dump() + finding["message"].get<std::string>();
    if (expected.empty()) expected = found;
    EXPECT_EQ(found, expected) << jobs;
    EXPECT_TRUE(contains(found, "data_race") && contains(found, "assertion")) << found;
    EXPECT_TRUE(std::filesystem::exists("test-2.selvage"));
  }
  check(two_bugs);
  EXPECT_EQ(summary()["findings"].size(), 1U);
}

TEST_F(CheckCommand, BoundsAreStated) {
  CommandResult endless = check(kEndless, {"--max-depth", "50", "--no-fair"});
  EXPECT_EQ(endless.exit_code, 20) << endless.output << endless.error_output;
  EXPECT_TRUE(contains(endless.output, "raise --max-depth"));
  EXPECT_EQ(summary()["verdict"], "bounded");
  EXPECT_GT(summary()["cut_off_executions"], 0);

  CommandResult preemptions = check(kCorrect, {"--preemptions", "1", "--cflags", "-DROUNDS=2"});
  EXPECT_EQ(preemptions.exit_code, 20) << preemptions.output;
  EXPECT_TRUE(contains(preemptions.output, "more than 1 preemption"));
  EXPECT_EQ(summary()["bounds"]["preemptions"], 1);
}

// The reductions do not cover every moment in which a signal reaches a waiting thread; brute force does.
TEST_F(CheckCommand, SignalsBetweenThreadsAreLeftToAStrategyThatKnowsThem) {
  const char* signals = R"(
    #include <pthread.h>
    #include <signal.h>
    #include <unistd.h>
    static int ends[2];
    static void ignore(int signal) { (void)signal; }
    static void* rest(void* unused) {
    #ifdef READS
      char byte;
      while (read(ends[0], &byte, 1) != 1) {}
    #endif
      return unused;
    }
    int main(void) {
      pthread_t thread;
      signal(SIGUSR1, ignore);
      if (pipe(ends)) return 1;
      pthread_create(&thread, NULL, rest, NULL);
      pthread_kill(thread, SIGUSR1);
      if (write(ends[1], "x", 1) != 1) return 1;
      pthread_join(thread, NULL);
      return 0;
    })";
  CommandResult exact = check(signals);
  EXPECT_EQ(exact.exit_code, 0) << exact.output << exact.error_output;
  EXPECT_TRUE(contains(exact.output, "threads signal or cancel each other")) << exact.output;
  CommandResult reading = check(signals, {"--cflags", "-DREADS"});
  EXPECT_EQ(reading.exit_code, 20) << reading.output << reading.error_output;
  EXPECT_TRUE(contains(reading.output, "signal or cancel others")) << reading.output;
  EXPECT_EQ(check(signals, {"--strategy", "dfs", "--cflags", "-DREADS"}).exit_code, 0);
}

TEST_F(CheckCommand, BudgetsEndTheSearch) {
  CommandResult executions = check(kCorrect, {"--max-executions", "5", "--cflags", "-DROUNDS=4"});
  EXPECT_EQ(executions.exit_code, 21);
  EXPECT_TRUE(contains(executions.output, "Sampled: ")) << executions.output;
  CommandResult time = check(kCorrect, {"--max-time", "0.5", "--cflags", "-DROUNDS=9"});
  EXPECT_EQ(time.exit_code, 21);
  EXPECT_TRUE(contains(time.output, "--max-time ended the search")) << time.output;
}

TEST_F(CheckCommand, RandomIsTheSameForEveryNumberOfWorkers) {
  std::string first;
  for (const char* jobs : {"1", "2", "4"}) {
    CommandResult result =
        check(kDeadlock, {"--strategy", "random", "--seed", "7", "--max-executions", "2000", "-j", jobs});
    EXPECT_EQ(result.exit_code, 11) << result.output << result.error_output;
    std::string found = summary()["findings"].dump();
    if (first.empty()) first = found;
    EXPECT_EQ(found, first);
    expect_replay(result, 11);
  }
  EXPECT_EQ(check(kCorrect, {"--strategy", "random", "--max-executions", "100", "--cflags", "-DROUNDS=2"}).exit_code,
            21);
  EXPECT_EQ(summary()["executions"], 100);
}

TEST_F(CheckCommand, SingleThreadedProgram) {
  CommandResult result = check("int main(void) { return 0; }");
  EXPECT_EQ(result.exit_code, 20);
  EXPECT_TRUE(contains(result.output, "only one thread ran, so that nothing was shown about interleavings"))
      << result.output;
  EXPECT_EQ(summary()["executions"], 1);
  EXPECT_EQ(summary()["gaps"], nlohmann::json({"one_thread"}));
  EXPECT_EQ(check("int main(void) { return 3; }").exit_code, 10);
  EXPECT_EQ(summary()["findings"][0]["message"], "exit status 3");
  EXPECT_EQ(check("#include <stdlib.h>\nint main(void) { abort(); }").exit_code, 10);
}

TEST_F(CheckCommand, SourcesOfBothLanguagesMakeOneProgram) {
  source("int shared_value(void) { return 42; }\n", "part.c");
  std::string main =
      source("extern \"C\" int shared_value();\nint main() { return shared_value() == 42 ? 0 : 1; }\n", "main.cpp");
  EXPECT_EQ(run_selvage({"check", main, "part.c"}).exit_code, 20);
  EXPECT_EQ(run_selvage({"run", main, "part.c"}).exit_code, 0);
}

TEST_F(CheckCommand, QuietSaysNothingUnlessSomethingIsWrong) {
  CommandResult good = check(kCorrect, {"--quiet", "--cflags", "-DROUNDS=1"});
  EXPECT_EQ(good.output + good.error_output, "");
  EXPECT_TRUE(contains(check(kRace, {"--quiet"}).output, "Bug:"));
  EXPECT_EQ(check(kCorrect, {"--quiet", "--show-output", "--cflags", "-DROUNDS=1"}).output, "the end\n");
}

TEST_F(CheckCommand, InterruptionCanBeResumed) {
  std::string program = source(kCorrect);
  for (int signal : {SIGINT, SIGTERM}) {
    CommandResult result =
        test::run_selvage_and_signal({"check", "--cflags", "-DROUNDS=9", program}, signal, test::has_executed_for(300));
    EXPECT_EQ(result.exit_code, 21) << result.error_output;
    EXPECT_TRUE(contains(result.output, "interrupted")) << result.output;
    EXPECT_TRUE(contains(result.output, "Go on from here: selvage check --resume test.selvage-checkpoint"));
  }
  std::vector<std::string> resume = {
      "check", "--resume", "test.selvage-checkpoint", "--cflags", "-DROUNDS=9", "--max-time", "0.3", program};
  EXPECT_EQ(run_selvage(resume).exit_code, 21);
  // It is refused once it is compiled, however long that takes.
  CommandResult other = run_selvage({"check", "--strategy", "source", "--resume", "test.selvage-checkpoint", "--cflags",
                                     "-DROUNDS=9", "--max-time", "100", program});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_TRUE(contains(other.error_output, "other options")) << other.error_output;
  EXPECT_EQ(run_selvage({"check", "--resume", program, program}).exit_code, 2);
}

TEST_F(CheckCommand, CheckpointsSurviveAKill) {
  std::string program = source(kCorrect);
  test::run_selvage_and_signal({"check", "--checkpoint", "state", "--cflags", "-DROUNDS=9", program}, SIGKILL,
                               [](pid_t) { return std::filesystem::exists("state"); });
  CommandResult resumed =
      run_selvage({"check", "--resume", "state", "--cflags", "-DROUNDS=9", "--max-time", "0.3", program});
  EXPECT_EQ(resumed.exit_code, 21) << resumed.error_output;
}

TEST_F(CheckCommand, WritesToPipesAndDevicesWithoutReplacingThem) {
  ASSERT_EQ(mkfifo("pipe", 0600), 0);
  int pipe = open("pipe", O_RDWR);
  ASSERT_GE(pipe, 0);
  EXPECT_EQ(check(kDeadlock, {"--save", "pipe"}).exit_code, 11);
  EXPECT_TRUE(std::filesystem::is_fifo("pipe"));
  char byte = 0;
  EXPECT_EQ(read(pipe, &byte, 1), 1);
  close(pipe);
}

TEST_F(CheckCommand, RandomRunsGoOnWhereTheyWere) {
  std::string program = source(kCorrect);
  std::vector<std::string> arguments = {"check",     "--strategy", "random",   "--max-time", "60",
                                        "--summary", "summary",    "--cflags", "-DROUNDS=2", program};
  EXPECT_EQ(test::run_selvage_and_signal(arguments, SIGINT, test::has_executed_for(300)).exit_code, 21);
  uint64_t before = summary()["executions"];
  arguments[3] = "--max-executions";
  arguments[4] = std::to_string(before + 50'000);
  arguments.insert(arguments.begin() + 1, {"--resume", "test.selvage-checkpoint"});
  EXPECT_EQ(run_selvage(arguments).exit_code, 21);
  EXPECT_GT(summary()["executions"], before);
}

TEST_F(CheckCommand, Usage) {
  for (const std::vector<std::string>& options :
       std::vector<std::vector<std::string>>{{"--strategy", "best"},
                                             {"--strategy", "optimal", "--seed", "3"},
                                             {"--strategy", "random"},
                                             {"--strategy", "optimal", "--preemptions", "2"},
                                             {"--check=none"},
                                             {"--max-time", "soon"},
                                             {"--max-executions", "0"},
                                             {"-j", "0"},
                                             {"--nondet", "2..1"},
                                             {"--sharing", "half"},
                                             {"--resume", "/nonexistent"}}) {
    CommandResult result = check(kCorrect, options);
    EXPECT_EQ(result.exit_code, 2) << options.front();
    EXPECT_TRUE(contains(result.error_output, "selvage: ")) << result.error_output;
  }
  CommandResult help = run_selvage({"check", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_TRUE(contains(help.output, "Exit codes: 0 verified"));
}

TEST_F(CheckCommand, ExamplesOfTheReadme) {
  std::string examples = std::string(SELVAGE_SOURCE_FOLDER) + "/examples/";
  EXPECT_EQ(run_selvage({"check", examples + "bank.c"}).exit_code, 10);
  EXPECT_EQ(run_selvage({"check", examples + "philosophers.c"}).exit_code, 11);
  EXPECT_EQ(run_selvage({"check", examples + "philosophers.c", "--", "ordered"}).exit_code, 0);
  EXPECT_EQ(run_selvage({"check", examples + "counter.c"}).exit_code, 13);
  EXPECT_EQ(run_selvage({"check", "--cflags", "-DATOMIC", examples + "counter.c"}).exit_code, 0);
  EXPECT_EQ(run_selvage({"check", examples + "mailbox.cpp"}).exit_code, 10);
  EXPECT_EQ(run_selvage({"check", examples + "mailbox.cpp", "--", "patient"}).exit_code, 0);
}

}  // namespace
}  // namespace selvage::cli

// `selvage run` as a user meets it, with a program that plays the runtime's part (../target/fake_program.cpp).
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "command.h"
#include "sample/seeds.h"

namespace selvage::cli {
namespace {

using nlohmann::json;
using test::CommandResult;
using test::run_selvage;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class RunCommand : public testing::Test {
 protected:
  RunCommand() : directory_(testing::TempDir() + "selvage-run-" + std::to_string(getpid())) {
    std::filesystem::create_directory(directory_);
  }
  ~RunCommand() override { std::filesystem::remove_all(directory_); }

  std::string file(const std::string& name, const std::string& contents = "") {
    std::string path = directory_ + "/" + name;
    if (!contents.empty()) std::ofstream(path) << contents;
    return path;
  }

  // `selvage run OPTIONS fake -- MODE KEY`, where KEY is the seed of one execution of --random 1.
  CommandResult run_fake(std::vector<std::string> options, const std::string& mode, uint64_t execution = 5) {
    options.insert(options.begin(), "run");
    options.insert(options.end(), {FAKE_PROGRAM, "--", mode, std::to_string(sample::execution_seed(1, execution))});
    return run_selvage(options);
  }

  json summary_of(std::vector<std::string> options, const std::string& mode, int exit_code) {
    std::string path = file("summary");
    options.insert(options.end(), {"--summary", path});
    EXPECT_EQ(run_fake(options, mode).exit_code, exit_code);
    json summary = json::parse(test::read_text(path));
    for (const char* name : {"verdict", "exit_code", "executions", "blocked_executions", "transitions", "seconds",
                             "cpu_seconds", "executions_per_second", "workers", "strategy", "properties", "reductions",
                             "bounds", "peak_memory_bytes", "findings", "coverage"}) {
      EXPECT_TRUE(summary.contains(name)) << name;
    }
    EXPECT_EQ(summary["exit_code"], exit_code);
    return summary;
  }

  std::string directory_;
};

const std::vector<std::string> kMass = {"--random", "1", "--executions", "100"};

TEST_F(RunCommand, HelpAndVersion) {
  CommandResult help = run_selvage({"run", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_TRUE(contains(help.output, "Exit codes"));
  CommandResult version = run_selvage({"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_TRUE(contains(version.output, "selvage "));
}

TEST_F(RunCommand, UsageErrors) {
  std::vector<std::vector<std::string>> wrong = {
      {},
      {"walk"},
      {"run"},
      {"run", "--what", FAKE_PROGRAM},
      {"run", "--random", "x", FAKE_PROGRAM},
      {"run", "--executions", "0", FAKE_PROGRAM},
      {"run", "--carrier", "horses", FAKE_PROGRAM},
      {"run", "--random", "1", "--schedule", "f", FAKE_PROGRAM},
      {"run", "--carrier", "os-threads", "--restart", "snapshot", FAKE_PROGRAM},
      {"run", "--schedule", "/nonexistent", FAKE_PROGRAM},
      {"run", "--thread-paths", "1", FAKE_PROGRAM},
      {"run", "--nondet", "5", FAKE_PROGRAM},
      {"run", "--nondet", "5..", FAKE_PROGRAM},
      {"run", "--nondet", "1..x", FAKE_PROGRAM},
      {"run", "--nondet", "2..1", FAKE_PROGRAM},
      {"run", "--nondet", "0..65535", FAKE_PROGRAM},
      {"run", "--nondet", "0..99999999999", FAKE_PROGRAM},
      {"run", "--thread-paths", "0.0,7.0", FAKE_PROGRAM},
      {"run", "--trace", "/nonexistent/trace", FAKE_PROGRAM},
      {"run", FAKE_PROGRAM, "stray"}};
  for (const auto& arguments : wrong) {
    CommandResult result = run_selvage(arguments);
    EXPECT_EQ(result.exit_code, 2) << (arguments.empty() ? "" : arguments.back());
    EXPECT_TRUE(contains(result.error_output, "selvage: ")) << result.error_output;
  }
}

TEST_F(RunCommand, UsageErrorsHaveASummaryToo) {
  std::string path = file("summary");
  EXPECT_EQ(run_selvage({"run", "--what", "--summary", path}).exit_code, 2);
  EXPECT_EQ(json::parse(test::read_text(path))["exit_code"], 2);
}

TEST_F(RunCommand, ProgramsThatCannotStart) {
  EXPECT_EQ(run_selvage({"run", "/nonexistent"}).exit_code, 3);
  EXPECT_EQ(run_selvage({"run", "/bin/true"}).exit_code, 3);
  CommandResult died = run_fake({}, "die_at_start");
  EXPECT_EQ(died.exit_code, 3);
  EXPECT_TRUE(contains(died.error_output, "died before main"));
  json summary = summary_of({}, "fail_at_start", 3);
  EXPECT_TRUE(summary["verdict"].is_null());
  EXPECT_TRUE(contains(summary["error"], "too old"));
}

TEST_F(RunCommand, OnePlainExecution) {
  CommandResult result = run_fake({}, "answer");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.error_output, "1 execution of 3 steps")) << result.error_output;
  EXPECT_EQ(run_fake({"--quiet"}, "answer").error_output, "");
}

TEST_F(RunCommand, MassRunWithoutFinding) {
  json summary = summary_of(kMass, "answer", 0);
  EXPECT_EQ(summary["verdict"], "sampled");
  EXPECT_EQ(summary["executions"], 100);
  EXPECT_EQ(summary["transitions"], 300);
  EXPECT_EQ(summary["strategy"], "random");
  EXPECT_EQ(summary["coverage"]["instrumented_functions"], 1);
}

TEST_F(RunCommand, ExplainsADeadlockAndHowToRunItAgain) {
  CommandResult result = run_fake(kMass, "deadlock");
  EXPECT_EQ(result.exit_code, 11);
  EXPECT_TRUE(contains(result.error_output, "99  completed")) << result.error_output;
  EXPECT_TRUE(contains(result.error_output, "Execution 5 ended in a deadlock after 3 steps"));
  EXPECT_TRUE(contains(result.error_output, "is held by thread 1 since fake.c:12 in transfer(int)"));
  EXPECT_TRUE(contains(result.error_output, "Run it again: selvage run --random 1 --first 5 "));
  EXPECT_EQ(run_fake({"--random", "1", "--first", "5"}, "deadlock").exit_code, 11);
  EXPECT_EQ(run_fake({"--random", "1", "--first", "6"}, "deadlock").exit_code, 0);
}

TEST_F(RunCommand, FindingsHaveTheirExitCodes) {
  EXPECT_EQ(run_fake(kMass, "assertion").exit_code, 10);
  EXPECT_EQ(run_fake(kMass, "die").exit_code, 10);
  EXPECT_EQ(run_fake(kMass, "scribble_results").exit_code, 14);
  EXPECT_EQ(run_fake(kMass, "exit").exit_code, 0);
  EXPECT_EQ(run_fake({"--random", "1", "--executions", "10", "--watchdog", "0.2"}, "stuck").exit_code, 12);
  json summary = summary_of(kMass, "assertion", 10);
  EXPECT_EQ(summary["verdict"], "bug");
  ASSERT_EQ(summary["findings"].size(), 1U);
  EXPECT_EQ(summary["findings"][0]["kind"], "assertion");
  EXPECT_EQ(summary["findings"][0]["message"], "assertion balance >= 0 failed");
  EXPECT_EQ(summary["findings"][0]["file"], "fake.c");
  EXPECT_EQ(summary["findings"][0]["line"], 34);
  EXPECT_EQ(summary["findings"][0]["execution"], 5);
}

TEST_F(RunCommand, UnmodelledCallsAndMismatchesAreErrors) {
  CommandResult unmodelled = run_fake(kMass, "unmodelled");
  EXPECT_EQ(unmodelled.exit_code, 3);
  EXPECT_TRUE(contains(unmodelled.error_output, "calls fork, which is not modelled: remove the call (fake.c:34"));
  EXPECT_EQ(run_fake(kMass, "mismatch").exit_code, 4);
}

TEST_F(RunCommand, ShowsTheOutputOfWhatItReports) {
  CommandResult mass = run_fake(kMass, "output");
  EXPECT_EQ(mass.exit_code, 10);
  EXPECT_EQ(mass.output, "");
  EXPECT_TRUE(contains(mass.error_output, "its standard output:\n    hello\n"));
  EXPECT_TRUE(contains(mass.error_output, "its standard error:\n    problem\n"));
  CommandResult single = run_fake({"--random", "1", "--first", "5"}, "output");
  EXPECT_EQ(single.output, "hello\n");
  EXPECT_TRUE(contains(single.error_output, "problem\n"));
}

TEST_F(RunCommand, SelfCheckNamesTheFirstDifference) {
  CommandResult result = run_fake({"--random", "1", "--executions", "100", "--self-check", "50"}, "random_values");
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_TRUE(contains(result.error_output, "in execution 49, at step 1, thread")) << result.error_output;
  EXPECT_EQ(run_fake({"--random", "1", "--executions", "100", "--self-check", "0"}, "random_values").exit_code, 0);
}

TEST_F(RunCommand, TraceCanBeRunAgain) {
  std::string first = file("first"), second = file("second");
  ASSERT_EQ(run_fake({"--random", "1", "--executions", "20", "--trace", first}, "answer").exit_code, 0);
  CommandResult again = run_fake({"--schedule", first, "--trace", second}, "answer");
  ASSERT_EQ(again.exit_code, 0) << again.error_output;
  EXPECT_EQ(test::read_text(first), test::read_text(second));
  EXPECT_TRUE(contains(again.error_output, "20 executions in")) << again.error_output;
  CommandResult to_output = run_fake({"--schedule", first, "--first", "19", "--trace", "-", "--quiet"}, "answer");
  EXPECT_TRUE(contains(test::read_text(first), to_output.output.substr(to_output.output.find('\n') + 1)));
}

TEST_F(RunCommand, TraceHasWhatAReaderNeeds) {
  std::string path = file("trace");
  run_fake({"--random", "1", "--first", "5", "--trace", path}, "deadlock");
  std::ifstream lines(path);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(json::parse(line)["format"], "selvage-trace");
  std::getline(lines, line);
  json event = json::parse(line);
  EXPECT_EQ(event["execution"], 5);
  EXPECT_EQ(event["step"], 1);
  EXPECT_EQ(event["operation"], "write");
  EXPECT_EQ(event["file"], "fake.c");
  EXPECT_EQ(event["line"], 12);
  EXPECT_EQ(event["function"], "transfer(int)");
  EXPECT_EQ(event["enabled"], (json::array({0, 1})));
  std::string last;
  while (std::getline(lines, line)) last = line;
  json end = json::parse(last);
  EXPECT_EQ(end["outcome"], "deadlock");
  EXPECT_EQ(end["threads"].size(), 2U);
  EXPECT_EQ(end["held"].size(), 2U);
  EXPECT_EQ(end["held"][0]["kind"], "mutex");
}

TEST_F(RunCommand, PlainScheduleFiles) {
  std::string good = file("good", "{\"steps\":[[0,0],[1,0]]}");
  EXPECT_EQ(run_fake({"--schedule", good}, "answer").exit_code, 0);
  EXPECT_EQ(run_fake({"--schedule", good, "--first", "1"}, "answer").exit_code, 2);
  CommandResult bad = run_fake({"--schedule", file("bad", "{\"steps\":[[0,0],\n[1]]}")}, "answer");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_TRUE(contains(bad.error_output, "a step is not a pair"));
}

TEST_F(RunCommand, SingleThreadedProgram) {
  CommandResult result = run_fake(kMass, "single");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.error_output, "never started a thread"));
}

TEST_F(RunCommand, InterruptionEndsCleanly) {
  std::string path = file("summary");
  std::vector<std::string> arguments = {"run",       "--random", "1",          "--executions", "1000000000",
                                        "--summary", path,       FAKE_PROGRAM, "--",           "answer"};
  CommandResult result = test::run_selvage_and_signal(arguments, SIGINT, test::has_executed_for(300));
  EXPECT_EQ(result.exit_code, 21);
  EXPECT_TRUE(contains(result.error_output, "then interrupted")) << result.error_output;
  json summary = json::parse(test::read_text(path));
  EXPECT_EQ(summary["interrupted"], true);
  EXPECT_GT(summary["executions"], 1000);
}

TEST_F(RunCommand, SourceThatDoesNotCompile) {
  CommandResult result = run_selvage({"run", file("broken.c", "int main( {")});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(contains(result.error_output, "selvage")) << result.error_output;
  EXPECT_EQ(run_selvage({"run", "/nonexistent.c"}).exit_code, 3);
}

TEST_F(RunCommand, RangeWithoutAValueOfTheType) {
  std::string source = file("unsigned.c",
                            "unsigned __VERIFIER_nondet_uint(void);\n"
                            "int main(void) { return __VERIFIER_nondet_uint(); }\n");
  CommandResult refused = run_selvage({"run", "--nondet", "-3..-1", source});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.error_output, "__VERIFIER_nondet_uint")) << refused.error_output;
  EXPECT_EQ(run_selvage({"run", "--nondet", "-3..1", source}).exit_code, 0);
}

TEST_F(RunCommand, LeavesNothingBehind) {
  std::string scratch = file("scratch");
  std::filesystem::create_directory(scratch);
  setenv("TMPDIR", scratch.c_str(), 1);
  for (const char* mode : {"answer", "files", "leave_child", "die", "exit", "fail", "unmodelled", "die_at_start"}) {
    run_fake(kMass, mode);
    EXPECT_TRUE(std::filesystem::is_empty(scratch)) << mode;
  }
  std::vector<std::string> endless = {"run",        "--random",   "1",  "--executions",
                                      "1000000000", FAKE_PROGRAM, "--", "files"};
  for (int signal : {SIGINT, SIGKILL}) {
    test::run_selvage_and_signal(endless, signal, test::has_executed_for(100));
    for (int i = 0; i < 100 && !std::filesystem::is_empty(scratch); ++i) usleep(20'000);
    EXPECT_TRUE(std::filesystem::is_empty(scratch)) << signal;
  }
  unsetenv("TMPDIR");
}

}  // namespace
}  // namespace selvage::cli

// A program that shows another shared location in every execution, so that a search begins anew again and again: its time is
// limited all the same.
#include <gtest/gtest.h>

#include "explore/deepening.h"
#include "explore/search.h"
#include "explore/strategy.h"
#include "scripted_program.h"

namespace selvage::explore::testing {
namespace {

class RestlessTarget final : public Target {
 public:
  explicit RestlessTarget(const ScriptedProgram& program) : target_(program) {}

  size_t run(std::span<const Request> requests, std::span<const std::unique_ptr<Execution>> results) override {
    size_t done = target_.run(requests, results);
    for (size_t i = 0; i < done; i++) results[i]->found = {kSharingGranule * ++last_};
    return done;
  }
  void share(std::span<const SharedLocation>) override {}

 private:
  ScriptedTarget target_;
  SharedLocation last_ = 1000;
};

class Counter final : public Observer {
 public:
  bool on_execution(const model::Path&, size_t, const Execution&) override { return true; }
  std::unique_ptr<Observer> split() override { return std::make_unique<Counter>(); }
  void join(Observer&) override {}
  void on_restart(std::span<const SharedLocation>) override { restarts++; }

  uint64_t restarts = 0;
};

ScriptedProgram two_writers() {
  ScriptedProgram program;
  program.threads = {{{Operation::Write, 0}}, {{Operation::Write, 0}}};
  return program;
}

std::chrono::steady_clock::time_point soon() {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
}

void expect_time_limit(const SearchResult& result, const Counter& counter) {
  EXPECT_EQ(result.end, End::TimeLimit);
  EXPECT_GT(result.restarts, 0U);
  EXPECT_EQ(counter.restarts, result.restarts);
  // What is to be gone on from is the table.
  EXPECT_GE(result.shared.size(), result.restarts);
  EXPECT_EQ(result.counts.executions, 0U);
  EXPECT_TRUE(result.state.empty());
}

TEST(Restarts, EndWithTheTimeOfASearch) {
  ScriptedProgram program = two_writers();
  for (std::string_view name : {"source", "optimal"}) {
    RestlessTarget target(program);
    std::vector<Target*> targets = {&target};
    Counter counter;
    SearchOptions options;
    options.deadline = soon();
    expect_time_limit(search(*make_strategy(std::string(name)), targets, options, counter), counter);
  }
}

TEST(Restarts, EndWithTheTimeOfASearchByCost) {
  ScriptedProgram program = two_writers();
  RestlessTarget target(program);
  std::vector<Target*> targets = {&target};
  Counter counter;
  DeepeningOptions options;
  options.deadline = soon();
  DeepeningResult result = deepen(targets, options, counter);
  expect_time_limit(result, counter);
  EXPECT_EQ(result.explored_below, 0U);
}

}  // namespace
}  // namespace selvage::explore::testing

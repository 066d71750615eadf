// What is done beside a search: it changes nothing of the search, and may end it.
#include <gtest/gtest.h>

#include "explore/search.h"
#include "explore/strategy.h"
#include "scripted_program.h"

namespace selvage::explore::testing {
namespace {

class Ignorant final : public Observer {
 public:
  bool on_execution(const model::Path&, size_t, const Execution&) override { return true; }
  std::unique_ptr<Observer> split() override { return std::make_unique<Ignorant>(); }
  void join(Observer&) override {}
};

// Three threads that write one variable some times each.
ScriptedProgram writers() {
  ScriptedProgram program;
  program.threads.assign(3, {{Operation::Write, 0}, {Operation::Write, 0}});
  return program;
}

SearchResult search_with(const std::string& strategy, size_t workers, std::function<Beside()> beside) {
  ScriptedProgram program = writers();
  std::vector<std::unique_ptr<ScriptedTarget>> own;
  std::vector<Target*> targets;
  for (size_t i = 0; i < workers; i++) {
    own.push_back(std::make_unique<ScriptedTarget>(program));
    targets.push_back(own.back().get());
  }
  Ignorant observer;
  SearchOptions options;
  options.batch = 4;
  options.beside = std::move(beside);
  return search(*make_strategy(strategy), targets, options, observer);
}

TEST(Beside, LeavesTheSearchAsItIs) {
  for (const char* strategy : {"optimal", "source"})
    for (size_t workers : {1, 2}) {
      SearchResult alone = search_with(strategy, workers, {});
      int calls = 0;
      SearchResult result =
          search_with(strategy, workers, [&] { return ++calls % 3 == 0 ? Beside::Done : Beside::More; });
      EXPECT_EQ(result.end, End::Complete);
      EXPECT_EQ(result.counts.executions, alone.counts.executions);
      EXPECT_EQ(result.counts.transitions, alone.counts.transitions);
      if (workers == 1) EXPECT_GE(calls, 3);
    }
}

TEST(Beside, EndsTheSearch) {
  SearchResult alone = search_with("optimal", 1, {});
  int calls = 0;
  SearchResult result = search_with("optimal", 1, [&] { return ++calls == 2 ? Beside::Found : Beside::Done; });
  EXPECT_EQ(result.end, End::Stopped);
  EXPECT_EQ(calls, 2);
  EXPECT_LT(result.counts.executions, alone.counts.executions);
}

}  // namespace
}  // namespace selvage::explore::testing

// Every strategy of the search finds the same races: which accesses race is a matter of the order of dependent
// operations, not of the interleaving that a strategy happens to take for it.
#include <gtest/gtest.h>

#include <set>

#include "check/race_detector.h"
#include "explore/search.h"
#include "scripted_program.h"

namespace selvage::check::testing {
namespace {

using namespace explore;
using explore::testing::random_program;
using explore::testing::ScriptedProgram;
using explore::testing::ScriptedTarget;

using Place = std::pair<uint16_t, unsigned>;  // a thread, and how many-th step of it
using Pairs = std::set<std::pair<Place, Place>>;

class Collector final : public Observer {
 public:
  bool on_execution(const model::Path& path, size_t known, const Execution&) override {
    races_.clear();
    detector_.advance(path, known, races_);
    for (const DataRace& race : races_) found.insert(std::minmax(place(path, race.first), place(path, race.second)));
    return true;
  }

  std::unique_ptr<Observer> split() override { return std::make_unique<Collector>(); }
  void join(Observer& part) override { found.merge(static_cast<Collector&>(part).found); }

  Pairs found;

 private:
  static Place place(const model::Path& path, model::Position position) {
    unsigned earlier = 0;
    for (model::Position at = path.previous_of_thread(position); at != model::kNone; at = path.previous_of_thread(at))
      earlier++;
    return {path.thread(position), earlier};
  }

  RaceDetector detector_;
  std::vector<DataRace> races_;
};

TEST(Strategies, FindTheSameRaces) {
  size_t racing = 0, clean = 0;
  for (unsigned seed = 1; racing + clean < 300; seed++) {
    std::mt19937 random(seed);
    ScriptedProgram program = random_program(random, 4, 4);
    auto explore = [&](const char* strategy, uint64_t limit, Pairs& found) {
      ScriptedTarget target(program);
      Target* targets[] = {&target};
      Collector collector;
      SearchResult result = search(*make_strategy(strategy), targets, {.batch = 4, .max_executions = limit}, collector);
      found = std::move(collector.found);
      return result.end == End::Complete;
    };
    Pairs expected;
    if (!explore("dfs", 3000, expected)) continue;
    (expected.empty() ? clean : racing)++;
    for (const char* strategy : {"classic", "source", "optimal"}) {
      Pairs found;
      ASSERT_TRUE(explore(strategy, 0, found));
      ASSERT_EQ(found, expected) << strategy << ", seed " << seed << "\n" << program.text();
    }
  }
  EXPECT_GT(racing, 50u);
  EXPECT_GT(clean, 20u);
}

}  // namespace
}  // namespace selvage::check::testing

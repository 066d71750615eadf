// Against brute force, on random programs: nothing that shows the finding is smaller than what minimising comes to.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "check/checker.h"
#include "minimise/minimise.h"
#include "scripted_program.h"

namespace selvage::minimise {
namespace {

using explore::Execution;
using explore::testing::Machine;
using explore::testing::random_program;
using explore::testing::ScriptedProgram;
using explore::testing::ScriptedTarget;

using Key = std::pair<check::FindingKind, uint64_t>;

struct Known {
  check::Finding first;
  Size smallest;
};

// Races at different places are different ones: a place is a thread and how many-th of its instructions.
class SitedTarget final : public explore::Target {
 public:
  explicit SitedTarget(const ScriptedProgram& program) : target_(program) {}
  size_t run(std::span<const explore::Request> requests, std::span<const std::unique_ptr<Execution>> results) override {
    size_t done = target_.run(requests, results);
    for (size_t i = 0; i < done; ++i) {
      std::map<uint16_t, uint32_t> taken;
      for (model::Transition& step : results[i]->steps) step.site = 100u * step.head.thread + ++taken[step.head.thread];
      for (const explore::Unfinished& thread : results[i]->unfinished)
        results[i]->end_identity = results[i]->end_identity * 1000 + taken[thread.next.thread] + 1;
    }
    return done;
  }
  void share(std::span<const SharedLocation>) override {}

 private:
  ScriptedTarget target_;
};

// All interleavings, one after the other, by way of schedules that differ in their last choice.
class BruteForce {
 public:
  explicit BruteForce(const ScriptedProgram& program) : program_(program), target_(program) {}

  // False: there are too many.
  bool run() {
    Machine machine(program_);
    std::vector<Step> schedule;
    return go_on(machine, schedule);
  }
  const std::map<Key, Known>& found() const { return found_; }

 private:
  bool go_on(const Machine& machine, std::vector<Step>& schedule) {
    bool ends = true;
    for (unsigned thread = 0; thread < machine.thread_count(); ++thread)
      for (unsigned alternative = 0; alternative < machine.outcomes(thread); ++alternative) {
        ends = false;
        Machine next = machine;
        next.step(thread, alternative);
        schedule.push_back({static_cast<uint16_t>(thread), static_cast<uint16_t>(alternative)});
        bool all = go_on(next, schedule);
        schedule.pop_back();
        if (!all) return false;
      }
    if (!ends) return true;
    look(schedule);
    return ++interleavings_ < 4000;
  }

  void look(const std::vector<Step>& schedule) {
    explore::Request request;
    request.steps = schedule;
    std::unique_ptr<Execution> execution = std::make_unique<Execution>();
    target_.run({&request, 1}, {&execution, 1});
    model::Path path;
    std::vector<model::Race> races;
    for (size_t i = 0; i < execution->steps.size(); ++i)
      path.push(execution->steps[i], execution->inner_of(i), execution->enabled_at(i), races);
    check::Checker checker({check::Property::Race, check::Property::Deadlock});
    std::vector<check::Finding> findings;
    checker.examine(path, 0, {.outcome = execution->outcome, .identity = execution->end_identity}, findings);
    std::vector<explore::Turn> turns = explore::turns_of(*execution);
    for (check::Finding& finding : findings) {
      size_t steps = finding.step == model::kNone ? turns.size() : finding.other_step + 1;
      Size size = size_of(std::span(turns).first(steps));
      auto [place, is_new] = found_.try_emplace({finding.kind, finding.identity}, Known{finding, size});
      place->second.smallest = std::min(place->second.smallest, size);
    }
  }

  const ScriptedProgram& program_;
  SitedTarget target_;
  uint64_t interleavings_ = 0;
  std::map<Key, Known> found_;
};

unsigned programs_to_try() {
  const char* text = std::getenv("SELVAGE_RANDOM_PROGRAMS");
  return text == nullptr ? 150 : static_cast<unsigned>(std::atoi(text));
}

TEST(RandomPrograms, NothingIsSmaller) {
  std::map<check::FindingKind, unsigned> compared;
  unsigned with_preemptions = 0;
  for (unsigned seed = 1, tried = 0; tried < programs_to_try(); ++seed) {
    std::mt19937 random(seed);
    ScriptedProgram program = random_program(random, 4, 5);
    BruteForce all(program);
    if (!all.run() || all.found().empty()) continue;
    ++tried;
    for (const auto& [key, known] : all.found()) {
      SitedTarget target(program);
      SameFinding judge(known.first);
      std::optional<Result> result = minimise(known.first, target, judge, {.time = std::chrono::hours(1)});
      ASSERT_TRUE(result) << "seed " << seed << "\n" << program.text();
      EXPECT_TRUE(result->is_proved);
      const Shown& shown = result->smallest;
      ASSERT_EQ(shown.size, known.smallest)
          << "seed " << seed << ": " << shown.size.preemptions << " preemptions, " << shown.size.switches
          << " switches, " << shown.size.steps << " steps instead of " << known.smallest.preemptions << ", "
          << known.smallest.switches << ", " << known.smallest.steps << "\n"
          << program.text();
      EXPECT_EQ(Key(shown.finding.kind, shown.finding.identity), key);
      EXPECT_EQ(shown.finding.schedule.size(), shown.size.steps);
      ++compared[key.first];
      with_preemptions += known.smallest.preemptions > 0;
    }
  }
  EXPECT_GT(compared[check::FindingKind::Deadlock], 20u);
  EXPECT_GT(compared[check::FindingKind::DataRace], 100u);
  EXPECT_GT(with_preemptions, 20u);
}

// Without the search from the smallest on: what small changes come to is a finding all the same, and not larger.
TEST(RandomPrograms, LittleTimeDoesNoHarm) {
  for (unsigned seed = 1, tried = 0; tried < 50; ++seed) {
    std::mt19937 random(seed);
    ScriptedProgram program = random_program(random, 4, 5);
    BruteForce all(program);
    if (!all.run() || all.found().empty()) continue;
    ++tried;
    for (const auto& [key, known] : all.found()) {
      SitedTarget target(program);
      SameFinding judge(known.first);
      std::optional<Result> result = minimise(known.first, target, judge, {.time = std::chrono::duration<double>(0)});
      ASSERT_TRUE(result);
      EXPECT_LE(result->smallest.size, result->original);
      EXPECT_EQ(result->smallest.finding.identity, key.second);
    }
  }
}

}  // namespace
}  // namespace selvage::minimise

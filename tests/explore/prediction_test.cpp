// Executions that are predicted against executions: the same steps, the same threads that could have gone, the same end. And
// the search with them against the one without and against brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "explore/search.h"
#include "section_program.h"

namespace selvage::explore::testing {
namespace {

struct Found {
  std::set<std::string> classes, final_states;
  uint64_t executions = 0, predicted = 0, infeasible = 0;
};

bool is_same(const Footprint& a, const Footprint& b) {
  return a.operation == b.operation && a.thread == b.thread && a.size == b.size && a.object == b.object &&
         a.value == b.value;
}

// The same text for equivalent paths: the threads of the one that always takes the lowest possible thread.
std::string normal_form(const model::Path& path) {
  auto count = static_cast<model::Position>(path.size());
  auto dependent = [&](model::Position a, model::Position b) {
    return path.thread(a) == path.thread(b) || path.dependent(a, b);
  };
  std::vector<bool> done(count);
  std::string result;
  for (model::Position n = 0; n < count; n++) {
    auto can_be_next = [&](model::Position step) {
      for (model::Position k = 0; k < step; k++)
        if (!done[k] && dependent(k, step)) return false;
      return !done[step];
    };
    model::Position best = model::kNone;
    for (model::Position step = 0; step < count; step++)
      if (can_be_next(step) && (best == model::kNone || path.thread(step) < path.thread(best))) best = step;
    done[best] = true;
    result += std::to_string(path.thread(best)) + ' ';
  }
  return result;
}

// Executes what was predicted, and compares.
class Comparer final : public Observer {
 public:
  explicit Comparer(const SectionProgram& program) : program_(program) {}

  bool on_execution(const model::Path& path, size_t, const Execution& execution) override {
    if (execution.outcome == Outcome::ScheduleMismatch) return true;
    SectionMachine machine(program_);
    for (model::Position i = 0; i < path.size(); i++) {
      EXPECT_EQ(path.enabled(i).front(), machine.all_enabled()) << program_.text() << "before step " << i;
      if (!machine.enabled(path.thread(i))) return false;
      EXPECT_TRUE(std::ranges::equal(path.footprints(i), machine.step(path.thread(i)), is_same))
          << program_.text() << "at step " << i;
    }
    EXPECT_EQ(machine.all_enabled(), 0U) << program_.text();
    unsigned unfinished = 0;
    for (unsigned t = 0; t < machine.thread_count(); t++) unfinished += !machine.finished(t);
    EXPECT_EQ(execution.unfinished.size(), unfinished) << program_.text();
    if (execution.outcome == Outcome::SleepBlocked) return true;
    EXPECT_EQ(execution.outcome, unfinished == 0 ? Outcome::Completed : Outcome::Deadlock) << program_.text();
    found_.final_states.insert(machine.final_state());
    found_.classes.insert(normal_form(path));
    found_.predicted += execution.is_predicted;
    return true;
  }

  std::unique_ptr<Observer> split() override { return std::make_unique<Comparer>(program_); }
  void join(Observer& part) override {
    Found& other = static_cast<Comparer&>(part).found_;
    found_.final_states.merge(other.final_states);
    found_.classes.merge(other.classes);
    found_.predicted += other.predicted;
    other = {};
  }
  void on_restart(std::span<const SharedLocation>) override { found_ = {}; }
  Found& found() { return found_; }

 private:
  const SectionProgram& program_;
  Found found_;
};

Found explore(const SectionProgram& program, bool predicts, size_t batch, unsigned workers, uint64_t piece = 0) {
  auto strategy = make_strategy("optimal");
  std::vector<std::unique_ptr<SectionTarget>> targets;
  std::vector<Target*> pointers;
  for (unsigned i = 0; i < workers; i++) {
    targets.push_back(std::make_unique<SectionTarget>(program));
    pointers.push_back(targets.back().get());
  }
  Comparer comparer(program);
  SearchOptions options{.batch = batch, .sections = true, .predicts = predicts, .max_executions = piece};
  std::vector<SharedLocation> shared;
  for (;;) {
    SearchResult result = search(*strategy, pointers, options, comparer, shared);
    EXPECT_TRUE(result.resumed);
    Found& found = comparer.found();
    found.executions = result.counts.executions;
    found.infeasible = result.counts.infeasible;
    if (result.end == End::Complete || !result.resumed) return std::move(found);
    EXPECT_EQ(result.end, End::ExecutionLimit);
    options.max_executions += piece;
    options.resume = result.state;
    shared = result.shared;
  }
}

unsigned number_from(const char* variable, unsigned otherwise) {
  const char* text = std::getenv(variable);
  return text ? static_cast<unsigned>(std::atoi(text)) : otherwise;
}

TEST(Prediction, ShowsWhatExecutionsShow) {
  uint64_t executed = 0, predicted = 0, programs = 0;
  unsigned wanted = number_from("SELVAGE_RANDOM_PROGRAMS", 300);
  for (unsigned seed = number_from("SELVAGE_RANDOM_SEED", 1), tried = 0; tried < wanted; seed++) {
    std::mt19937 random(seed);
    SectionProgram program = random_section_program(random);
    std::set<std::string> expected;
    if (!every_final_state(program, 5000, expected)) continue;
    tried++;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + program.text());
    Found plain = explore(program, false, 4, 1), quick = explore(program, true, 4, 1);
    EXPECT_EQ(plain.predicted, 0U);
    EXPECT_EQ(plain.final_states, expected);
    EXPECT_EQ(quick.final_states, expected);
    EXPECT_EQ(plain.executions, plain.classes.size());
    EXPECT_EQ(quick.classes, plain.classes);
    EXPECT_LE(quick.executions, plain.executions);
    EXPECT_GE(quick.executions + quick.predicted, plain.executions);
    EXPECT_EQ(quick.infeasible, plain.infeasible);
    for (auto [batch, workers] : {std::pair{1U, 1U}, {16U, 2U}}) {
      Found again = explore(program, true, batch, workers);
      EXPECT_EQ(again.executions, quick.executions);
      EXPECT_EQ(again.predicted, quick.predicted);
      EXPECT_EQ(again.final_states, expected);
    }
    executed += quick.executions;
    predicted += quick.predicted;
    programs += quick.predicted != 0;
    if (::testing::Test::HasFailure()) return;
  }
  std::cout << executed << " executions, " << predicted << " predicted, in " << programs << " of " << wanted
            << " programs\n";
  EXPECT_GE(predicted, wanted / 10);
}

TEST(Prediction, GoesOnWhereTheSearchWasStopped) {
  unsigned wanted = number_from("SELVAGE_RANDOM_PROGRAMS", 300) / 10;
  for (unsigned seed = number_from("SELVAGE_RANDOM_SEED", 1), tried = 0; tried < wanted; seed++) {
    std::mt19937 random(seed);
    SectionProgram program = random_section_program(random);
    std::set<std::string> expected;
    if (!every_final_state(program, 5000, expected)) continue;
    Found whole = explore(program, true, 4, 1);
    if (whole.predicted < 2) continue;
    tried++;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + program.text());
    for (unsigned workers : {1U, 2U}) {
      Found found = explore(program, true, 4, workers, 2);
      EXPECT_EQ(found.final_states, expected);
      EXPECT_EQ(found.classes, whole.classes);
      EXPECT_EQ(found.executions, whole.executions);
      EXPECT_EQ(found.predicted, whole.predicted);
    }
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace selvage::explore::testing

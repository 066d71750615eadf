// The search by cost against brute force, on random programs: within every bound the same equivalence classes and final
// states, neither more nor fewer; for any number of workers, and in pieces.
#include "explore/deepening.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "scripted_program.h"

namespace selvage::explore::testing {
namespace {

struct Found {
  std::set<std::string> traces, final_states;
};

class Collector final : public Observer {
 public:
  explicit Collector(const ScriptedProgram& program) : program_(program) {}

  bool on_execution(const model::Path& path, size_t, const Execution&) override {
    Machine machine(program_);
    std::vector<Footprint> steps;
    std::vector<uint16_t> alternatives;
    for (model::Position i = 0; i < path.size(); i++) {
      steps.push_back(machine.step(path.thread(i), path[i].alternative));
      alternatives.push_back(path[i].alternative);
    }
    found.traces.insert(normal_form(steps, alternatives));
    found.final_states.insert(machine.final_state());
    return true;
  }
  std::unique_ptr<Observer> split() override { return std::make_unique<Collector>(program_); }
  void join(Observer& part) override {
    Found& other = static_cast<Collector&>(part).found;
    found.traces.merge(other.traces);
    found.final_states.merge(other.final_states);
  }

  Found found;

 private:
  const ScriptedProgram& program_;
};

constexpr unsigned kNobody = UINT32_MAX;

// Whom the policy lets go: the thread that has the turn while it can go on, else the lowest.
unsigned policy_choice(const Machine& machine, unsigned last) {
  if (last != kNobody && machine.outcomes(last) > 0) return last;
  for (unsigned t = 0; t < machine.thread_count(); t++)
    if (machine.outcomes(t) > 0) return t;
  return kNobody;
}

class StayingTarget final : public Target {
 public:
  explicit StayingTarget(const ScriptedProgram& program) : program_(program) {}
  void share(std::span<const SharedLocation>) override {}

  size_t run(std::span<const Request> requests, std::span<const std::unique_ptr<Execution>> results) override {
    for (size_t r = 0; r < requests.size(); r++) run(requests[r], *results[r]);
    return requests.size();
  }

 private:
  void run(const Request& request, Execution& execution) {
    Machine machine(program_);
    execution.clear();
    unsigned last = kNobody;
    for (size_t i = 0;; i++) {
      uint64_t enabled = 0;
      for (unsigned t = 0; t < machine.thread_count(); t++)
        if (machine.outcomes(t) > 0) enabled |= uint64_t{1} << t;
      if (enabled == 0) break;
      Step step{static_cast<uint16_t>(policy_choice(machine, last)), 0};
      if (i < request.steps.size()) step = request.steps[i];
      unsigned outcomes = machine.outcomes(step.thread);
      if (step.alternative >= outcomes) {
        execution.outcome = Outcome::ScheduleMismatch;
        return;
      }
      Footprint done = machine.step(step.thread, step.alternative);
      execution.steps.push_back({done, step.alternative, static_cast<uint16_t>(outcomes), 0, 0});
      execution.inner_end.push_back(0);
      execution.enabled.push_back(enabled);
      last = step.thread;
    }
    for (unsigned t = 0; t < machine.thread_count(); t++)
      if (!machine.finished(t)) execution.unfinished.push_back({machine.next(t), false});
    execution.outcome = execution.unfinished.empty() ? Outcome::Completed : Outcome::Deadlock;
  }

  const ScriptedProgram& program_;
};

// By the definitions of the measures.
uint64_t cost_of(const Machine& machine, unsigned last, unsigned thread, Measure measure) {
  if (measure == Measure::Preemptions) return last != kNobody && last != thread && machine.outcomes(last) > 0 ? 1 : 0;
  unsigned chosen = policy_choice(machine, last);
  if (thread == chosen) return 0;
  uint64_t cost = 1;
  for (unsigned t = 0; t < thread; t++) cost += t != chosen && machine.outcomes(t) > 0 ? 1 : 0;
  return cost;
}

struct Enumeration {
  Measure measure;
  uint64_t limit;
  std::vector<Found> within;  // by bound
  uint64_t count = 0;
  std::vector<Footprint> steps = {};
  std::vector<uint16_t> alternatives = {};

  bool from(const Machine& machine, unsigned last, uint64_t cost) {
    bool any = false;
    for (unsigned t = 0; t < machine.thread_count(); t++) {
      for (unsigned a = 0; a < machine.outcomes(t); a++) {
        any = true;
        uint64_t total = cost + cost_of(machine, last, t, measure);
        if (total >= within.size()) continue;
        Machine next = machine;
        steps.push_back(next.step(t, a));
        alternatives.push_back(static_cast<uint16_t>(a));
        bool goes_on = from(next, t, total);
        steps.pop_back();
        alternatives.pop_back();
        if (!goes_on) return false;
      }
    }
    if (any) return true;
    for (size_t bound = cost; bound < within.size(); bound++) {
      within[bound].traces.insert(normal_form(steps, alternatives));
      within[bound].final_states.insert(machine.final_state());
    }
    return ++count < limit;
  }
};

DeepeningResult deepen_with(const ScriptedProgram& program, unsigned workers, const DeepeningOptions& options,
                            Collector& collector) {
  std::vector<std::unique_ptr<StayingTarget>> targets;
  std::vector<Target*> pointers;
  for (unsigned i = 0; i < workers; i++) {
    targets.push_back(std::make_unique<StayingTarget>(program));
    pointers.push_back(targets.back().get());
  }
  return deepen(pointers, options, collector);
}

unsigned programs_to_try() {
  const char* text = std::getenv("SELVAGE_RANDOM_PROGRAMS");
  return text ? static_cast<unsigned>(std::atoi(text)) : 300;
}

void compare_with_brute_force(ScriptedProgram (*make)(std::mt19937&, unsigned, unsigned)) {
  uint64_t executions = 0, interleavings = 0;
  for (unsigned seed = 1, tried = 0; tried < programs_to_try(); seed++) {
    std::mt19937 random(seed);
    ScriptedProgram program = make(random, 4, 4);
    Measure measure = seed % 2 ? Measure::Preemptions : Measure::Delays;
    Enumeration expected{.measure = measure, .limit = 4000, .within = std::vector<Found>(4)};
    if (!expected.from(Machine(program), kNobody, 0)) continue;
    tried++;
    interleavings += expected.count;
    for (uint64_t bound = 0; bound < expected.within.size(); bound++) {
      std::string name = "seed " + std::to_string(seed) + ", bound " + std::to_string(bound) + "\n" + program.text();
      Collector one(program), two(program), pieces(program);
      DeepeningOptions options{.measure = measure, .most = bound};
      DeepeningResult result = deepen_with(program, 1, options, one);
      ASSERT_EQ(result.end, End::Complete) << name;
      ASSERT_EQ(one.found.traces, expected.within[bound].traces) << name;
      ASSERT_EQ(one.found.final_states, expected.within[bound].final_states) << name;
      if (bound + 1 == expected.within.size()) executions += result.counts.executions;

      DeepeningResult by_two = deepen_with(program, 2, options, two);
      ASSERT_EQ(two.found.traces, expected.within[bound].traces) << "two workers, " << name;
      ASSERT_EQ(by_two.counts.executions, result.counts.executions) << "two workers, " << name;
      ASSERT_EQ(by_two.left_out, result.left_out) << "two workers, " << name;

      if (seed % 8 != 0) continue;
      options.max_executions = 3;
      for (;;) {
        DeepeningResult piece = deepen_with(program, 1, options, pieces);
        ASSERT_TRUE(piece.resumed) << name;
        if (piece.end == End::Complete) {
          ASSERT_EQ(piece.counts.executions, result.counts.executions) << "in pieces, " << name;
          break;
        }
        ASSERT_EQ(piece.end, End::ExecutionLimit) << name;
        options.max_executions += 3;
        options.resume = piece.state;
      }
      ASSERT_EQ(pieces.found.traces, expected.within[bound].traces) << "in pieces, " << name;
    }
  }
  std::cout << executions << " executions for " << interleavings << " interleavings\n";
}

TEST(Deepening, AgreesWithBruteForceWithinEveryBound) { compare_with_brute_force(random_program); }
TEST(Deepening, AgreesWithBruteForceWhereThreadsWait) { compare_with_brute_force(random_waiting_program); }

TEST(Deepening, WithoutABoundEverythingIsExplored) {
  for (unsigned seed = 1; seed < 100; seed++) {
    std::mt19937 random(seed);
    ScriptedProgram program = random_program(random, 3, 4);
    Outcomes expected;
    if (!brute_force(program, 5000, expected)) continue;
    Collector collector(program);
    DeepeningResult result = deepen_with(program, 2, {}, collector);
    EXPECT_EQ(result.end, End::Complete);
    EXPECT_EQ(result.left_out, 0u);
    EXPECT_EQ(result.explored_below, UINT64_MAX);
    EXPECT_EQ(collector.found.traces, expected.traces) << "seed " << seed;
  }
}

TEST(Deepening, GoesOnWhereItStopped) {
  for (unsigned seed = 1; seed < 60; seed++) {
    std::mt19937 random(seed);
    ScriptedProgram program = random_program(random, 3, 4);
    for (Measure measure : {Measure::Preemptions, Measure::Delays}) {
      Collector whole(program), pieces(program);
      DeepeningResult expected = deepen_with(program, 1, {.measure = measure}, whole);
      DeepeningOptions options{.measure = measure};
      DeepeningResult result;
      do {
        options.max_executions += 7;
        result = deepen_with(program, 1, options, pieces);
        ASSERT_TRUE(result.resumed || options.resume.empty());
        options.resume = result.state;
      } while (result.end == End::ExecutionLimit);
      EXPECT_EQ(result.end, End::Complete);
      EXPECT_EQ(result.counts.executions, expected.counts.executions) << "seed " << seed;
      EXPECT_EQ(pieces.found.traces, whole.found.traces) << "seed " << seed;
    }
  }
}

TEST(Deepening, EndsWhenItsMemoryIsUsedUp) {
  std::mt19937 random(7);
  ScriptedProgram program = random_program(random, 4, 4);
  Collector collector(program);
  DeepeningResult result = deepen_with(program, 1, {.max_bytes = 1000}, collector);
  EXPECT_EQ(result.end, End::MemoryLimit);
  EXPECT_GT(result.counts.executions, 0u);
}

// Whatever the bytes say, what is made out of them stays within them.
TEST(Deepening, DamagedDeparturesAreHarmless) {
  std::mt19937 random(7);
  Departures departures(Measure::Delays, 100);
  for (uint16_t execution = 0; execution < 5; execution++) {
    auto origin = std::make_unique<Origin>(std::vector<Step>{{0, 0}, {1, 0}, {1, 2}, {0, 0}}, execution % 3, 1);
    for (uint32_t position = origin->begin(); position < 5; position++)
      origin->add({random(), static_cast<uint16_t>(1 + random() % 3), true, true},
                  std::vector<uint64_t>{random() % 64});
    departures.add(std::move(origin), execution);
  }
  SavedWriter writer;
  departures.save(writer);
  std::string saved = writer.take();
  unsigned read = 0;
  for (int round = 0; round < 20'000; round++) {
    std::string bytes = saved;
    for (unsigned flips = random() % 4; flips > 0; flips--)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    SavedReader reader(bytes);
    Departures found(Measure::Delays, 100);
    if (!found.restore(reader)) continue;
    read++;
    for (int taken = 0; taken < 1000 && !found.empty(); taken++) {
      if (found.count_at_lowest() == 0) {
        found.give_up_lowest();
        continue;
      }
      Departure departure = found.take();
      EXPECT_EQ(departure.steps().size(), departure.origin ? departure.length + 1 : 0);
      departure.hash();
    }
  }
  EXPECT_GT(read, 5'000u);
}

// Whoever has no time left has none for writing down what is left.
TEST(Deepening, LimitsLeaveNoStateWhereNobodyGoesOnFromIt) {
  std::mt19937 random(7);
  ScriptedProgram program = random_program(random, 4, 4);
  Collector collector(program);
  DeepeningOptions options{.max_executions = 5, .keeps_state = false};
  DeepeningResult limited = deepen_with(program, 1, options, collector);
  EXPECT_EQ(limited.end, End::ExecutionLimit);
  EXPECT_TRUE(limited.state.empty());
  options = {.max_bytes = 1};
  DeepeningResult full = deepen_with(program, 1, options, collector);
  EXPECT_EQ(full.end, End::MemoryLimit);
  EXPECT_TRUE(full.state.empty());
  std::atomic<bool> interrupted = true;
  options = {.interrupted = &interrupted, .keeps_state = false};
  EXPECT_FALSE(deepen_with(program, 1, options, collector).state.empty());
}

TEST(Deepening, DamagedStatesAreRefused) {
  std::mt19937 random(7);
  ScriptedProgram program = random_program(random, 4, 4);
  Collector collector(program);
  DeepeningOptions options{.max_executions = 5};
  std::string state = deepen_with(program, 1, options, collector).state;
  ASSERT_FALSE(state.empty());
  for (size_t length = 0; length + 1 < state.size(); length += 3) {
    options.resume = state.substr(0, length + 1);
    EXPECT_FALSE(deepen_with(program, 1, options, collector).resumed) << length;
  }
}

}  // namespace
}  // namespace selvage::explore::testing

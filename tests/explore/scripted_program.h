// Small random programs, interpreted: a Target without any process, and the brute force to compare a search with.
#pragma once

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "explore/target.h"

namespace selvage::explore::testing {

struct Instruction {
  Operation operation;
  int object = 0;
  int skip_if = -1;    // after a read, trylock or choice: skip the next instruction if the result's lowest bit is this
  bool timed = false;  // a waiter on a condition may wake by itself
};

struct ScriptedProgram {
  std::vector<std::vector<Instruction>> threads;
  int variables = 1, mutexes = 1, semaphores = 1, rwlocks = 0, conditions = 0;  // a condition's mutex has its number
  std::vector<int> initial_counts;

  std::string text() const;
  bool has_choices() const;
};

ScriptedProgram random_program(std::mt19937& random, unsigned most_threads, unsigned most_instructions);
// With read-write locks and condition variables.
ScriptedProgram random_waiting_program(std::mt19937& random, unsigned most_threads, unsigned most_instructions);

// A state of the interpreter.
// Copyable: brute force keeps one per depth.
class Machine {
 public:
  explicit Machine(const ScriptedProgram& program);
  bool finished(unsigned thread) const;
  unsigned outcomes(unsigned thread) const;  // 0: blocked or finished
  Footprint next(unsigned thread) const;
  Footprint asleep(unsigned thread) const;                // the same, with what would come of it in this state
  Footprint step(unsigned thread, unsigned alternative);  // what it did
  std::string final_state() const;
  unsigned thread_count() const { return static_cast<unsigned>(program_.threads.size()); }

 private:
  // Of a thread that waits on a condition, and of a read-write lock.
  enum class Wait : uint8_t { None, Waits, Woken };
  struct Rwlock {
    int writer = -1;
    std::vector<int> readers;  // how many times each thread reads

    bool is_read() const;
  };

  const Instruction& at(unsigned thread) const { return program_.threads[thread][position_[thread]]; }
  unsigned waiters(int condition) const;
  void acquire(unsigned thread, Footprint& done);
  void release(unsigned thread);
  void signal(unsigned alternative, Footprint& done);
  void skip_refused_unlocks(unsigned thread);

  const ScriptedProgram& program_;
  std::vector<size_t> position_;
  std::vector<int> last_, memory_, owner_, count_;
  std::vector<Rwlock> rwlocks_;
  std::vector<Wait> waits_;  // per thread
};

class ScriptedTarget : public Target {
 public:
  explicit ScriptedTarget(const ScriptedProgram& program) : program_(program) {}
  size_t run(std::span<const Request> requests, std::span<const std::unique_ptr<Execution>> results) override;
  void share(std::span<const SharedLocation>) override {}

 private:
  const ScriptedProgram& program_;
};

struct Outcomes {
  std::set<std::string> traces;        // one normal form per equivalence class
  std::set<std::string> final_states;  // deadlocks among them
  uint64_t interleavings = 0;
};

// Every interleaving, up to a limit; false when there are more.
bool brute_force(const ScriptedProgram& program, uint64_t limit, Outcomes& outcomes);

// The same text for equivalent sequences: the one that always takes the lowest possible thread.
std::string normal_form(const std::vector<Footprint>& steps, const std::vector<uint16_t>& alternatives);

}  // namespace selvage::explore::testing

// Executes looping programs step by step; no knowledge of searching is in it.
//
// A step is one access to something that threads share, or one pause; what a thread does by itself goes with the step
// before.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "program.h"

namespace selvage::fuzz::loops {

inline constexpr unsigned kMostNested = 4;

enum class Waiting : uint8_t { No, Signal, Woken };

struct ThreadState {
  uint8_t at = 0;
  std::array<uint8_t, kRegisters> registers{};
  std::array<uint8_t, kMostNested> rounds{};  // of the `times` around it
  Waiting waiting = Waiting::No;

  bool operator==(const ThreadState&) const = default;
};

// What others can see. Locks: 0, or one more than the number of the owner.
struct Memory {
  std::array<uint8_t, kVariables> variables{};
  std::array<uint8_t, kLocks> mutexes{}, spinlocks{}, semaphores{};

  bool operator==(const Memory&) const = default;
};

struct State {
  Memory memory;
  std::array<ThreadState, kMostThreads> threads{};

  bool operator==(const State&) const = default;
};

// A loop was begun, or begun again, with these registers.
struct Visit {
  uint8_t loop;
  std::array<uint8_t, kRegisters> registers;
  std::array<uint8_t, kMostNested> rounds;

  auto operator<=>(const Visit&) const = default;
};

// What a thread is about to do to the shared variables.
struct Access {
  unsigned variables = 0;  // a set of bits
  bool atomic = true;
  bool writes = false;
  bool may_write = false;  // in another state
  unsigned in_loop = 0;    // how many accesses the innermost `loop` around it has; 0: there is none
};

class Machine {
 public:
  explicit Machine(const Program& program);

  State start();
  unsigned thread_count() const { return static_cast<unsigned>(program_.threads.size()); }
  bool finished(const State& state, unsigned thread) const;
  bool enabled(const State& state, unsigned thread) const;
  Access next_access(const State& state, unsigned thread) const;
  // The states after a step of an enabled thread: one for each way that the step can go.
  std::vector<State> step(const State& state, unsigned thread);

  // Loops that were begun in the last step.
  const std::vector<Visit>& visits() const { return visits_; }
  // Not empty: the program did something that it must not.
  const std::string& misuse() const { return misuse_; }

 private:
  struct Place {
    // Of the block that begins or ends here; of a `break`, of the loop that it leaves. Of a `leave`: in how many `times`
    // the call is, and where it ends.
    size_t begin = 0, end = 0;
    unsigned nested = 0;   // in how many `times`
    unsigned in_loop = 0;  // as in Access
  };

  void find_blocks(const Body& body, std::vector<Place>& places);
  static void count_accesses(const Body& body, std::vector<Place>& places);
  Access access_of(const State& state, unsigned thread) const;
  const Instruction& next(const State& state, unsigned thread) const;
  bool is_local(const ThreadState& thread, unsigned number) const;
  void go_on(State& state, unsigned thread);
  void go_on_once(ThreadState& thread, unsigned number);
  void leave_loop(ThreadState& thread, const Place& loop, unsigned number) const;
  void access(State& state, unsigned thread);
  void wait_step(State& state, unsigned thread);
  std::vector<State> signal_steps(const State& state, unsigned thread);

  const Program& program_;
  std::vector<std::vector<Place>> places_;
  std::vector<Visit> visits_;
  std::string misuse_;
};

}  // namespace selvage::fuzz::loops

// Small random programs of critical sections, interpreted: a Target without any process. A section is one step, and what it
// accesses depends on what it reads.
#pragma once

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "explore/target.h"

namespace selvage::explore::testing {

struct SectionAccess {
  bool writes = false;
  int variable = 0;
  int skip_if = -1;  // after a read: skip the next access if the value's lowest bit is this
};

struct SectionInstruction {
  Operation operation;  // MutexLock with accesses: a whole section
  int object = 0;       // mutex, variable or semaphore
  std::vector<SectionAccess> accesses = {};
};

struct SectionProgram {
  std::vector<std::vector<SectionInstruction>> threads;
  int mutexes = 1, semaphores = 1;
  int guarded = 1;  // variables of each mutex
  int others = 1;   // variables behind those, which no mutex guards

  std::string text() const;
};

SectionProgram random_section_program(std::mt19937& random);

// A state of the interpreter. Copyable: brute force keeps one per depth.
class SectionMachine {
 public:
  explicit SectionMachine(const SectionProgram& program);
  unsigned thread_count() const { return static_cast<unsigned>(program_->threads.size()); }
  bool finished(unsigned thread) const { return position_[thread] >= program_->threads[thread].size(); }
  bool enabled(unsigned thread) const;
  uint64_t all_enabled() const;
  Footprint next(unsigned thread) const;
  std::vector<Footprint> step(unsigned thread);  // what it did, head first
  std::string final_state() const;

 private:
  const SectionInstruction& at(unsigned thread) const { return program_->threads[thread][position_[thread]]; }
  void access(unsigned thread, const SectionAccess& access);

  const SectionProgram* program_;
  std::vector<size_t> position_;
  std::vector<int> last_, memory_, owner_, count_;
};

class SectionTarget final : public Target {
 public:
  explicit SectionTarget(const SectionProgram& program) : program_(program) {}
  size_t run(std::span<const Request> requests, std::span<const std::unique_ptr<Execution>> results) override;
  void share(std::span<const SharedLocation>) override {}

 private:
  const SectionProgram& program_;
};

// The final states of every interleaving, deadlocks among them; false when there are more interleavings.
bool every_final_state(const SectionProgram& program, uint64_t limit, std::set<std::string>& states);

}  // namespace selvage::explore::testing

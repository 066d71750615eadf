#include "section_program.h"

#include <algorithm>

namespace selvage::explore::testing {

namespace {

inline constexpr uint64_t kVariables = 0x1000, kMutexes = 0x2000, kSemaphores = 0x3000;

uint64_t address(Operation operation, int object) {
  auto number = static_cast<uint64_t>(object);
  switch (traits(operation).object) {
    case ObjectKind::Memory:
      return kVariables + number * 8;
    case ObjectKind::Mutex:
      return kMutexes + number * 64;
    case ObjectKind::Semaphore:
      return kSemaphores + number * 64;
    default:
      return 0;
  }
}

Footprint footprint(Operation operation, unsigned thread, int object) {
  return {operation, 0, static_cast<uint16_t>(thread), 8, address(operation, object), 0};
}

}  // namespace

std::string SectionProgram::text() const {
  std::string result;
  for (const auto& thread : threads) {
    for (const SectionInstruction& i : thread) {
      result += std::string(traits(i.operation).text) + std::to_string(i.object);
      for (const SectionAccess& access : i.accesses) {
        result += (access.writes ? " w" : " r") + std::to_string(access.variable);
        if (access.skip_if >= 0) result += "?" + std::to_string(access.skip_if);
      }
      result += "; ";
    }
    result += '\n';
  }
  return result;
}

SectionProgram random_section_program(std::mt19937& random) {
  auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  SectionProgram program;
  program.mutexes = 1 + (below(4) == 0);
  program.guarded = 2 + below(3);
  int threads = 2 + below(3);
  for (int t = 0; t < threads; t++) {
    std::vector<SectionInstruction> code;
    auto guarded = [&](int mutex) { return mutex * program.guarded + below(program.guarded); };
    auto section = [&] {
      SectionInstruction section{Operation::MutexLock, below(program.mutexes)};
      for (int i = 1 + below(3); i > 0; i--) {
        bool writes = below(2) == 0;
        section.accesses.push_back({writes, guarded(section.object), !writes && below(3) ? below(2) : -1});
      }
      code.push_back(std::move(section));
    };
    // In which others can go on.
    auto long_section = [&] {
      int mutex = below(program.mutexes);
      code.push_back({Operation::MutexLock, mutex});
      code.push_back({below(2) ? Operation::Read : Operation::Write, guarded(mutex)});
      if (below(8)) code.push_back({Operation::MutexUnlock, mutex});
    };
    for (int i = 1 + below(threads > 3 ? 2 : 3); i > 0; i--) {
      int kind = below(10);
      if (kind < 6)
        section();
      else if (kind < 8)
        code.push_back({below(2) ? Operation::Read : Operation::Write, program.mutexes * program.guarded});
      else if (kind == 8)
        long_section();
      else
        code.push_back({below(2) ? Operation::SemaphoreWait : Operation::SemaphorePost, 0});
    }
    program.threads.push_back(std::move(code));
  }
  return program;
}

SectionMachine::SectionMachine(const SectionProgram& program)
    : program_(&program),
      position_(program.threads.size()),
      last_(program.threads.size()),
      memory_(static_cast<size_t>(program.mutexes * program.guarded + program.others)),
      owner_(static_cast<size_t>(program.mutexes), -1),
      count_(static_cast<size_t>(program.semaphores), 1) {}

bool SectionMachine::enabled(unsigned thread) const {
  if (finished(thread)) return false;
  auto object = static_cast<size_t>(at(thread).object);
  if (at(thread).operation == Operation::MutexLock) return owner_[object] < 0;
  return at(thread).operation != Operation::SemaphoreWait || count_[object] > 0;
}

uint64_t SectionMachine::all_enabled() const {
  uint64_t all = 0;
  for (unsigned t = 0; t < thread_count(); t++)
    if (enabled(t)) all |= uint64_t{1} << t;
  return all;
}

Footprint SectionMachine::next(unsigned thread) const {
  return footprint(at(thread).operation, thread, at(thread).object);
}

void SectionMachine::access(unsigned thread, const SectionAccess& access) {
  int& value = memory_[static_cast<size_t>(access.variable)];
  if (access.writes)
    value = last_[thread] + static_cast<int>(thread) + 1;
  else
    last_[thread] = value;
}

std::vector<Footprint> SectionMachine::step(unsigned thread) {
  std::vector<Footprint> done = {next(thread)};
  const SectionInstruction& i = at(thread);
  auto object = static_cast<size_t>(i.object);
  switch (i.operation) {
    case Operation::Read:
    case Operation::Write:
      access(thread, {i.operation == Operation::Write, i.object});
      break;
    case Operation::MutexLock:
      owner_[object] = static_cast<int>(thread);
      break;
    case Operation::MutexUnlock:
      owner_[object] = -1;
      break;
    case Operation::SemaphoreWait:
      count_[object]--;
      break;
    case Operation::SemaphorePost:
      done.front().value = static_cast<uint64_t>(count_[object]++);
      break;
    default:
      break;
  }
  for (size_t a = 0; a < i.accesses.size(); a++) {
    const SectionAccess& one = i.accesses[a];
    access(thread, one);
    done.push_back(footprint(one.writes ? Operation::Write : Operation::Read, thread, one.variable));
    if (!one.writes && (last_[thread] & 1) == one.skip_if) a++;
  }
  if (!i.accesses.empty()) {
    owner_[object] = -1;
    done.push_back(footprint(Operation::MutexUnlock, thread, i.object));
  }
  position_[thread]++;
  return done;
}

std::string SectionMachine::final_state() const {
  std::string state;
  for (unsigned t = 0; t < thread_count(); t++) state += finished(t) ? "." : "@" + std::to_string(position_[t]);
  for (int value : memory_) state += " " + std::to_string(value);
  for (int value : last_) state += " l" + std::to_string(value);
  return state;
}

size_t SectionTarget::run(std::span<const Request> requests, std::span<const std::unique_ptr<Execution>> results) {
  for (size_t r = 0; r < requests.size(); r++) {
    const Request& request = requests[r];
    SectionMachine machine(program_);
    Execution& execution = *results[r];
    execution.clear();
    execution.known = request.known;
    unsigned current = 0;
    for (size_t step = 0;; step++) {
      uint64_t enabled = machine.all_enabled();
      if (!enabled) {
        for (unsigned t = 0; t < machine.thread_count(); t++)
          if (!machine.finished(t)) execution.unfinished.push_back({machine.next(t), false});
        execution.outcome = execution.unfinished.empty() ? Outcome::Completed : Outcome::Deadlock;
        break;
      }
      bool is_prefix = step < request.steps.size();
      unsigned asked = is_prefix ? request.steps[step].thread : current;
      bool can = asked < machine.thread_count() && machine.enabled(asked);
      if (is_prefix && !can && request.steps[step].alternative != kIfEnabled) {
        execution.outcome = Outcome::ScheduleMismatch;
        break;
      }
      current = can ? asked : static_cast<unsigned>(__builtin_ctzll(enabled));
      std::vector<Footprint> done = machine.step(current);
      const Footprint& head = done.front();
      if (step < request.known) {
        execution.prefix_hash = hash_step(execution.prefix_hash, head.thread, head.operation, 1, 0, head.object);
        continue;
      }
      execution.steps.push_back({head, 0, 1, 0});
      execution.inner.insert(execution.inner.end(), done.begin() + 1, done.end());
      execution.inner_sites.resize(execution.inner.size());
      execution.inner_end.push_back(static_cast<uint32_t>(execution.inner.size()));
      execution.enabled.push_back(enabled);
    }
  }
  return requests.size();
}

namespace {

struct Enumeration {
  uint64_t left;
  std::set<std::string>& states;

  bool from(const SectionMachine& machine) {
    uint64_t enabled = machine.all_enabled();
    if (!enabled) {
      states.insert(machine.final_state());
      return left-- > 0;
    }
    for (unsigned t = 0; t < machine.thread_count(); t++) {
      if (!machine.enabled(t)) continue;
      SectionMachine after = machine;
      after.step(t);
      if (!from(after)) return false;
    }
    return true;
  }
};

}  // namespace

bool every_final_state(const SectionProgram& program, uint64_t limit, std::set<std::string>& states) {
  return Enumeration{limit, states}.from(SectionMachine(program));
}

}  // namespace selvage::explore::testing

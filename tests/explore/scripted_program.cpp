#include "scripted_program.h"

#include <algorithm>

namespace selvage::explore::testing {

namespace {

inline constexpr uint64_t kVariables = 0x1000, kMutexes = 0x2000, kSemaphores = 0x3000, kRwlocks = 0x4000,
                          kConditions = 0x5000;

uint64_t address(const Instruction& instruction) {
  switch (traits(instruction.operation).object) {
    case ObjectKind::Memory:
      return kVariables + static_cast<uint64_t>(instruction.object) * 8;
    case ObjectKind::Mutex:
      return kMutexes + static_cast<uint64_t>(instruction.object) * 64;
    case ObjectKind::Semaphore:
      return kSemaphores + static_cast<uint64_t>(instruction.object) * 64;
    case ObjectKind::Rwlock:
      return kRwlocks + static_cast<uint64_t>(instruction.object) * 64;
    case ObjectKind::Condition:
      return kConditions + static_cast<uint64_t>(instruction.object) * 64;
    default:
      return 0;
  }
}

}  // namespace

bool ScriptedProgram::has_choices() const {
  for (const auto& code : threads)
    for (const Instruction& instruction : code)
      if (instruction.operation == Operation::Choose) return true;
  return false;
}

std::string ScriptedProgram::text() const {
  std::string result;
  for (const auto& thread : threads) {
    for (const Instruction& i : thread) {
      result += std::string(traits(i.operation).text) + std::to_string(i.object);
      if (i.timed) result += "t";
      if (i.skip_if >= 0) result += "?" + std::to_string(i.skip_if);
      result += ' ';
    }
    result += '\n';
  }
  for (int count : initial_counts) result += "count " + std::to_string(count) + ' ';
  return result;
}

ScriptedProgram random_program(std::mt19937& random, unsigned most_threads, unsigned most_instructions) {
  auto below = [&](unsigned bound) { return static_cast<int>(random() % bound); };
  ScriptedProgram program;
  program.variables = 1 + below(3);
  program.mutexes = 1 + below(2);
  program.semaphores = 1 + below(2);
  for (int i = 0; i < program.semaphores; i++) program.initial_counts.push_back(below(3));
  unsigned threads = 2 + random() % (most_threads - 1);
  for (unsigned t = 0; t < threads; t++) {
    std::vector<Instruction> code;
    std::vector<int> held;
    unsigned length = 1 + random() % most_instructions;
    for (unsigned i = 0; i < length; i++) {
      int skip = below(3) == 0 ? below(2) : -1;
      switch (below(12)) {
        case 0:
        case 1:
        case 2:
          code.push_back({Operation::Read, below(program.variables), skip});
          break;
        case 3:
        case 4:
        case 5:
          code.push_back({Operation::Write, below(program.variables)});
          break;
        case 6:
          code.push_back({Operation::AtomicUpdate, below(program.variables), skip});
          break;
        case 7:
          code.push_back({below(2) ? Operation::SemaphoreWait : Operation::SemaphorePost, below(program.semaphores)});
          break;
        case 8:
          code.push_back({Operation::Choose, 0, skip});
          break;
        default: {
          int mutex = below(program.mutexes);
          auto found = std::ranges::find(held, mutex);
          if (found == held.end()) {
            code.push_back({Operation::MutexLock, mutex});
            held.push_back(mutex);
          } else {
            code.push_back({Operation::MutexUnlock, mutex});
            held.erase(found);
          }
        }
      }
    }
    for (int mutex : held) code.push_back({Operation::MutexUnlock, mutex});
    // Skipping over a lock or unlock would unbalance them.
    for (size_t i = 0; i < code.size(); i++)
      if (i + 1 == code.size() || traits(code[i + 1].operation).object == ObjectKind::Mutex) code[i].skip_if = -1;
    program.threads.push_back(std::move(code));
  }
  return program;
}

ScriptedProgram random_waiting_program(std::mt19937& random, unsigned most_threads, unsigned most_instructions) {
  auto below = [&](unsigned bound) { return static_cast<int>(random() % bound); };
  ScriptedProgram program;
  program.variables = 1;
  program.mutexes = program.conditions = 1;
  program.rwlocks = 1;
  program.semaphores = 1 + below(2);
  for (int i = 0; i < program.semaphores; i++) program.initial_counts.push_back(below(4) == 0);
  bool rwlocks = below(3) != 0, conditions = !rwlocks || below(3) == 0;
  unsigned threads = 2 + random() % (most_threads - 1);
  for (unsigned t = 0; t < threads; t++) {
    std::vector<Instruction> code;
    auto something = [&] {
      switch (below(6)) {
        case 0:
        case 1:
          return code.push_back({Operation::SemaphoreWait, below(static_cast<unsigned>(program.semaphores))});
        case 2:
        case 3:
          return code.push_back({Operation::SemaphorePost, below(static_cast<unsigned>(program.semaphores))});
        case 4:
          return code.push_back({Operation::Read, 0});
        default:
          return code.push_back({Operation::Write, 0});
      }
    };
    auto lock_for_a_while = [&] {
      static constexpr Operation kLocks[] = {Operation::RwlockReadLock,    Operation::RwlockReadLock,
                                             Operation::RwlockReadLock,    Operation::RwlockWriteLock,
                                             Operation::RwlockWriteLock,   Operation::RwlockWriteLock,
                                             Operation::RwlockTryReadLock, Operation::RwlockTryWriteLock};
      code.push_back({kLocks[below(8)], 0});
      if (below(2)) something();
      if (below(5)) code.push_back({Operation::RwlockUnlock, 0});
    };
    auto use_condition = [&] {
      bool locks = below(3) != 0;
      int kind = below(4);
      if (kind < 2 || locks) code.push_back({Operation::MutexLock, 0});
      if (below(4) == 0) something();
      if (kind < 2) {
        code.push_back({Operation::CondWait, 0});
        code.push_back({Operation::CondWake, 0, -1, below(4) != 0});
      } else {
        code.push_back({kind == 2 ? Operation::CondSignal : Operation::CondBroadcast, 0});
      }
      if (below(4) == 0) something();
      if ((kind < 2 || locks) && below(6)) code.push_back({Operation::MutexUnlock, 0});
    };
    unsigned length = 1 + random() % most_instructions;
    while (code.size() < length) {
      int kind = below(8);
      if (kind == 0)
        something();
      else if (rwlocks && (kind < 5 || !conditions))
        lock_for_a_while();
      else
        use_condition();
    }
    program.threads.push_back(std::move(code));
  }
  return program;
}

Machine::Machine(const ScriptedProgram& program)
    : program_(program),
      position_(program.threads.size()),
      last_(program.threads.size()),
      memory_(static_cast<size_t>(program.variables)),
      owner_(static_cast<size_t>(program.mutexes), -1),
      count_(program.initial_counts),
      rwlocks_(static_cast<size_t>(program.rwlocks), Rwlock{-1, std::vector<int>(program.threads.size())}),
      waits_(program.threads.size()) {
  for (unsigned t = 0; t < thread_count(); t++) skip_refused_unlocks(t);
}

bool Machine::Rwlock::is_read() const {
  return std::ranges::any_of(readers, [](int times) { return times > 0; });
}

unsigned Machine::waiters(int condition) const {
  unsigned count = 0;
  for (unsigned t = 0; t < thread_count(); t++) count += waits_[t] == Wait::Waits && at(t).object == condition;
  return count;
}

// The unlock behind an attempt to lock that failed is not there.
void Machine::skip_refused_unlocks(unsigned thread) {
  while (!finished(thread) && at(thread).operation == Operation::RwlockUnlock) {
    const Rwlock& lock = rwlocks_[static_cast<size_t>(at(thread).object)];
    if (lock.writer == static_cast<int>(thread) || lock.readers[thread] > 0) return;
    position_[thread]++;
  }
}

void Machine::acquire(unsigned thread, Footprint& done) {
  Rwlock& lock = rwlocks_[static_cast<size_t>(at(thread).object)];
  bool reads = dependence::is_read_lock(done.operation);
  bool is_own = lock.writer == static_cast<int>(thread);
  bool is_taken = lock.writer >= 0 || (!reads && lock.is_read());
  if (is_taken || is_own) {
    done.flags |= kEventFailed;
    if (!is_own && lock.writer >= 0) done.value |= kExclusively;
  } else if (reads) {
    lock.readers[thread]++;
  } else {
    lock.writer = static_cast<int>(thread);
  }
}

void Machine::release(unsigned thread) {
  Rwlock& lock = rwlocks_[static_cast<size_t>(at(thread).object)];
  if (lock.writer == static_cast<int>(thread))
    lock.writer = -1;
  else
    lock.readers[thread]--;
}

void Machine::signal(unsigned alternative, Footprint& done) {
  int condition = static_cast<int>((done.object - kConditions) / 64);
  for (unsigned t = 0; t < thread_count(); t++) {
    if (waits_[t] != Wait::Waits || at(t).object != condition) continue;
    if (done.operation == Operation::CondSignal) {
      if (alternative-- > 0) continue;
      done.value = t + 1u;
      waits_[t] = Wait::Woken;
      return;
    }
    waits_[t] = Wait::Woken;
  }
}

bool Machine::finished(unsigned thread) const { return position_[thread] >= program_.threads[thread].size(); }

unsigned Machine::outcomes(unsigned thread) const {
  if (finished(thread)) return 0;
  const Instruction& i = at(thread);
  auto object = static_cast<size_t>(i.object);
  if (i.operation == Operation::MutexLock) return owner_[object] < 0;
  if (i.operation == Operation::SemaphoreWait) return count_[object] > 0;
  if (i.operation == Operation::CondSignal) return std::max(waiters(i.object), 1u);
  if (i.operation == Operation::CondWake) return owner_[object] < 0 && (waits_[thread] == Wait::Woken || i.timed);
  if (i.operation == Operation::RwlockReadLock || i.operation == Operation::RwlockWriteLock) {
    const Rwlock& lock = rwlocks_[object];
    if (lock.writer == static_cast<int>(thread)) return 1;
    return lock.writer < 0 && (i.operation == Operation::RwlockReadLock || !lock.is_read());
  }
  return i.operation == Operation::Choose ? 2 : 1;
}

Footprint Machine::next(unsigned thread) const {
  const Instruction& i = at(thread);
  Footprint next{i.operation, 0, static_cast<uint16_t>(thread), 8, address(i), 0};
  if (dependence::uses_mutex(next)) next.value = kMutexes + static_cast<uint64_t>(i.object) * 64;
  if (i.operation == Operation::CondWake && i.timed) next.flags |= kEventTimed;
  if (traits(i.operation).object == ObjectKind::Rwlock) {
    const Rwlock& lock = rwlocks_[static_cast<size_t>(i.object)];
    bool writes = lock.writer == static_cast<int>(thread);
    bool releases = i.operation == Operation::RwlockUnlock;
    auto reads = static_cast<uint64_t>(lock.readers[thread]);
    next.value = releases ? (writes ? kExclusively : reads - 1) : (reads ? reads : writes);
  }
  return next;
}

Footprint Machine::step(unsigned thread, unsigned alternative) {
  Footprint done = next(thread);
  const Instruction& i = at(thread);
  auto object = static_cast<size_t>(i.object);
  int result = last_[thread];
  switch (i.operation) {
    case Operation::Read:
      result = memory_[object];
      break;
    case Operation::Write:
      memory_[object] = last_[thread] + static_cast<int>(thread) + 1;
      break;
    case Operation::AtomicUpdate:
      result = memory_[object]++;
      break;
    case Operation::Choose:
      result = static_cast<int>(alternative);
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
      done.value = static_cast<uint64_t>(count_[object]++);
      break;
    case Operation::CondWait:
      owner_[object] = -1;
      waits_[thread] = Wait::Waits;
      break;
    case Operation::CondWake:
      if (waits_[thread] != Wait::Woken) done.flags |= kEventTimedOut;
      result = waits_[thread] == Wait::Woken;
      waits_[thread] = Wait::None;
      owner_[object] = static_cast<int>(thread);
      break;
    case Operation::CondSignal:
    case Operation::CondBroadcast:
      signal(alternative, done);
      break;
    case Operation::RwlockUnlock:
      release(thread);
      break;
    case Operation::RwlockReadLock:
    case Operation::RwlockWriteLock:
    case Operation::RwlockTryReadLock:
    case Operation::RwlockTryWriteLock:
      acquire(thread, done);
      result = (done.flags & kEventFailed) == 0;
      break;
    default:
      break;
  }
  last_[thread] = result;
  position_[thread]++;
  if (i.skip_if >= 0 && (result & 1) == i.skip_if) position_[thread]++;
  skip_refused_unlocks(thread);
  return done;
}

Footprint Machine::asleep(unsigned thread) const {
  Footprint footprint = next(thread);
  if (footprint.operation == Operation::CondWake && waits_[thread] != Wait::Woken) footprint.flags |= kEventTimedOut;
  return footprint;
}

std::string Machine::final_state() const {
  std::string state;
  for (unsigned t = 0; t < thread_count(); t++) state += finished(t) ? "." : "@" + std::to_string(position_[t]);
  for (int value : memory_) state += " " + std::to_string(value);
  for (int value : last_) state += " l" + std::to_string(value);
  for (int value : count_) state += " c" + std::to_string(value);
  return state;
}

// Whether what was done is dependent with anything that the sleeping thread would do.
static bool wakes(const Request& request, size_t step, uint16_t thread, const Machine& machine, const Footprint& done) {
  size_t first = 0;
  for (const Sleeper& sleeper : request.sleeping) {
    std::span own(request.footprints.data() + first, sleeper.footprint_count);
    first += sleeper.footprint_count;
    if (sleeper.thread != thread || sleeper.from > step) continue;
    if (own.empty() && dependent(machine.asleep(thread), done)) return true;
    for (const Footprint& footprint : own)
      if (dependent(footprint, done)) return true;
  }
  return false;
}

size_t ScriptedTarget::run(std::span<const Request> requests, std::span<const std::unique_ptr<Execution>> results) {
  for (size_t r = 0; r < requests.size(); r++) {
    const Request& request = requests[r];
    Machine machine(program_);
    Execution& execution = *results[r];
    execution.clear();
    execution.known = request.known;
    std::vector<uint16_t> asleep;
    for (size_t step = 0;; step++) {
      for (const Sleeper& sleeper : request.sleeping)
        if (sleeper.from == step) asleep.push_back(sleeper.thread);
      uint64_t enabled = 0;
      for (unsigned t = 0; t < machine.thread_count(); t++)
        if (machine.outcomes(t)) enabled |= uint64_t{1} << t;
      auto end = [&](Outcome outcome) {
        execution.outcome = outcome;
        for (unsigned t = 0; t < machine.thread_count(); t++)
          if (!machine.finished(t)) execution.unfinished.push_back({machine.next(t), machine.outcomes(t) > 0});
      };
      if (!enabled) {
        end(Outcome::Deadlock);
        if (execution.unfinished.empty()) execution.outcome = Outcome::Completed;
        break;
      }
      unsigned thread = 0, alternative = 0;
      bool is_prefix = step < request.steps.size();
      if (is_prefix && request.steps[step].alternative == kIfEnabled) {
        thread = request.steps[step].thread;
        is_prefix = machine.outcomes(thread) > 0;
      } else if (is_prefix) {
        thread = request.steps[step].thread;
        alternative = request.steps[step].alternative;
        if (alternative >= machine.outcomes(thread)) {
          execution.outcome = Outcome::ScheduleMismatch;
          break;
        }
      }
      if (!is_prefix) {
        uint64_t awake = enabled;
        for (uint16_t sleeper : asleep) awake &= ~(uint64_t{1} << sleeper);
        if (!awake) {
          end(Outcome::SleepBlocked);
          break;
        }
        thread = static_cast<unsigned>(__builtin_ctzll(awake));
      }
      auto alternatives = static_cast<uint16_t>(machine.outcomes(thread));
      Footprint done = machine.step(thread, alternative);
      std::erase_if(
          asleep, [&](uint16_t sleeper) { return sleeper == thread || wakes(request, step, sleeper, machine, done); });
      if (step < request.known) {
        execution.prefix_hash =
            hash_step(execution.prefix_hash, done.thread, done.operation, alternatives, 0, done.object);
        continue;
      }
      execution.steps.push_back({done, static_cast<uint16_t>(alternative), alternatives, 0});
      execution.inner_end.push_back(0);
      execution.enabled.push_back(enabled);
    }
  }
  return requests.size();
}

// What happened beyond the order of the steps.
static std::string label(const Footprint& step, uint16_t alternative) {
  if (step.operation == Operation::CondSignal) return step.value ? "!" + std::to_string(step.value - 1) : "";
  if (step.operation == Operation::CondWake) return (step.flags & kEventTimedOut) != 0 ? "~" : "!";
  return alternative ? "'" : "";
}

std::string normal_form(const std::vector<Footprint>& steps, const std::vector<uint16_t>& alternatives) {
  size_t count = steps.size();
  std::vector<size_t> waits_for(count);
  for (size_t j = 0; j < count; j++)
    for (size_t i = 0; i < j; i++) waits_for[j] += dependent(steps[i], steps[j]);
  std::vector<bool> done(count);
  std::string result;
  for (size_t n = 0; n < count; n++) {
    size_t best = count;
    for (size_t i = 0; i < count; i++)
      if (!done[i] && waits_for[i] == 0 && (best == count || steps[i].thread < steps[best].thread)) best = i;
    done[best] = true;
    for (size_t j = best + 1; j < count; j++) waits_for[j] -= dependent(steps[best], steps[j]);
    result += std::to_string(steps[best].thread) + label(steps[best], alternatives[best]) + ' ';
  }
  return result;
}

namespace {

struct Enumeration {
  const ScriptedProgram& program;
  uint64_t limit;
  Outcomes& outcomes;
  std::vector<Footprint> steps;
  std::vector<uint16_t> alternatives;

  bool from(const Machine& machine) {
    bool any = false;
    for (unsigned t = 0; t < machine.thread_count(); t++)
      for (unsigned a = 0; a < machine.outcomes(t); a++) {
        any = true;
        Machine after = machine;
        steps.push_back(after.step(t, a));
        alternatives.push_back(static_cast<uint16_t>(a));
        bool within = from(after);
        steps.pop_back();
        alternatives.pop_back();
        if (!within) return false;
      }
    if (any) return true;
    if (++outcomes.interleavings > limit) return false;
    outcomes.traces.insert(normal_form(steps, alternatives));
    outcomes.final_states.insert(machine.final_state());
    return true;
  }
};

}  // namespace

bool brute_force(const ScriptedProgram& program, uint64_t limit, Outcomes& outcomes) {
  Enumeration enumeration{program, limit, outcomes, {}, {}};
  return enumeration.from(Machine(program));
}

}  // namespace selvage::explore::testing

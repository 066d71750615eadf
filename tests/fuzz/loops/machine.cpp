#include "machine.h"

#include <algorithm>
#include <stdexcept>

namespace selvage::fuzz::loops {

namespace {

// More than any loop without a step takes that comes to an end.
inline constexpr unsigned kMostByItself = 500;

bool is_loop(Code code) { return code == Code::loop_ || code == Code::times_; }

}  // namespace

Machine::Machine(const Program& program) : program_(program) {
  for (const Body& body : program.threads) find_blocks(body, places_.emplace_back(body.size()));
}

void Machine::find_blocks(const Body& body, std::vector<Place>& places) {
  std::vector<size_t> open;
  unsigned nested = 0;
  for (size_t at = 0; at < body.size(); at++) {
    Place& place = places[at];
    switch (body[at].code) {
      case Code::loop_:
      case Code::times_:
      case Code::if_:
      case Code::unless_:
      case Code::call_:
        nested += body[at].code == Code::times_;
        place.begin = at;
        place.end = end_of_block(body, at);
        open.push_back(at);
        break;
      case Code::end_:
        if (open.empty()) throw std::invalid_argument("an end without a block");
        place = places[open.back()];
        place.nested = nested;
        nested -= body[open.back()].code == Code::times_;
        open.pop_back();
        continue;
      case Code::break_:
      case Code::breaknot_:
      case Code::breaksame_:
      case Code::breakother_:
      case Code::again_: {
        size_t around = open.size();
        while (around > 0 && !is_loop(body[open[around - 1]].code) && body[open[around - 1]].code != Code::call_)
          around--;
        if (around == 0 || body[open[around - 1]].code == Code::call_)
          misuse_ = "a break outside loops";
        else
          place = places[open[around - 1]];
        break;
      }
      case Code::leave_: {
        size_t around = open.size();
        while (around > 0 && body[open[around - 1]].code != Code::call_) around--;
        place.end = around == 0 ? body.size() : places[open[around - 1]].end;
        place.begin = around == 0 ? 0 : places[open[around - 1]].nested;
        break;
      }
      default:
        break;
    }
    place.nested = nested;
    if (nested > kMostNested) misuse_ = "nested too deep";
  }
  if (!open.empty()) throw std::invalid_argument("a block without end");
  count_accesses(body, places);
}

// Inner loops come later, and so have the last word.
void Machine::count_accesses(const Body& body, std::vector<Place>& places) {
  for (size_t begin = 0; begin < body.size(); begin++) {
    if (body[begin].code != Code::loop_) continue;
    auto count = static_cast<unsigned>(
        std::count_if(body.begin() + static_cast<ptrdiff_t>(begin),
                      body.begin() + static_cast<ptrdiff_t>(places[begin].end), [](const Instruction& i) {
                        return i.code >= Code::load_ && i.code != Code::yield_ && i.code != Code::sleep_;
                      }));
    for (size_t at = begin; at < places[begin].end; at++) places[at].in_loop = count;
  }
}

State Machine::start() {
  State state;
  for (unsigned t = 0; t < thread_count(); t++) go_on(state, t);
  return state;
}

bool Machine::finished(const State& state, unsigned thread) const {
  return state.threads[thread].at == program_.threads[thread].size();
}

const Instruction& Machine::next(const State& state, unsigned thread) const {
  return program_.threads[thread][state.threads[thread].at];
}

bool Machine::is_local(const ThreadState& thread, unsigned number) const {
  return program_.threads[number][thread.at].code < Code::load_;
}

void Machine::leave_loop(ThreadState& thread, const Place& loop, unsigned number) const {
  if (program_.threads[number][loop.begin].code == Code::times_)
    thread.rounds[places_[number][loop.begin].nested - 1] = 0;
  thread.at = static_cast<uint8_t>(loop.end + 1);
}

void Machine::go_on_once(ThreadState& thread, unsigned number) {
  const Instruction& i = program_.threads[number][thread.at];
  const Place& place = places_[number][thread.at];
  auto& r = thread.registers;
  unsigned a = i.numbers[0], b = i.numbers[1];
  bool leaves = false;
  switch (i.code) {
    case Code::set_:
      r[a] = static_cast<uint8_t>(b);
      break;
    case Code::move_:
      r[a] = r[b];
      break;
    case Code::inc_:
      r[a] = (r[a] + 1) & 3;
      break;
    case Code::loop_:
      visits_.push_back({thread.at, r, thread.rounds});
      break;
    case Code::times_:
      if (thread.rounds[place.nested - 1] >= a) return leave_loop(thread, place, number);
      break;
    case Code::if_:
      if (r[a] != b) thread.at = static_cast<uint8_t>(place.end);
      break;
    case Code::unless_:
      if (r[a] == b) thread.at = static_cast<uint8_t>(place.end);
      break;
    case Code::end_: {
      Code block = program_.threads[number][place.begin].code;
      if (block == Code::times_) thread.rounds[place.nested - 1]++;
      if (is_loop(block)) {
        thread.at = static_cast<uint8_t>(place.begin);
        return;
      }
      break;
    }
    case Code::leave_:
      if (r[a] == b) {
        for (size_t depth = place.begin; depth < kMostNested; depth++) thread.rounds[depth] = 0;
        thread.at = static_cast<uint8_t>(place.end);
        return;
      }
      break;
    case Code::break_:
      leaves = r[a] == b;
      break;
    case Code::breaknot_:
      leaves = r[a] != b;
      break;
    case Code::breaksame_:
      leaves = r[a] == r[b];
      break;
    case Code::breakother_:
      leaves = r[a] != r[b];
      break;
    case Code::again_:
      if (r[a] == b) {
        thread.at = static_cast<uint8_t>(place.end);
        return;
      }
      break;
    default:
      break;
  }
  if (leaves) return leave_loop(thread, place, number);
  thread.at++;
}

void Machine::go_on(State& state, unsigned thread) {
  ThreadState& self = state.threads[thread];
  for (unsigned count = 0; misuse_.empty() && !finished(state, thread) && is_local(self, thread); count++) {
    if (count == kMostByItself) misuse_ = "an endless loop without a step";
    go_on_once(self, thread);
  }
  if (finished(state, thread))
    for (unsigned r = kRecorded; r < kRegisters; r++) self.registers[r] = 0;
}

bool Machine::enabled(const State& state, unsigned thread) const {
  if (finished(state, thread)) return false;
  const Instruction& i = next(state, thread);
  unsigned a = i.numbers[0];
  switch (i.code) {
    case Code::lock_:
      return state.memory.mutexes[a] == 0;
    case Code::spinlock_:
      return state.memory.spinlocks[a] == 0;
    case Code::semwait_:
      return state.memory.semaphores[a] > 0;
    case Code::wait_:
      return state.threads[thread].waiting == Waiting::No ||
             (state.threads[thread].waiting == Waiting::Woken && state.memory.mutexes[0] == 0);
    case Code::timedwait_:
      return state.threads[thread].waiting == Waiting::No || state.memory.mutexes[0] == 0;
    default:
      return true;
  }
}

Access Machine::next_access(const State& state, unsigned thread) const {
  if (finished(state, thread)) return {};
  Access access = access_of(state, thread);
  access.in_loop = places_[thread][state.threads[thread].at].in_loop;
  return access;
}

Access Machine::access_of(const State& state, unsigned thread) const {
  const Instruction& i = next(state, thread);
  const auto& v = state.memory.variables;
  const auto& r = state.threads[thread].registers;
  unsigned a = i.numbers[0], b = i.numbers[1], c = i.numbers[2];
  switch (i.code) {
    case Code::load_:
      return {1u << b, true, false, false, 0};
    case Code::read_:
      return {1u << b, false, false, false, 0};
    case Code::loadat_:
      return {1u << r[b] % kVariables, true, false, false, 0};
    case Code::store_:
    case Code::put_:
      return {1u << a, true, true, true, 0};
    case Code::write_:
      return {1u << a, false, true, true, 0};
    case Code::add_:
    case Code::flip_:
    case Code::exchange_:
      return {1u << b, true, true, true, 0};
    case Code::cas_:
      return {1u << b, true, v[b] == c, true, 0};
    case Code::casnext_:
      return {1u << c, true, v[c] == r[b], true, 0};
    case Code::loadboth_:
      return {3, true, false, false, 0};
    case Code::storeboth_:
      return {3, true, true, true, 0};
    case Code::fill_:
      return {3, false, true, true, 0};
    default:
      return {};
  }
}

// Going to wait gives the mutex back; waking takes it.
void Machine::wait_step(State& state, unsigned thread) {
  const Instruction& i = next(state, thread);
  ThreadState& self = state.threads[thread];
  if (self.waiting == Waiting::No) {
    if (state.memory.mutexes[0] != thread + 1) misuse_ = "a wait without the mutex";
    state.memory.mutexes[0] = 0;
    self.waiting = Waiting::Signal;
    return;
  }
  state.memory.mutexes[0] = static_cast<uint8_t>(thread + 1);
  if (i.code == Code::timedwait_) self.registers[i.numbers[0]] = self.waiting == Waiting::Woken;
  self.waiting = Waiting::No;
  self.at++;
  go_on(state, thread);
}

std::vector<State> Machine::signal_steps(const State& state, unsigned thread) {
  const Instruction& i = next(state, thread);
  auto waits = [&](unsigned t) {
    if (state.threads[t].waiting != Waiting::Signal) return false;
    const Instruction& wait = next(state, t);
    return wait.numbers[wait.code == Code::timedwait_ ? 1 : 0] == i.numbers[0];
  };
  State after = state;
  after.threads[thread].at++;
  go_on(after, thread);
  std::vector<State> result;
  for (unsigned t = 0; t < thread_count(); t++) {
    if (!waits(t)) continue;
    if (i.code == Code::broadcast_) {
      after.threads[t].waiting = Waiting::Woken;
    } else {
      result.push_back(after);
      result.back().threads[t].waiting = Waiting::Woken;
    }
  }
  if (result.empty()) result.push_back(after);
  return result;
}

void Machine::access(State& state, unsigned thread) {
  const Instruction& i = next(state, thread);
  auto& v = state.memory.variables;
  auto& r = state.threads[thread].registers;
  uint8_t a = i.numbers[0], b = i.numbers[1], c = i.numbers[2], d = i.numbers[3];
  auto self = static_cast<uint8_t>(thread + 1);
  auto release = [&](uint8_t& lock) {
    if (lock != self) misuse_ = "not held";
    lock = 0;
  };
  auto attempt = [&](uint8_t& lock) {
    r[a] = lock == 0;
    if (lock == 0) lock = self;
  };
  auto attempt_semaphore = [&] {
    r[a] = state.memory.semaphores[b] > 0;
    if (r[a]) state.memory.semaphores[b]--;
  };
  switch (i.code) {
    case Code::load_:
    case Code::read_:
      r[a] = v[b];
      break;
    case Code::loadat_:
      r[a] = v[r[b] % kVariables];
      break;
    case Code::store_:
    case Code::write_:
      v[a] = b;
      break;
    case Code::put_:
      v[a] = r[b];
      break;
    case Code::add_:
      r[a] = std::exchange(v[b], static_cast<uint8_t>(v[b] + c));
      break;
    case Code::flip_:
      r[a] = std::exchange(v[b], static_cast<uint8_t>(v[b] ^ c));
      break;
    case Code::exchange_:
      r[a] = std::exchange(v[b], c);
      break;
    case Code::cas_: {
      bool same = v[b] == c;
      if (same) v[b] = d;
      r[a] = same;
      break;
    }
    case Code::casnext_: {
      bool same = v[c] == r[b];
      if (same)
        v[c] = static_cast<uint8_t>(r[b] + 1);
      else
        r[b] = v[c];
      r[a] = same;
      break;
    }
    case Code::loadboth_:
      r[a] = v[0];
      r[b] = v[1];
      break;
    case Code::storeboth_:
      v[0] = a;
      v[1] = b;
      break;
    case Code::fill_:
      v[0] = v[1] = a;
      break;
    case Code::lock_:
      state.memory.mutexes[a] = self;
      break;
    case Code::spinlock_:
      state.memory.spinlocks[a] = self;
      break;
    case Code::unlock_:
      release(state.memory.mutexes[a]);
      break;
    case Code::spinunlock_:
      release(state.memory.spinlocks[a]);
      break;
    case Code::trylock_:
    case Code::timedlock_:
      attempt(state.memory.mutexes[b]);
      break;
    case Code::spintry_:
      attempt(state.memory.spinlocks[b]);
      break;
    case Code::semwait_:
      state.memory.semaphores[a]--;
      break;
    case Code::semtry_:
    case Code::semtimed_:
      attempt_semaphore();
      break;
    case Code::sempost_:
      state.memory.semaphores[a]++;
      break;
    default:
      break;
  }
  state.threads[thread].at++;
  go_on(state, thread);
}

std::vector<State> Machine::step(const State& state, unsigned thread) {
  visits_.clear();
  Code code = next(state, thread).code;
  if (code == Code::signal_ || code == Code::broadcast_) return signal_steps(state, thread);
  State after = state;
  if (code == Code::wait_ || code == Code::timedwait_)
    wait_step(after, thread);
  else
    access(after, thread);
  return {after};
}

}  // namespace selvage::fuzz::loops

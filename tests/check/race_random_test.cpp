// The detector against the definition of races, on random paths that are cut back and continued at random.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "check/race_detector.h"
#include "race_reference.h"
#include "script.h"

namespace selvage::check::testing {
namespace {

inline constexpr unsigned kThreads = 5, kObjects = 2;
inline constexpr uint64_t kMemory = 0x10000, kLocks = 0x20000;

uint64_t lock_address(unsigned i) { return kLocks + i * 64; }

// As much of a program's state as is needed to do nothing impossible.
struct State {
  bool created[kThreads] = {true, true, true, false, false};
  bool exited[kThreads] = {};
  int waits_on[kThreads] = {-1, -1, -1, -1, -1};  // for its mutex, in a condition wait
  int mutex[kObjects] = {-1, -1};
  int writer[kObjects] = {-1, -1};
  int readers[kObjects][kThreads] = {};
  int inside = -1;  // the atomic block
  uint64_t arrived = 0;

  bool is_read(unsigned i) const {
    return std::ranges::any_of(readers[i], [](int count) { return count > 0; });
  }
};

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  unsigned below(unsigned bound) { return std::uniform_int_distribution<unsigned>(0, bound - 1)(random_); }

  // Empty where nobody can move.
  std::vector<Footprint> step(State& state) {
    std::vector<uint16_t> able;
    for (uint16_t t = 0; t < kThreads; t++)
      if (state.created[t] && !state.exited[t] && (state.waits_on[t] < 0 || state.mutex[state.waits_on[t]] < 0))
        able.push_back(t);
    if (able.empty()) return {};
    uint16_t thread = able[below(static_cast<unsigned>(able.size()))];
    std::vector<Footprint> footprints;
    unsigned count = 1 + (below(3) == 0 ? below(4) : 0);
    while (footprints.size() < count && !state.exited[thread]) {
      if (state.waits_on[thread] >= 0) {
        if (!footprints.empty()) break;
        footprints.push_back(wake(state, thread));
      } else {
        footprints.push_back(any(state, thread));
      }
    }
    return footprints;
  }

 private:
  uint8_t order() { return static_cast<uint8_t>(below(2) * kEventAcquire | below(2) * kEventRelease); }

  Footprint wake(State& state, uint16_t thread) {
    auto mutex = static_cast<unsigned>(state.waits_on[thread]);
    state.waits_on[thread] = -1;
    state.mutex[mutex] = thread;
    static constexpr uint8_t kFlags[] = {0, 0, kEventTimedOut, kEventSpurious, kEventFailed};
    return operation(thread, Operation::CondWake, lock_address(7),
                     {.flags = kFlags[below(5)], .value = lock_address(mutex)});
  }

  Footprint any(State& state, uint16_t t) {
    switch (below(12)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return plain(t);
      case 4:
      case 5:
        return atomic(t);
      case 6:
      case 7:
        return mutex(state, t);
      case 8:
        return rwlock(state, t);
      case 9:
        return thread(state, t);
      default:
        return other(state, t);
    }
  }

  Footprint plain(uint16_t t) {
    static constexpr uint32_t kSizes[] = {1, 2, 4, 4, 4, 8, 8, 16};
    if (below(30) == 0)
      return operation(t, below(2) ? Operation::Write : Operation::Read, kMemory - 4096 + below(4) * 1025,
                       {.size = 5000 + below(3)});
    uint64_t address = kMemory + below(6) * 4 + (below(8) == 0 ? below(4) : 0);
    if (below(12) == 0) return operation(t, Operation::Free, address, {.size = below(24)});
    if (below(12) == 0) return operation(t, Operation::Allocate, address, {.size = 8});
    return operation(t, below(3) == 0 ? Operation::Write : Operation::Read, address, {.size = kSizes[below(8)]});
  }

  Footprint atomic(uint16_t t) {
    static constexpr uint32_t kSizes[] = {4, 4, 4, 8, 1, 16};
    uint64_t address = kMemory + below(4) * 4;
    if (below(5) == 0) return fence(t, order());
    uint32_t size = kSizes[below(6)];
    switch (below(5)) {
      case 0:
      case 1:
        return load(t, address, order(), size);
      case 2:
        return store(t, address, order(), size);
      case 3:
        return update(t, address, order(), size);
      default: {
        auto flags = static_cast<uint8_t>(order() | below(2) * kEventFailed);
        return operation(t, Operation::AtomicCompareExchange, address, {.flags = flags, .size = size});
      }
    }
  }

  Footprint mutex(State& state, uint16_t t) {
    unsigned i = below(kObjects);
    uint64_t object = lock_address(i);
    int& holder = state.mutex[i];
    if (holder == t) {
      if (below(4) == 0) {
        holder = -1;
        state.waits_on[t] = static_cast<int>(i);
        return operation(t, Operation::CondWait, lock_address(7), {.value = object});
      }
      if (below(6) == 0) return operation(t, Operation::MutexUnlock, object, {.flags = kEventFailed | kEventMisuse});
      holder = -1;
      return unlock(t, object);
    }
    static constexpr Operation kTakes[] = {Operation::MutexLock, Operation::MutexTryLock, Operation::MutexTimedLock};
    Operation take = kTakes[below(3)];
    if (holder < 0) {
      if (below(8) == 0) return operation(t, below(2) ? Operation::MutexInit : Operation::MutexDestroy, object);
      if (below(8) == 0) return operation(t, take, object, {.flags = kEventFailed | kEventTimedOut});
      holder = t;
      return operation(t, take, object);
    }
    if (state.exited[holder]) {
      holder = t;
      return operation(t, take, object, {.flags = static_cast<uint8_t>(below(2) * kEventFailed)});
    }
    return operation(t, Operation::MutexTryLock, object, {.flags = kEventFailed});
  }

  Footprint rwlock(State& state, uint16_t t) {
    unsigned i = below(kObjects);
    uint64_t object = lock_address(i);
    if (state.writer[i] == t || (state.readers[i][t] > 0 && below(3))) {
      if (state.writer[i] == t)
        state.writer[i] = -1;
      else
        state.readers[i][t]--;
      return operation(t, Operation::RwlockUnlock, object);
    }
    bool free = state.writer[i] < 0;
    if (free && !state.is_read(i) && below(2)) {
      if (below(6) == 0) return operation(t, below(2) ? Operation::RwlockInit : Operation::RwlockDestroy, object);
      state.writer[i] = t;
      static constexpr Operation kTakes[] = {Operation::RwlockWriteLock, Operation::RwlockTryWriteLock,
                                             Operation::RwlockTimedWriteLock};
      return operation(t, kTakes[below(3)], object);
    }
    if (!free || below(5) == 0)
      return operation(t, below(2) ? Operation::RwlockTryReadLock : Operation::RwlockTryWriteLock, object,
                       {.flags = kEventFailed});
    state.readers[i][t]++;
    static constexpr Operation kTakes[] = {Operation::RwlockReadLock, Operation::RwlockTryReadLock,
                                           Operation::RwlockTimedReadLock};
    return operation(t, kTakes[below(3)], object);
  }

  Footprint thread(State& state, uint16_t t) {
    for (unsigned child = 0; child < kThreads; child++)
      if (!state.created[child] && below(2)) {
        state.created[child] = true;
        return operation(t, Operation::ThreadCreate, child);
      }
    unsigned other = below(kThreads);
    switch (below(10)) {
      case 0:
        state.exited[t] = true;
        return operation(t, Operation::ThreadExit, t);
      case 1:
        return operation(t, Operation::ThreadBegin, t);
      case 2:
        return operation(t, Operation::ThreadCancel, other);
      case 3:
        return operation(t, Operation::ThreadKill, other);
      case 4:
        return operation(t, Operation::SignalDeliver, t);
      case 5:
        return operation(t, Operation::SignalWait, t, {.flags = static_cast<uint8_t>(below(2) * kEventFailed)});
      case 6:
        return operation(t, Operation::SignalAction);
      case 7:
        return operation(t, below(2) ? Operation::SignalMask : Operation::ThreadDetach, t);
      default:
        if (!state.exited[other]) return operation(t, Operation::ThreadTryJoin, other, {.flags = kEventFailed});
        return operation(t, Operation::ThreadJoin, other);
    }
  }

  Footprint other(State& state, uint16_t t) {
    uint64_t object = lock_address(below(kObjects));
    auto maybe = [&](uint8_t flags) { return static_cast<uint8_t>(below(2) * flags); };
    switch (below(18)) {
      case 0:
      case 1:
        return operation(t, Operation::SemaphorePost, object);
      case 2:
      case 3:
        return operation(t, below(2) ? Operation::SemaphoreWait : Operation::SemaphoreTimedWait, object,
                         {.flags = maybe(kEventFailed)});
      case 4:
        return operation(t, Operation::BarrierArrive, object, {.value = state.arrived++ / 3});
      case 5:
        return operation(t, Operation::BarrierLeave, object, {.value = below(3)});
      case 6:
        return operation(t, Operation::OnceEnd, object, {.flags = maybe(kEventFailed)});
      case 7:
        return operation(t, Operation::OnceBegin, below(2) ? object : kMemory + 4);
      case 8:
        return operation(t, Operation::FutexWake, object);
      case 9:
        return operation(t, Operation::FutexResume, object, {.flags = maybe(kEventTimedOut)});
      case 10:
        return operation(t, below(2) ? Operation::ChannelWrite : Operation::ChannelRead, below(3));
      case 11:
        return operation(t, below(2) ? Operation::FileWrite : Operation::FileRead, below(3));
      case 12:
        return operation(t, below(2) ? Operation::CondBroadcast : Operation::CondDestroy, lock_address(7));
      case 13:
        return operation(t, Operation::CondSignal, lock_address(7), {.value = below(kThreads + 1)});
      case 14:
        if (state.inside == t) {
          state.inside = -1;
          return operation(t, Operation::AtomicBlockEnd, object & ~uint64_t{0xff});
        }
        state.inside = t;
        return operation(t, Operation::AtomicBlockBegin, object & ~uint64_t{0xff});
      case 15:
        return operation(t, below(2) ? Operation::KeyCreate : Operation::SemaphoreInit, object);
      case 16:
        return operation(t, Operation::UnseenCall, 1, {.value = below(2)});
      default:
        return operation(t, below(2) ? Operation::Yield : Operation::FutexWait, object);
    }
  }

  std::mt19937 random_;
};

std::string text(const model::Path& path) {
  std::string result;
  for (model::Position i = 0; i < path.size(); i++) {
    result += std::to_string(i) + ":";
    for (const Footprint& f : path.footprints(i))
      result += std::string(" ") + traits(f.operation).text + "(thread " + std::to_string(f.thread) + ", object " +
                std::to_string(f.object) + ", size " + std::to_string(f.size) + ", value " + std::to_string(f.value) +
                ", flags " + std::to_string(f.flags) + ")";
    result += "\n";
  }
  return result;
}

RaceSet as_set(const std::vector<DataRace>& races) {
  RaceSet set;
  for (const DataRace& race : races) set.emplace(race.first, race.second, race.observed);
  return set;
}

unsigned sequences_to_try() {
  const char* asked = std::getenv("SELVAGE_RANDOM_PATHS");
  return asked ? static_cast<unsigned>(std::atoi(asked)) : 3000;
}

unsigned first_seed() {
  const char* asked = std::getenv("SELVAGE_RANDOM_SEED");
  return asked ? static_cast<unsigned>(std::atoi(asked)) : 0;
}

TEST(RandomPaths, SameRacesAsByDefinition) {
  unsigned sequences = sequences_to_try();
  size_t races_seen = 0, steps_seen = 0;
  for (unsigned seed = first_seed(); seed < first_seed() + sequences; seed++) {
    Generator generator(seed);
    model::Path path;
    RaceDetector detector;
    std::vector<State> states(1);  // before every step, and at the end
    for (unsigned round = 0; round < 8; round++) {
      size_t known = path.size();
      if (round > 0) known -= generator.below(static_cast<unsigned>(std::min<size_t>(known, 12) + 1));
      if (generator.below(20) == 0) known = generator.below(static_cast<unsigned>(known + 1));
      path.truncate(known);
      states.resize(known + 1);
      for (unsigned more = generator.below(9); more > 0 && path.size() < 36; more--) {
        State state = states.back();
        std::vector<Footprint> footprints = generator.step(state);
        if (footprints.empty()) break;
        ScriptStep step(footprints.front());
        step.footprints = footprints;
        push(path, step);
        states.push_back(state);
      }
      if (generator.below(30) == 0) {
        detector.start_over();
        known = 0;
      }
      std::vector<DataRace> found;
      detector.advance(path, known, found);
      RaceSet expected = races_by_definition(path, known);
      ASSERT_EQ(as_set(found), expected) << "seed " << seed << ", round " << round << ", known " << known << "\n"
                                         << text(path);
      races_seen += expected.size();
      steps_seen += path.size() - known;
    }
  }
  // The comparison means something.
  EXPECT_GT(races_seen, sequences);
  EXPECT_LT(races_seen, steps_seen * 2);
  RecordProperty("races", std::to_string(races_seen));
  RecordProperty("steps", std::to_string(steps_seen));
  std::printf("%u sequences, %zu steps, %zu races\n", sequences, steps_seen, races_seen);
}

}  // namespace
}  // namespace selvage::check::testing

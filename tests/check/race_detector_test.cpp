// Every kind of synchronisation, racing and not, on paths written by hand.
#include "check/race_detector.h"

#include <gtest/gtest.h>

#include "script.h"

namespace selvage::check::testing {
namespace {

inline constexpr uint64_t kX = 0x1000, kY = 0x2000, kFlag = 0x3000, kObject = 0x4000, kOther = 0x5000;

std::vector<DataRace> races(const std::vector<ScriptStep>& steps) {
  model::Path path = path_of(steps);
  RaceDetector detector;
  std::vector<DataRace> found;
  detector.advance(path, 0, found);
  return found;
}

bool racy(const std::vector<ScriptStep>& steps) { return !races(steps).empty(); }

// Thread 1 writes x, something happens, thread 2 reads it.
bool orders(std::initializer_list<ScriptStep> between) {
  std::vector<ScriptStep> steps{write(1, kX)};
  steps.insert(steps.end(), between);
  steps.emplace_back(read(2, kX));
  return !racy(steps);
}

bool orders(Operation first, Operation second, uint8_t second_flags = 0) {
  return orders({operation(1, first, kObject), operation(2, second, kObject, {.flags = second_flags})});
}

TEST(Accesses, RaceWhereOneIsAPlainWrite) {
  EXPECT_TRUE(racy({write(1, kX), read(2, kX)}));
  EXPECT_TRUE(racy({read(1, kX), write(2, kX)}));
  EXPECT_TRUE(racy({write(1, kX), write(2, kX)}));
  EXPECT_FALSE(racy({read(1, kX), read(2, kX)}));
  EXPECT_FALSE(racy({write(1, kX), write(1, kX), read(1, kX)}));
  EXPECT_FALSE(racy({write(1, kX), write(2, kY)}));
}

TEST(Accesses, PlainOnesRaceWithAtomicOnes) {
  EXPECT_TRUE(racy({write(1, kX), load(2, kX, kAcquire)}));
  EXPECT_TRUE(racy({store(1, kX, kRelease), read(2, kX)}));
  EXPECT_TRUE(racy({read(1, kX), update(2, kX, kBoth)}));
  EXPECT_FALSE(racy({read(1, kX), load(2, kX, kRelaxed)}));
  EXPECT_FALSE(racy({store(1, kX, kRelaxed), store(2, kX, kRelaxed)}));
  Footprint exchange = operation(2, Operation::AtomicCompareExchange, kX, {.size = 4});
  EXPECT_TRUE(racy({read(1, kX), exchange}));
  exchange.flags = kEventFailed;
  EXPECT_FALSE(racy({read(1, kX), exchange}));
}

// A look that an update goes with counts with what its thread knew before it, though it stands behind the update.
TEST(Accesses, ALookThatAnUpdateGoesWithCouldHaveComeEarlier) {
  ScriptStep joined(update(2, kX, kBoth));
  EXPECT_FALSE(racy({write(1, kX), store(1, kX, kRelease), joined}));
  joined.footprints.push_back(load(2, kX, kAcquire | kEventSpin | kEventLocal));
  EXPECT_TRUE(racy({write(1, kX), store(1, kX, kRelease), joined}));
  EXPECT_FALSE(racy({read(1, kX), store(1, kX, kRelease), joined}));
}

bool races_with_waiting(const std::vector<ScriptStep>& steps, const Footprint& waiting) {
  model::Path path = path_of(steps);
  RaceDetector detector;
  std::vector<DataRace> found;
  detector.advance(path, 0, found);
  EXPECT_TRUE(found.empty());
  WaitingAccess access{waiting, 7};
  detector.compare_waiting(path, {&access, 1}, found);
  for (const DataRace& race : found) EXPECT_EQ(race.second, model::kNone);
  return !found.empty();
}

TEST(Accesses, WhatAThreadWaitsWithAtTheEndIsCompared) {
  EXPECT_TRUE(races_with_waiting({write(1, kX)}, load(2, kX, kAcquire | kEventSpin)));
  EXPECT_FALSE(races_with_waiting({write(1, kY)}, load(2, kX, kAcquire | kEventSpin)));
  EXPECT_FALSE(races_with_waiting({store(1, kX, kRelease)}, load(2, kX, kAcquire | kEventSpin)));
  EXPECT_TRUE(races_with_waiting({store(1, kX, kRelease)}, read(2, kX)));
  EXPECT_TRUE(races_with_waiting({read(1, kX)}, update(2, kX, kBoth | kEventSpin)));
  EXPECT_FALSE(races_with_waiting({write(1, kX), store(1, kFlag, kRelease), load(2, kFlag, kAcquire)},
                                  load(2, kX, kAcquire | kEventSpin)));
}

TEST(Accesses, AnAtomicOneDoesNotHideAnEarlierPlainOne) {
  EXPECT_TRUE(racy({write(1, kX), lock(1, kObject), unlock(1, kObject), lock(2, kObject), store(2, kX, kRelaxed),
                    load(3, kX, kRelaxed)}));
  EXPECT_TRUE(racy({load(1, kX, kRelaxed), store(2, kX, kRelaxed), write(2, kX)}));
  EXPECT_TRUE(racy({store(1, kX, kRelaxed), store(2, kX, kRelaxed), write(2, kX)}));
}

// A thread that went round a loop looked at what others wrote before that which let it go on.
TEST(Accesses, RaceWithTheLooksOfAThreadThatWaits) {
  Footprint looks = load(2, kX, kAcquire), waits = load(2, kX, kAcquire | kEventSpin);
  EXPECT_FALSE(racy({write(1, kX), store(1, kX, kRelease), looks}));
  EXPECT_TRUE(racy({write(1, kX), store(1, kX, kRelease), waits}));
  EXPECT_TRUE(racy({write(1, kX, 64), store(1, kX, kRelease), waits}));
  EXPECT_FALSE(racy({write(1, kY), store(1, kX, kRelease), waits}));
  EXPECT_FALSE(racy({read(1, kX), store(1, kX, kRelease), waits}));
  EXPECT_TRUE(racy({read(1, kX), store(1, kX, kRelease), update(2, kX, kBoth | kEventSpin)}));
  EXPECT_FALSE(racy({write(1, kX), store(1, kY, kRelease), load(2, kY, kAcquire), store(1, kX, kRelease), waits}));
}

TEST(Accesses, RaceInTheBytesThatTheyShare) {
  EXPECT_FALSE(racy({write(1, kX, 4), write(2, kX + 4, 4)}));
  EXPECT_FALSE(racy({write(1, kX, 1), write(2, kX + 1, 1)}));
  EXPECT_TRUE(racy({write(1, kX, 8), read(2, kX + 7, 1)}));
  EXPECT_TRUE(racy({write(1, kX + 6, 4), read(2, kX + 8, 1)}));
  EXPECT_FALSE(racy({write(1, kX + 6, 4), read(2, kX + 10, 1)}));
  EXPECT_TRUE(racy({write(1, kX, 64), write(2, kX + 63, 1)}));
  // The half that was written again does not hide the other.
  EXPECT_EQ(races({write(1, kX, 8), write(2, kX, 4), read(3, kX + 4, 4)}).size(), 2u);
}

TEST(Accesses, OfAnySize) {
  constexpr uint32_t kLarge = 1u << 20;
  EXPECT_TRUE(racy({write(1, kX, kLarge), read(2, kX + kLarge - 1, 1)}));
  EXPECT_TRUE(racy({write(1, kX + kLarge - 1, 1), read(2, kX, kLarge)}));
  EXPECT_TRUE(racy({write(1, kX, kLarge), read(2, kX + 512, kLarge)}));
  EXPECT_FALSE(racy({write(1, kX, kLarge), read(2, kX + kLarge, kLarge)}));
  EXPECT_FALSE(racy({write(1, kX, kLarge), read(2, kX + kLarge, 1)}));
  EXPECT_TRUE(racy({write(1, UINT64_MAX - 3, 8), write(2, UINT64_MAX, 1)}));
  // A large write hides what it overwrites.
  EXPECT_FALSE(racy({write(1, kX), lock(1, kObject), unlock(1, kObject), lock(2, kObject), write(2, kX, kLarge),
                     unlock(2, kObject), lock(3, kObject), read(3, kX)}));
}

TEST(Accesses, FreeingIsWritingTheBlock) {
  EXPECT_TRUE(racy({read(1, kX + 40), operation(2, Operation::Free, kX, {.size = 64})}));
  EXPECT_TRUE(racy({operation(2, Operation::Free, kX, {.size = 64}), read(1, kX + 40)}));
  EXPECT_FALSE(racy({read(1, kX + 64), operation(2, Operation::Free, kX, {.size = 64})}));
  EXPECT_TRUE(racy({read(1, kX), operation(2, Operation::Free, kX)}));
  EXPECT_FALSE(racy({read(1, kX), operation(2, Operation::Allocate, kX, {.size = 64})}));
}

TEST(Accesses, EveryReaderSinceTheLastWriteIsNamed) {
  auto found = races({read(1, kX), read(2, kX), read(2, kX), read(3, kX), write(4, kX)});
  std::vector<model::Position> firsts;
  for (const DataRace& race : found) {
    EXPECT_EQ(race.second, 4u);
    firsts.push_back(race.first);
  }
  std::ranges::sort(firsts);
  EXPECT_EQ(firsts, (std::vector<model::Position>{0, 2, 3}));
}

TEST(Observed, WhereBothWereEnabledInOneState) {
  Footprint begin = operation(2, Operation::ThreadBegin, 2), create = operation(1, Operation::ThreadCreate, 2);
  auto observed = [](const std::vector<ScriptStep>& steps) { return races(steps).at(0).observed; };
  EXPECT_TRUE(observed({write(1, kX), read(2, kX)}));
  EXPECT_TRUE(observed({write(2, kY), write(1, kX), read(2, kX)}));
  EXPECT_FALSE(observed({write(1, kX), write(2, kY), read(2, kX)}));
  // A thread that does not exist yet announces nothing.
  EXPECT_TRUE(observed({create, begin, write(1, kX), read(2, kX)}));
  EXPECT_FALSE(observed({create, write(1, kX), begin, read(2, kX)}));
  EXPECT_TRUE(observed({{create, begin}, write(1, kX), read(2, kX)}));
  EXPECT_FALSE(observed({write(3, kX), {create, begin}, read(2, kX)}));
  // What is not announced is not observed.
  EXPECT_FALSE(observed({write(1, kX), {write(2, kY), read(2, kX)}}));
  EXPECT_FALSE(observed({{write(1, kY), write(1, kX)}, read(2, kX)}));
}

TEST(Threads, CreationAndJoinOrder) {
  Footprint create = operation(1, Operation::ThreadCreate, 2);
  Footprint exit = operation(2, Operation::ThreadExit, 2);
  EXPECT_FALSE(racy({write(1, kX), create, operation(2, Operation::ThreadBegin, 2), read(2, kX)}));
  EXPECT_FALSE(racy({write(1, kX), create, read(2, kX)}));
  EXPECT_TRUE(racy({create, write(1, kX), read(2, kX)}));
  EXPECT_FALSE(racy({{lock(1, kObject), write(1, kX), create}, read(2, kX)}));
  EXPECT_TRUE(racy({{create, write(1, kX)}, read(2, kX)}));
  for (Operation join : {Operation::ThreadJoin, Operation::ThreadTimedJoin, Operation::ThreadTryJoin}) {
    EXPECT_FALSE(racy({write(2, kX), exit, operation(1, join, 2), read(1, kX)}));
    EXPECT_FALSE(racy({{write(2, kX), exit}, {read(1, kY), operation(1, join, 2), read(1, kX)}}));
    EXPECT_TRUE(racy({write(2, kX), operation(1, join, 2, {.flags = kEventTimedOut}), read(1, kX)}));
    EXPECT_TRUE(racy({write(2, kX), operation(1, join, 2, {.flags = kEventFailed}), read(1, kX)}));
  }
  EXPECT_TRUE(racy({write(2, kX), exit, operation(1, Operation::ThreadDetach, 2), read(1, kX)}));
  // Across generations.
  EXPECT_FALSE(racy({write(1, kX), create, operation(2, Operation::ThreadCreate, 3), read(3, kX)}));
}

TEST(Threads, ManyOfThem) {
  std::vector<ScriptStep> steps;
  for (uint16_t t = 1; t < 300; t++) {
    steps.emplace_back(lock(t, kObject));
    steps.emplace_back(write(t, kX));
    steps.emplace_back(unlock(t, kObject));
  }
  EXPECT_FALSE(racy(steps));
  steps.emplace_back(write(1023, kX));
  EXPECT_TRUE(racy(steps));
}

TEST(Threads, CancellationAndSignalsOrder) {
  EXPECT_TRUE(orders({operation(1, Operation::ThreadCancel, 2)}));
  EXPECT_FALSE(orders({operation(1, Operation::ThreadCancel, 3)}));
  EXPECT_TRUE(orders({operation(1, Operation::ThreadKill, 2), operation(2, Operation::SignalDeliver, 2)}));
  EXPECT_FALSE(orders({operation(1, Operation::ThreadKill, 2)}));
  EXPECT_TRUE(orders({operation(1, Operation::ThreadKill, 2), operation(2, Operation::SignalWait, 2)}));
  EXPECT_FALSE(orders({operation(1, Operation::ThreadKill, 2),
                       operation(2, Operation::SignalWait, 2, {.flags = kEventFailed | kEventTimedOut})}));
  EXPECT_TRUE(orders({operation(1, Operation::SignalAction, 0), operation(2, Operation::SignalDeliver, 2)}));
  EXPECT_FALSE(orders({operation(1, Operation::SignalMask, 1), operation(2, Operation::SignalMask, 2)}));
}

TEST(Locks, UnlockOrdersLaterLocks) {
  EXPECT_TRUE(orders(Operation::MutexUnlock, Operation::MutexLock));
  EXPECT_TRUE(orders(Operation::MutexUnlock, Operation::MutexTryLock));
  EXPECT_TRUE(orders(Operation::MutexUnlock, Operation::MutexTimedLock));
  EXPECT_TRUE(orders(Operation::SpinUnlock, Operation::SpinLock));
  EXPECT_TRUE(orders(Operation::SpinUnlock, Operation::SpinTryLock));
  EXPECT_TRUE(orders(Operation::StreamUnlock, Operation::StreamLock));
  EXPECT_TRUE(orders(Operation::AtomicBlockEnd, Operation::AtomicBlockBegin));
  EXPECT_FALSE(orders(Operation::MutexUnlock, Operation::SpinLock));
  EXPECT_FALSE(orders(Operation::MutexLock, Operation::MutexLock));
  EXPECT_FALSE(orders({unlock(1, kObject), lock(2, kOther)}));
}

TEST(Locks, FailedOnesOrderNothing) {
  EXPECT_FALSE(orders(Operation::MutexUnlock, Operation::MutexTryLock, kEventFailed));
  EXPECT_FALSE(orders(Operation::MutexUnlock, Operation::MutexTimedLock, kEventFailed | kEventTimedOut));
  EXPECT_FALSE(orders(Operation::SpinUnlock, Operation::SpinTryLock, kEventFailed));
  EXPECT_FALSE(orders(
      {operation(1, Operation::MutexUnlock, kObject, {.flags = kEventFailed | kEventMisuse}), lock(2, kObject)}));
}

TEST(Locks, WhatComesAfterAnUnlockInTheSameTransitionIsOutside) {
  EXPECT_TRUE(racy({{lock(1, kObject), unlock(1, kObject), write(1, kX)}, {lock(2, kObject), read(2, kX)}}));
  EXPECT_FALSE(racy({{lock(1, kObject), write(1, kX), unlock(1, kObject)}, {lock(2, kObject), read(2, kX)}}));
  EXPECT_TRUE(racy({{lock(1, kObject), write(1, kX), unlock(1, kObject)}, {read(2, kX), lock(2, kObject)}}));
}

TEST(Locks, OfADeadHolderAreHandedOn) {
  Footprint exit = operation(1, Operation::ThreadExit, 1);
  Footprint inherits = operation(2, Operation::MutexTryLock, kObject, {.flags = kEventFailed});
  EXPECT_FALSE(racy({lock(1, kObject), write(1, kX), exit, inherits, read(2, kX)}));
  EXPECT_FALSE(racy({lock(1, kObject), write(1, kX), exit, lock(2, kObject), read(2, kX)}));
  EXPECT_TRUE(racy({lock(1, kObject), write(1, kX), inherits, read(2, kX)}));
  EXPECT_TRUE(racy({lock(1, kObject), write(1, kX), unlock(1, kObject), exit, inherits, read(2, kX)}));
}

TEST(Locks, AnAtomicBlockIsOverBeforeItsEndIsAnnounced) {
  Footprint begin = operation(1, Operation::AtomicBlockBegin, kObject);
  Footprint next = operation(2, Operation::AtomicBlockBegin, kObject);
  EXPECT_FALSE(racy({{begin, write(1, kX)}, {next, read(2, kX)}}));
  EXPECT_TRUE(racy({{begin, operation(1, Operation::AtomicBlockEnd, kObject), write(1, kX)}, {next, read(2, kX)}}));
}

TEST(ReadWriteLocks, ReadersDoNotOrderReaders) {
  using enum Operation;
  auto rw = [](uint16_t thread, Operation what) { return operation(thread, what, kObject); };
  EXPECT_FALSE(racy({rw(1, RwlockWriteLock), write(1, kX), rw(1, RwlockUnlock), rw(2, RwlockReadLock), read(2, kX)}));
  EXPECT_FALSE(
      racy({rw(1, RwlockWriteLock), write(1, kX), rw(1, RwlockUnlock), rw(2, RwlockTryWriteLock), read(2, kX)}));
  EXPECT_FALSE(
      racy({rw(1, RwlockReadLock), read(1, kX), rw(1, RwlockUnlock), rw(2, RwlockTimedWriteLock), write(2, kX)}));
  EXPECT_TRUE(
      racy({rw(1, RwlockReadLock), write(1, kX), rw(1, RwlockUnlock), rw(2, RwlockTimedReadLock), read(2, kX)}));
  // Both readers are before the writer, and stay so for who comes after it.
  EXPECT_FALSE(racy({rw(1, RwlockReadLock), read(1, kX), rw(2, RwlockTryReadLock), read(2, kX), rw(2, RwlockUnlock),
                     rw(1, RwlockUnlock), rw(3, RwlockWriteLock), write(3, kX), rw(3, RwlockUnlock),
                     rw(4, RwlockReadLock), read(4, kX), rw(4, RwlockUnlock), rw(1, RwlockWriteLock), write(1, kX)}));
  Footprint failed = operation(2, RwlockTryWriteLock, kObject, {.flags = kEventFailed});
  EXPECT_TRUE(racy({rw(1, RwlockWriteLock), write(1, kX), rw(1, RwlockUnlock), failed, read(2, kX)}));
}

TEST(Conditions, AWaitGivesTheMutexUpAndTakesItAgain) {
  Footprint wait = operation(1, Operation::CondWait, kOther, {.value = kObject});
  Footprint wake = operation(1, Operation::CondWake, kOther, {.flags = kEventTimedOut, .value = kObject});
  EXPECT_FALSE(racy({lock(1, kObject), write(1, kX), wait, lock(2, kObject), read(2, kX)}));
  EXPECT_FALSE(racy({lock(1, kObject), wait, lock(2, kObject), write(2, kX), unlock(2, kObject), wake, read(1, kX)}));
  Footprint refused =
      operation(1, Operation::CondWait, kOther, {.flags = kEventFailed | kEventMisuse, .value = kObject});
  EXPECT_TRUE(racy({write(1, kX), refused, lock(2, kObject), read(2, kX)}));
}

TEST(Conditions, ASignalOrdersTheOneItWakes) {
  auto wait = [](uint16_t t) { return operation(t, Operation::CondWait, kOther, {.value = kObject}); };
  auto wake = [](uint16_t t, uint8_t flags = 0) {
    return operation(t, Operation::CondWake, kOther, {.flags = flags, .value = kObject});
  };
  Footprint signal = operation(1, Operation::CondSignal, kOther, {.value = 3});  // thread 2
  EXPECT_FALSE(racy({lock(2, kObject), wait(2), write(1, kX), signal, wake(2), read(2, kX)}));
  EXPECT_TRUE(racy({lock(3, kObject), wait(3), write(1, kX), signal, wake(3, kEventTimedOut), read(3, kX)}));
  EXPECT_TRUE(racy({lock(2, kObject), wait(2), signal, write(1, kX), wake(2), read(2, kX)}));
  Footprint nobody = operation(1, Operation::CondSignal, kOther);
  EXPECT_TRUE(racy({lock(2, kObject), wait(2), write(1, kX), nobody, wake(2, kEventSpurious), read(2, kX)}));
  Footprint broadcast = operation(1, Operation::CondBroadcast, kOther);
  EXPECT_FALSE(racy({lock(2, kObject), wait(2), write(1, kX), broadcast, wake(2), read(2, kX)}));
  EXPECT_TRUE(racy({lock(2, kObject), wait(2), write(1, kX), broadcast, wake(2, kEventTimedOut), read(2, kX)}));
  // Who goes on in an atomic block where the waiter stopped does not learn of the signal before the waiter does.
  auto enter = [](uint16_t t) { return operation(t, Operation::AtomicBlockBegin, 0); };
  EXPECT_TRUE(racy({lock(2, kObject), enter(2), wait(2), write(1, kX), signal, enter(3), read(3, kX)}));
  EXPECT_FALSE(racy({lock(2, kObject), enter(2), wait(2), write(1, kX), signal, wake(2), enter(3), read(3, kX)}));
}

TEST(Semaphores, APostOrdersTheWaitsAfterIt) {
  EXPECT_TRUE(orders(Operation::SemaphorePost, Operation::SemaphoreWait));
  EXPECT_TRUE(orders(Operation::SemaphorePost, Operation::SemaphoreTryWait));
  EXPECT_TRUE(orders(Operation::SemaphorePost, Operation::SemaphoreTimedWait));
  EXPECT_FALSE(orders(Operation::SemaphorePost, Operation::SemaphoreTryWait, kEventFailed));
  EXPECT_FALSE(orders(Operation::SemaphorePost, Operation::SemaphoreTimedWait, kEventTimedOut | kEventFailed));
  EXPECT_FALSE(orders(Operation::SemaphoreWait, Operation::SemaphoreWait));
  // All posts before it, whoever made them.
  auto post = [](uint16_t t) { return operation(t, Operation::SemaphorePost, kObject); };
  EXPECT_FALSE(racy({write(1, kX), post(1), write(2, kY), post(2), operation(3, Operation::SemaphoreWait, kObject),
                     read(3, kX), read(3, kY)}));
}

TEST(Barriers, OrderAGeneration) {
  auto arrive = [](uint16_t t, uint64_t generation) {
    return operation(t, Operation::BarrierArrive, kObject, {.value = generation});
  };
  auto leave = [](uint16_t t, uint64_t generation) {
    return operation(t, Operation::BarrierLeave, kObject, {.value = generation});
  };
  EXPECT_FALSE(racy({write(1, kX), arrive(1, 0), write(2, kY), arrive(2, 0), read(2, kX), leave(1, 0), read(1, kY)}));
  EXPECT_TRUE(racy({arrive(1, 0), arrive(2, 0), write(2, kX), leave(1, 0), read(1, kX)}));
  // Thread 2 is at the next one already when thread 1 leaves.
  EXPECT_TRUE(racy({arrive(1, 0), arrive(2, 0), write(2, kX), arrive(2, 1), leave(1, 0), read(1, kX)}));
}

TEST(CodeThatIsNotSeen, OrdersItsCallers) {
  auto call = [](uint16_t t, uint64_t function) { return operation(t, Operation::UnseenCall, 1, {.value = function}); };
  EXPECT_FALSE(racy({write(1, kX), call(1, 5), call(2, 7), read(2, kX)}));
  EXPECT_FALSE(racy({write(1, kX), call(1, 5), call(2, 0), read(2, kX)}));
  EXPECT_TRUE(racy({call(1, 5), write(1, kX), call(2, 5), read(2, kX)}));
  EXPECT_TRUE(racy({write(1, kX), call(1, 5), read(2, kX), call(2, 5)}));
  // It may look at the program's atomics, and write them.
  EXPECT_FALSE(racy({call(2, 5), write(1, kX), store(1, kFlag, kRelease), call(2, 0), read(2, kX)}));
  EXPECT_TRUE(racy({call(2, 5), write(1, kX), store(1, kFlag, kRelaxed), call(2, 0), read(2, kX)}));
  EXPECT_FALSE(racy({write(1, kX), call(1, 5), load(2, kFlag, kAcquire), read(2, kX)}));
  EXPECT_TRUE(racy({write(1, kX), call(1, 5), load(2, kFlag, kRelaxed), read(2, kX)}));
}

TEST(Others, OrderAsTheyAreMeantTo) {
  EXPECT_TRUE(orders(Operation::OnceEnd, Operation::OnceBegin));
  EXPECT_FALSE(orders(Operation::OnceBegin, Operation::OnceBegin));
  EXPECT_TRUE(orders(Operation::FutexWake, Operation::FutexResume));
  EXPECT_FALSE(orders(Operation::FutexWake, Operation::FutexResume, kEventTimedOut | kEventFailed));
  EXPECT_FALSE(orders(Operation::FutexWake, Operation::FutexResume, kEventSpurious));
  EXPECT_FALSE(orders(Operation::FutexWait, Operation::FutexWait));
  EXPECT_TRUE(orders({operation(1, Operation::ChannelWrite, 4), operation(2, Operation::ChannelRead, 3)}));
  EXPECT_TRUE(orders({operation(1, Operation::ChannelWrite, 4), operation(2, Operation::ChannelPoll, 3)}));
  EXPECT_FALSE(orders({operation(1, Operation::ChannelWrite, 4), operation(2, Operation::ChannelWrite, 4)}));
  EXPECT_TRUE(orders(Operation::FileWrite, Operation::FileRead));
  EXPECT_FALSE(orders(Operation::FileWrite, Operation::FileWrite));
  EXPECT_TRUE(orders(Operation::MutexInit, Operation::MutexLock));
  EXPECT_TRUE(orders(Operation::MutexUnlock, Operation::MutexDestroy));
  EXPECT_FALSE(orders(Operation::Yield, Operation::Yield));
  EXPECT_FALSE(orders(Operation::Sleep, Operation::ClockRead));
}

TEST(Atomics, MessagePassing) {
  EXPECT_TRUE(orders({store(1, kFlag, kRelease), load(2, kFlag, kAcquire)}));
  EXPECT_FALSE(orders({store(1, kFlag, kRelaxed), load(2, kFlag, kAcquire)}));
  EXPECT_FALSE(orders({store(1, kFlag, kRelease), load(2, kFlag, kRelaxed)}));
  EXPECT_TRUE(orders({store(1, kFlag, kBoth), load(2, kFlag, kBoth)}));
  EXPECT_FALSE(orders({store(1, kFlag, kRelease), load(2, kY, kAcquire)}));
  EXPECT_FALSE(orders({load(1, kFlag, kAcquire), load(2, kFlag, kAcquire)}));
  EXPECT_FALSE(orders({store(1, kFlag, kRelease), store(2, kFlag, kAcquire)}));
}

TEST(Atomics, AReleaseSequenceIsContinuedByUpdatesOnly) {
  EXPECT_TRUE(orders({store(1, kFlag, kRelease), update(3, kFlag, kRelaxed), load(2, kFlag, kAcquire)}));
  EXPECT_TRUE(orders({store(1, kFlag, kRelease), update(3, kFlag, kRelease), load(2, kFlag, kAcquire)}));
  EXPECT_FALSE(orders({store(1, kFlag, kRelease), store(3, kFlag, kRelaxed), load(2, kFlag, kAcquire)}));
  EXPECT_FALSE(orders({store(1, kFlag, kRelease), store(1, kFlag, kRelaxed), load(2, kFlag, kAcquire)}));
  EXPECT_FALSE(orders({store(1, kFlag, kRelease), store(3, kFlag, kRelease), load(2, kFlag, kAcquire)}));
  EXPECT_TRUE(orders({update(1, kFlag, kRelease), update(3, kFlag, kRelaxed), update(2, kFlag, kAcquire)}));
  EXPECT_FALSE(orders({update(1, kFlag, kRelaxed), update(2, kFlag, kBoth)}));
  Footprint exchange = operation(3, Operation::AtomicCompareExchange, kFlag, {.flags = kRelease, .size = 4});
  EXPECT_TRUE(orders({store(1, kFlag, kRelease), exchange, load(2, kFlag, kAcquire)}));
  Footprint failed = operation(2, Operation::AtomicCompareExchange, kFlag, {.flags = kBoth | kEventFailed, .size = 4});
  EXPECT_TRUE(orders({store(1, kFlag, kRelease), failed}));
  failed.thread = 1;
  EXPECT_FALSE(orders({failed, load(2, kFlag, kAcquire)}));
  // A plain write is read instead.
  EXPECT_TRUE(racy({write(1, kX), store(1, kFlag, kRelease), write(1, kFlag), load(2, kFlag, kAcquire), read(2, kX)}));
}

TEST(Atomics, Fences) {
  EXPECT_TRUE(orders({fence(1, kRelease), store(1, kFlag, kRelaxed), load(2, kFlag, kAcquire)}));
  EXPECT_TRUE(orders({store(1, kFlag, kRelease), load(2, kFlag, kRelaxed), fence(2, kAcquire)}));
  EXPECT_TRUE(orders({fence(1, kBoth), store(1, kFlag, kRelaxed), load(2, kFlag, kRelaxed), fence(2, kBoth)}));
  EXPECT_FALSE(orders({store(1, kFlag, kRelaxed), fence(1, kRelease), load(2, kFlag, kAcquire)}));
  EXPECT_FALSE(orders({store(1, kFlag, kRelease), fence(2, kAcquire), load(2, kFlag, kRelaxed)}));
  EXPECT_FALSE(orders({fence(1, kRelease), store(1, kFlag, kRelaxed), load(2, kFlag, kRelaxed), fence(2, kRelease)}));
  EXPECT_FALSE(orders({fence(1, kAcquire), store(1, kFlag, kRelaxed), load(2, kFlag, kRelaxed), fence(2, kAcquire)}));
  EXPECT_FALSE(orders({fence(1, kBoth), fence(2, kBoth)}));
  // What comes after the fence is not handed on by it.
  EXPECT_TRUE(
      racy({fence(1, kRelease), write(1, kX), store(1, kFlag, kRelaxed), load(2, kFlag, kAcquire), read(2, kX)}));
  EXPECT_TRUE(orders({fence(1, kRelease), update(1, kFlag, kRelaxed), load(2, kFlag, kAcquire)}));
}

TEST(Atomics, ALocationIsInitialisedPlainlyAndThenShared) {
  EXPECT_FALSE(racy({write(1, kFlag), store(1, kFlag, kRelease), load(2, kFlag, kAcquire)}));
  EXPECT_TRUE(racy({write(1, kFlag), store(1, kFlag, kRelaxed), load(2, kFlag, kRelaxed)}));
}

TEST(Atomics, NeighboursInAGranuleAreDifferentLocations) {
  EXPECT_FALSE(orders({store(1, kFlag, kRelease), load(2, kFlag + 4, kAcquire)}));
  EXPECT_TRUE(orders({store(1, kFlag, kRelease), store(3, kFlag + 4, kRelaxed), load(2, kFlag, kAcquire)}));
  EXPECT_TRUE(orders({store(1, kFlag, kRelease, 16), load(2, kFlag + 8, kAcquire, 8)}));
  EXPECT_TRUE(orders({store(1, kFlag, kRelease, 1), load(2, kFlag, kAcquire, 4)}));
}

TEST(Laziness, WhatWasLeftForLaterIsTakenInOrder) {
  RaceDetector detector;
  std::vector<DataRace> found;
  model::Path path = path_of({store(1, kX, kRelaxed), lock(1, kObject), unlock(1, kObject)});
  detector.advance(path, 0, found);
  push(path, lock(2, kObject));
  detector.advance(path, 3, found);
  EXPECT_TRUE(found.empty());
  push(path, read(2, kX));
  push(path, read(3, kX));
  detector.advance(path, 4, found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].first, 0u);
  EXPECT_EQ(found[0].second, 5u);
  found.clear();
  path.truncate(4);
  push(path, load(3, kX, kRelaxed));
  detector.advance(path, 4, found);
  EXPECT_TRUE(found.empty());
  path.truncate(2);
  push(path, read(3, kX));
  detector.advance(path, 2, found);
  EXPECT_EQ(found.size(), 1u);
}

}  // namespace
}  // namespace selvage::check::testing

#include "check/synchronisation.h"

#include <algorithm>

#include "model/keys.h"

namespace selvage::check {

namespace {

uint64_t key_of(ObjectKind kind, uint64_t object) {
  return (static_cast<uint64_t>(kind) << 56) ^ (object & ((uint64_t{1} << 56) - 1));
}
uint64_t key_of(const Footprint& f) { return key_of(traits(f.operation).object, f.object); }

// The two ends of a channel have different numbers: channels are one object.
uint64_t key_of_channels() { return key_of(ObjectKind::Descriptor, uint64_t{1} << 32); }
uint64_t key_of_handlers() { return key_of(ObjectKind::Process, 0); }
// All code that is not seen (docs/libraries.md), and the program's own atomics as far as such code may look at them.
uint64_t key_of_unseen_code() { return key_of(ObjectKind::UnseenCode, 1); }
uint64_t key_of_atomics() { return key_of(ObjectKind::UnseenCode, 2); }
// Threads that arrive for the next generation do not wait for those that have not left this one.
uint64_t key_of_generation(const Footprint& f) { return key_of(f) ^ ((f.value & 0x7f) << 48) ^ (uint64_t{1} << 55); }

bool failed(const Footprint& f) { return (f.flags & (kEventFailed | kEventTimedOut)) != 0; }

// Atomics are not larger; nothing else is believed.
uint64_t atomic_size(const Footprint& f) { return std::clamp<uint64_t>(f.size, 1, 16); }

}  // namespace

void Synchronisation::make_room(unsigned threads) {
  clocks_.make_room(threads);
  while (threads_.size() < threads) threads_.push_back({});
}

void Synchronisation::undo(const Mark& mark) {
  clocks_.undo(mark.clocks);
  objects_.undo(mark.objects);
  threads_.undo(mark.threads);
}

void Synchronisation::acquire(uint64_t key, unsigned thread) {
  if (uint32_t index = objects_.find(key); index != objects_.kAbsent) clocks_.acquire(thread, objects_[index].released);
}

void Synchronisation::release(uint64_t key, unsigned thread, uint32_t time) {
  uint32_t index = objects_.find_or_add(key);
  Release merged = clocks_.merge(objects_[index].released, clocks_.knowledge(thread, time));
  objects_.change(index).released = merged;
}

void Synchronisation::hand(unsigned thread, const Release& release) {
  Release merged = clocks_.merge(threads_[thread].handed, release);
  threads_.change(thread).handed = merged;
}

void Synchronisation::take_over(unsigned thread) {
  clocks_.acquire(thread, threads_[thread].handed);
  threads_.change(thread).handed = {};
}

// A lock whose holder has died is handed on although the operation says that it failed.
void Synchronisation::lock(uint64_t key, const Footprint& f, uint32_t time) {
  uint32_t index = objects_.find_or_add(key);
  uint32_t holder = objects_[index].holder;
  if (failed(f) && (holder == 0 || !threads_[holder - 1].exited)) return;
  // The end of an atomic block is announced when the block is over: who enters next may come before it.
  if (f.operation == Operation::AtomicBlockBegin && holder != 0)
    clocks_.acquire(f.thread, clocks_.knowledge(holder - 1, time));
  clocks_.acquire(f.thread, objects_[index].released);
  if (dependence::is_section(f)) return;
  clocks_.acquire(f.thread, objects_[index].released_shared);
  objects_.change(index).holder = f.thread + 1u;
}

void Synchronisation::unlock(uint64_t key, const Footprint& f, uint32_t time) {
  if (failed(f)) return;
  uint32_t index = objects_.find_or_add(key);
  if (dependence::is_section(f)) {
    Release merged = clocks_.merge(objects_[index].released_shared, clocks_.knowledge(f.thread, time));
    objects_.change(index).released_shared = merged;
    return;
  }
  Release merged = clocks_.merge(objects_[index].released, clocks_.knowledge(f.thread, time));
  Object& object = objects_.change(index);
  object.released = merged;
  if (object.holder == f.thread + 1u) object.holder = 0;
}

void Synchronisation::meet_in_section(const Footprint& access, uint32_t time) {
  bool writes = dependence::modifies_memory(access);
  model::for_each_granule(access, [&](uint64_t granule) {
    uint32_t index = objects_.find_or_add(granule);
    clocks_.acquire(access.thread, objects_[index].released);
    if (writes) clocks_.acquire(access.thread, objects_[index].released_shared);
    Release known = clocks_.knowledge(access.thread, time);
    Release merged = clocks_.merge(writes ? objects_[index].released : objects_[index].released_shared, known);
    (writes ? objects_.change(index).released : objects_.change(index).released_shared) = merged;
  });
}

// Robust mutexes that it holds go to the next one who wants them.
void Synchronisation::abandon_locks(unsigned thread, uint32_t time) {
  for (uint32_t index = 0; index < objects_.size(); index++) {
    if (objects_[index].holder != thread + 1) continue;
    Release merged = clocks_.merge(objects_[index].released, clocks_.knowledge(thread, time));
    objects_.change(index).released = merged;
  }
}

void Synchronisation::execute(const Footprint& f, uint32_t time, MemoryHistory& memory) {
  switch (traits(f.operation).object) {
    case ObjectKind::Memory:
      return execute_atomic(f, time, memory);
    case ObjectKind::Thread:
    case ObjectKind::Process:
      return execute_thread(f, time);
    case ObjectKind::Rwlock:
      return execute_rwlock(f, time);
    case ObjectKind::Condition:
      return execute_condition(f, time);
    default:
      return execute_other(f, time);
  }
}

// C++20, [atomics.order] and [atomics.fences]: a release sequence is its head and the read-modify-writes that follow
// it. A relaxed write heads one as well where a release fence came before it; and what a relaxed read finds is acquired
// by a fence that comes after it.
void Synchronisation::execute_atomic(const Footprint& f, uint32_t time, MemoryHistory& memory) {
  bool writes = dependence::modifies_memory(f) && !(f.flags & kEventFailed);
  bool reads = f.operation != Operation::AtomicStore;
  uint64_t size = atomic_size(f);
  if (reads) {
    Release found = memory.released(f.object, size, clocks_);
    if (f.flags & kEventAcquire) {
      clocks_.acquire(f.thread, found);
    } else if (!found.empty()) {
      Release merged = clocks_.merge(threads_[f.thread].to_acquire, found);
      if (merged != threads_[f.thread].to_acquire) threads_.change(f.thread).to_acquire = merged;
    }
  }
  // Code that is not seen may have written what is read here, and may read what is written.
  if (objects_.find(key_of_unseen_code()) != objects_.kAbsent) [[unlikely]] {
    if (reads && (f.flags & kEventAcquire)) acquire(key_of_unseen_code(), f.thread);
    if (writes && (f.flags & kEventRelease)) release(key_of_atomics(), f.thread, time);
  }
  if (!writes) return;
  Release own = f.flags & kEventRelease ? clocks_.knowledge(f.thread, time) : threads_[f.thread].released;
  if (reads)
    memory.update(f.object, size, own, clocks_);
  else
    memory.write(f.object, size, own, clocks_);
}

void Synchronisation::fence(const Footprint& f, uint32_t time) {
  if (f.flags & kEventAcquire) clocks_.acquire(f.thread, threads_[f.thread].to_acquire);
  if (f.flags & kEventRelease) {
    Release knowledge = clocks_.knowledge(f.thread, time);
    threads_.change(f.thread).released = knowledge;
  }
}

void Synchronisation::execute_thread(const Footprint& f, uint32_t time) {
  auto other = static_cast<unsigned>(f.object);
  bool names_thread = traits(f.operation).object == ObjectKind::Thread && f.object < kMaxThreads;
  if (names_thread) make_room(other + 1);
  switch (f.operation) {
    case Operation::ThreadCreate:
      if (names_thread && !failed(f)) clocks_.acquire(other, clocks_.knowledge(f.thread, time));
      break;
    case Operation::ThreadCancel:
      // Acts on the other one wherever that one is, unless it has ended: then nobody takes notice.
      if (names_thread && !failed(f) && !threads_[other].exited) hand(other, clocks_.knowledge(f.thread, time));
      break;
    case Operation::ThreadJoin:
    case Operation::ThreadTimedJoin:
    case Operation::ThreadTryJoin:
      // It has ended: all that it did counts.
      if (names_thread && !failed(f)) clocks_.acquire(f.thread, clocks_.knowledge(other, time));
      break;
    case Operation::ThreadExit:
      threads_.change(f.thread).exited = true;
      abandon_locks(f.thread, time);
      break;
    case Operation::ThreadKill:
      release(key_of_handlers(), f.thread, time);
      break;
    case Operation::SignalDeliver:
      acquire(key_of_handlers(), f.thread);
      break;
    case Operation::SignalWait:
      if (!failed(f)) acquire(key_of_handlers(), f.thread);
      break;
    case Operation::SignalAction:
      meet(key_of_handlers(), f.thread, time);
      break;
    default:  // begin and detach; the own mask; the end of the process
      break;
  }
}

void Synchronisation::execute_rwlock(const Footprint& f, uint32_t time) {
  if (failed(f)) return;
  uint64_t key = key_of(f);
  switch (f.operation) {
    case Operation::RwlockReadLock:
    case Operation::RwlockTryReadLock:
    case Operation::RwlockTimedReadLock:
      return acquire(key, f.thread);
    case Operation::RwlockUnlock: {
      uint32_t index = objects_.find_or_add(key);
      if (objects_[index].holder == f.thread + 1u) {
        // The writer knows what the readers before it did.
        objects_.change(index).released_shared = {};
        return unlock(key, f, time);
      }
      Release merged = clocks_.merge(objects_[index].released_shared, clocks_.knowledge(f.thread, time));
      objects_.change(index).released_shared = merged;
      return;
    }
    default: {  // write locks; initialised and destroyed: by one who excludes all others
      uint32_t index = objects_.find_or_add(key);
      clocks_.acquire(f.thread, objects_[index].released_shared);
      if (f.operation == Operation::RwlockInit || f.operation == Operation::RwlockDestroy)
        return meet(key, f.thread, time);
      return lock(key, f, time);
    }
  }
}

void Synchronisation::execute_condition(const Footprint& f, uint32_t time) {
  uint64_t mutex = key_of(ObjectKind::Mutex, dependence::mutex_of(f));
  switch (f.operation) {
    case Operation::CondWait:
      return unlock(mutex, f, time);
    case Operation::CondWake: {
      // Whether it was signalled, timed out or is being cancelled: it has the mutex again.
      Footprint acquired = f;
      acquired.flags = 0;
      lock(mutex, acquired, time);
      if (!(f.flags & (kEventTimedOut | kEventSpurious))) acquire(key_of(f), f.thread);
      return;
    }
    case Operation::CondSignal:
      // The one that is woken waits: it takes the order with it to its wake-up.
      if (f.value == 0 || f.value > kMaxThreads) return;
      make_room(static_cast<unsigned>(f.value));
      return hand(static_cast<unsigned>(f.value - 1), clocks_.knowledge(f.thread, time));
    case Operation::CondBroadcast:
      return release(key_of(f), f.thread, time);
    default:
      return meet(key_of(f), f.thread, time);
  }
}

void Synchronisation::execute_other(const Footprint& f, uint32_t time) {
  uint64_t key = key_of(f);
  switch (f.operation) {
    case Operation::None:
    case Operation::SpinWait:
    case Operation::AtomValues:
    case Operation::ThreadFollow:
    case Operation::ObservedValue:
    case Operation::Observe:
    case Operation::Yield:
    case Operation::TestCancel:
    case Operation::Sleep:
    case Operation::ClockRead:
    case Operation::Choose:
    case Operation::Assume:
    case Operation::FutexWait:
    case Operation::KeyUse:
      return;
    case Operation::Fence:
      return fence(f, time);

    case Operation::MutexLock:
    case Operation::MutexTryLock:
    case Operation::MutexTimedLock:
    case Operation::SpinLock:
    case Operation::SpinTryLock:
    case Operation::StreamLock:
    case Operation::AtomicBlockBegin:
      return lock(key, f, time);
    case Operation::MutexUnlock:
    case Operation::SpinUnlock:
    case Operation::StreamUnlock:
    case Operation::AtomicBlockEnd:
      return unlock(key, f, time);

    case Operation::SemaphorePost:
    case Operation::FutexWake:
    case Operation::FileWrite:
      return release(key, f.thread, time);
    case Operation::SemaphoreWait:
    case Operation::SemaphoreTryWait:
    case Operation::SemaphoreTimedWait:
    case Operation::SemaphoreGetValue:
    case Operation::FileRead:
      if (!failed(f)) acquire(key, f.thread);
      return;
    case Operation::FutexResume:
      if (!failed(f) && !(f.flags & kEventSpurious)) acquire(key, f.thread);
      return;

    // The last one to arrive does not wait: it goes on from here.
    case Operation::BarrierArrive:
      return meet(key_of_generation(f), f.thread, time);
    case Operation::BarrierLeave:
      return acquire(key_of_generation(f), f.thread);

    case Operation::OnceBegin:
      return acquire(key, f.thread);
    case Operation::OnceEnd:
      return release(key, f.thread, time);

    case Operation::ChannelRead:
    case Operation::ChannelPoll:
      if (!failed(f)) acquire(key_of_channels(), f.thread);
      return;
    case Operation::ChannelOpen:
    case Operation::ChannelWrite:
    case Operation::ChannelClose:
      return release(key_of_channels(), f.thread, time);

    case Operation::UnseenCall:
      acquire(key_of_atomics(), f.thread);
      return meet(key_of_unseen_code(), f.thread, time);

    default:  // initialised, destroyed, opened, closed, created
      return meet(key, f.thread, time);
  }
}

}  // namespace selvage::check

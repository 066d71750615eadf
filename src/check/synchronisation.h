// Which operations order the accesses of different threads: thread creation and join, locks, condition variables,
// semaphores, barriers, once, futexes, channels, signals, fences and atomics.
//
// Where it is not known exactly what an operation orders, more is assumed rather than less: whatever is reported is a
// race, at the price of missing some.
#pragma once

#include <cstdint>

#include "check/keyed_stack.h"
#include "check/memory_history.h"
#include "check/vector_clocks.h"
#include "contract/dependence.h"

namespace selvage::check {

class Synchronisation {
  // What is kept of an object other than memory.
  struct Object {
    uint64_t key;
    Release released;         // by everything but read locks
    Release released_shared;  // by read locks, and by whole critical sections: for all others only
    uint32_t holder = 0;      // thread + 1
  };
  struct Thread {
    Release released;    // at its last release fence: its relaxed writes hand it on
    Release to_acquire;  // found by relaxed reads, for its next acquire fence
    Release handed;      // by those who acted on it, for whatever it does next: nobody else learns of it before
    bool exited = false;
  };

 public:
  struct Mark {
    VectorClocks::Mark clocks;
    KeyedStack<Object>::Mark objects;
    model::UndoVector<Thread>::Mark threads;
  };

  const VectorClocks& clocks() const { return clocks_; }
  void make_room(unsigned threads);

  // Before anything that a thread does.
  void begin(unsigned thread) {
    if (!threads_[thread].handed.empty()) [[unlikely]]
      take_over(thread);
  }
  // An operation of any kind but a plain access, at `time`. Atomics synchronise through `memory`.
  void execute(const Footprint& footprint, uint32_t time, MemoryHistory& memory);

  // Within a whole critical section (kEventSection), before an access to memory: sections are ordered by what they access.
  void meet_in_section(const Footprint& access, uint32_t time);

  void save(Mark& mark) const {
    clocks_.save(mark.clocks);
    objects_.save(mark.objects);
    threads_.save(mark.threads);
  }
  void undo(const Mark& mark);

 private:
  void execute_atomic(const Footprint& f, uint32_t time, MemoryHistory& memory);
  void fence(const Footprint& f, uint32_t time);
  void execute_thread(const Footprint& f, uint32_t time);
  void execute_rwlock(const Footprint& f, uint32_t time);
  void execute_condition(const Footprint& f, uint32_t time);
  void execute_other(const Footprint& f, uint32_t time);

  void lock(uint64_t key, const Footprint& f, uint32_t time);
  void unlock(uint64_t key, const Footprint& f, uint32_t time);
  void hand(unsigned thread, const Release& release);
  void take_over(unsigned thread);
  void abandon_locks(unsigned thread, uint32_t time);
  void acquire(uint64_t key, unsigned thread);
  void release(uint64_t key, unsigned thread, uint32_t time);
  void meet(uint64_t key, unsigned thread, uint32_t time) {
    acquire(key, thread);
    release(key, thread, time);
  }

  VectorClocks clocks_;
  KeyedStack<Object> objects_;
  model::UndoVector<Thread> threads_;
};

}  // namespace selvage::check

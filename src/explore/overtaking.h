// What an operation that waits for a lock can overtake, and with what behind it, where that is a choice.
//
// Most operations that wait compete with one other at a time, and what they need in order to come before it is what they
// came after anyway. Three kinds do not. A writer is kept out by readers who do not depend on each other: it may come after
// any of those who give the lock back. A waiter on a condition variable that may wake by itself does not need its signal,
// but its mutex. An atomic block that waits for its assumptions is kept out by whatever they read, written by anybody. While
// others hold the lock or the mutex, the execution goes on with steps that depend on the waiting
// operation and yet could not be overtaken; their order says nothing about what is possible. So such an operation is not
// asked for step by step, but an execution in which it was not asked for stands for all orders that it could come in.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "model/path.h"

namespace selvage::explore {

struct Overtake {
  model::Position overtaken;
  // What comes between, with all that happens before it, in the order of the path.
  std::span<const model::Position> needed;
  Footprint waiting;  // the operation, as it comes out then
};

class Overtaking {
 public:
  // An operation that was announced but not executed waits for a lock in spite of a deadline.
  static bool concerns(const Footprint& waiting, bool is_announced);

  using Function = std::function<void(const Overtake&)>;
  using GoesOn = std::function<bool()>;
  // Everything that the operation at this position could overtake, from this position on, as long as `goes_on`: there may
  // be very much.
  void for_each(const model::Path& path, model::Position waiting, model::Position first, const GoesOn& goes_on,
                const Function& function);

 private:
  // A step's effect on the lock.
  struct Use {
    model::Position step;
    bool acquires;  // else gives it back
  };
  // A step that depends on the waiting operation.
  struct Item {
    model::Position step;
    bool is_left_out = false;
  };

  void find_uses();
  void find_waking_signal();
  bool needs_no_signal() const;
  bool depends(model::Position step) const;
  bool is_free_after_needed() const;
  bool precedes_needed(model::Position step) const;
  bool can_be_needed(model::Position step) const;
  bool need(model::Position step);
  void overtake(model::Position first, bool is_signalled);
  void choose(size_t item);
  void offer();

  const model::Path* path_ = nullptr;
  const GoesOn* goes_on_ = nullptr;
  const Function* function_ = nullptr;
  model::Position waiting_ = model::kNone;
  model::Position predecessor_ = model::kNone;  // of its thread, or what created that
  model::Position followed_ = model::kNone;     // the first step of the thread before it that is like it
  model::Position signal_ = model::kNone;       // that woke it
  std::vector<Use> uses_;
  std::vector<uint16_t> initial_holders_;

  // For one outcome, and one step to overtake.
  bool is_signalled_ = false;
  Footprint outcome_ = {};
  model::Position overtaken_ = model::kNone;
  std::vector<Item> items_;
  std::vector<model::Position> needed_;  // these and what happens before them
  std::vector<model::Position> steps_;   // the same, in full
};

}  // namespace selvage::explore

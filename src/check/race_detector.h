// Data races in the executions that a search goes through: two accesses to the same memory by different threads, one
// of them a write, not both atomic, with nothing that orders them.
//
// Order is what the language promises: program order, thread creation and join, unlock before lock, signal before wake,
// post before wait, barriers, once, and atomics by their memory orders (a relaxed load orders nothing). It is therefore
// weaker than model::Path's own happens-before, in which any two conflicting accesses are ordered.
//
// The search goes along a path, cuts it back and continues elsewhere; what the common beginning of two executions
// already showed is not looked at again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "check/memory_history.h"
#include "check/synchronisation.h"
#include "model/path.h"

namespace selvage::check {

struct DataRace {
  model::Position first;
  model::Position second;  // kNone: an access that a thread waits with
  bool observed;           // both were enabled in the state before the first
  uint32_t waiting = 0;    // which one
};

// At the end of an execution: what a thread looks at again and again, going round a loop.
struct WaitingAccess {
  Footprint access;
  uint32_t site;
};

// Accesses that would be a data race if nothing ordered them. Two atomic ones never are.
bool can_race(const Footprint& a, const Footprint& b);

class RaceDetector {
 public:
  // `path` agrees with the path of the last call in its first `known` steps. Appends the races whose second access is
  // not among them: with the last plain write of the same memory, and with what each thread did last since (see
  // memory_history.h). The same pair may be appended more than once.
  void advance(const model::Path& path, size_t known, std::vector<DataRace>& races);
  // Races with accesses that are not on the path that `advance` was called with last: threads wait with them.
  void compare_waiting(const model::Path& path, std::span<const WaitingAccess> waiting, std::vector<DataRace>& races);
  // The next path has nothing in common with the last one.
  void start_over();

 private:
  // How everything was before a step.
  struct Mark {
    uint32_t time;
    Synchronisation::Mark synchronisation;
    MemoryHistory::Mark memory;
    model::UndoVector<model::Position>::Mark appeared;
  };

  void forget_from(size_t length);
  size_t look_ahead(const model::Path& path, size_t known);
  void take(const model::Path& path, model::Position position, size_t known, std::vector<DataRace>& races);
  void compare_waits(const model::Path& path, model::Position position, std::vector<DataRace>& races);
  void compare_wait(const model::Path& path, const Footprint& f, model::Position position,
                    std::vector<DataRace>& races);
  void report(const model::Path& path, const Access& access, std::vector<DataRace>& races);
  bool was_pending(const model::Path& path, const Access& access, model::Position state) const;
  void note_thread(unsigned thread, model::Position position);

  Synchronisation synchronisation_;
  MemoryHistory memory_;
  // Where a thread came into being on the path; kNone: it was there from the beginning.
  model::UndoVector<model::Position> appeared_;
  uint32_t time_ = 0;
  model::Stack<Mark> marks_;  // one per step taken so far: the rest of the path waits until an access needs it
  size_t looked_at_ = 0;
  size_t first_plain_ = SIZE_MAX;  // the first step with a plain access, among those looked at
  std::vector<Access> racing_;     // scratch
};

}  // namespace selvage::check

// One execution as a sequence of transitions, with happens-before kept incrementally.
//
// The search goes along a path, cuts it back and continues elsewhere: push() adds a transition at the end in time
// proportional to what it depends on, truncate() takes transitions off again; what the common beginning of two
// executions already computed is not computed again.
//
// A transition is a thread's announced operation together with the accesses it makes until its next announcement.
// Happens-before is the smallest order that contains program order and the order of dependent transitions, as
// vector clocks: clock(i)[t] is one more than the position of thread t's last transition that happens before or is i.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "contract/dependence.h"
#include "model/access_chains.h"
#include "model/keys.h"
#include "model/stack.h"

namespace selvage::model {

using Position = uint32_t;
inline constexpr Position kNone = UINT32_MAX;

struct Transition {
  Footprint head;
  uint16_t alternative = 0;
  uint16_t alternatives = 1;
  uint32_t site = 0;
  uint32_t stack = 0;  // number of its call stack, where those are recorded
};

// Two dependent transitions, not ordered through a third, that could have gone the other way round.
struct Race {
  Position first;
  Position second;
  uint32_t reversed_clock;  // number in Path's pool; kNone: the second one's own clock serves
};

class Path {
 public:
  Path();

  // `inner` are the accesses that are no scheduling points; `enabled` the threads that could have gone in the state
  // before. The races in which the new transition comes second are appended to `races`.
  void push(const Transition& transition, std::span<const Footprint> inner, std::span<const uint64_t> enabled,
            std::vector<Race>& races);
  void truncate(size_t length);
  // The races handed out so far have been dealt with.
  void forget_races() { reversed_clocks_.clear(); }
  // From now on, of the races whose first transition stands before this position only those are asked for whose second
  // comes after the transition at it, or is it. kNone: all are.
  void ask_behind(Position position) { asked_behind_ = position; }

  size_t size() const { return steps_.size(); }
  // What hash_step makes of all its steps.
  uint64_t hash() const { return hash_at(steps_.size()); }
  uint64_t hash_at(size_t length) const { return length == 0 ? 0 : steps_[length - 1].hash; }
  const Transition& operator[](Position position) const { return steps_[position].transition; }
  uint16_t thread(Position position) const { return steps_[position].transition.head.thread; }
  std::span<const Footprint> footprints(Position position) const;                                       // head first
  Position previous_of_thread(Position position) const { return steps_[position].previous_of_thread; }  // kNone: none
  // The first of the thread's steps that stand next to each other up to this one.
  Position begin_of_run(Position position) const { return steps_[position].run_begin; }
  // The same, or what created the thread.
  Position predecessor(Position position) const {
    Position previous = previous_of_thread(position);
    return previous != kNone ? previous : creation_[thread(position)];
  }
  std::span<const uint64_t> enabled(Position position) const {
    return {enabled_.data() + size_t{position} * enabled_words_, enabled_words_};
  }
  bool was_enabled(Position position, unsigned thread) const;
  const Marks& marks(Position position) const { return steps_[position].marks; }

  // One more than the highest thread that a clock has room for.
  unsigned clock_width() const { return stride_; }
  const uint32_t* clock(Position position) const { return clock_of(position); }
  // Of a race's second transition, as it would be if it came before the first; see precedes_reversed().
  const uint32_t* clock_of_second(const Race& race) const {
    return race.reversed_clock == kNone ? clock_of(race.second)
                                        : reversed_clocks_.data() + size_t{race.reversed_clock} * stride_;
  }

  bool happens_before(Position earlier, Position later) const {
    return clock_of(later)[thread(earlier)] >= earlier + 1;
  }
  // The same for a race's second transition, as it would be if it came before the first: what only the first one's
  // side made possible does not count.
  bool precedes_reversed(Position earlier, const Race& race) const;

  // Whether somebody has signalled a waiter on a condition since it began to wait.
  bool was_signalled(const Footprint& wake) const;

  // Whether a thread cancels or signals another.
  bool has_strikes() const { return !strikes_.empty(); }

  bool dependent(Position a, Position b) const;
  bool dependent(const Footprint& footprint, Position position) const;

 private:
  struct Step {
    Transition transition;
    uint32_t footprints_begin;
    uint32_t footprints_end;
    uint32_t accesses_begin;      // what truncate() undoes
    Position previous_of_thread;  // kNone: its first
    uint64_t hash;
    Marks marks;
    bool concerns_threads;  // creates some, or lets them begin
    Position run_begin;     // of steps of this thread that stand next to each other
  };
  // Of an access that waits by going round a loop where it would change nothing.
  struct LoopWait {
    uint64_t writes = 0;   // so many of the last ones to what it accesses it would have waited before
    bool present = false;  // it waits still
    bool open = false;     // perhaps before more of them
  };
  struct Candidate {
    Position step;
    uint32_t footprint;  // of the earlier transition
    uint32_t own_footprint;
    bool only_orders;            // happens before, but is no race whatever its kind
    bool hides_nothing = false;  // what is ordered through it alone may race all the same
    bool waits_before = false;   // an access to memory before which the thread would have gone round a loop
    bool never_waits = false;    // its operation can go on in every state
  };

  uint32_t* clock_of(Position position) { return clocks_.data() + size_t{position} * stride_; }
  const uint32_t* clock_of(Position position) const { return clocks_.data() + size_t{position} * stride_; }
  [[gnu::cold]] void widen(unsigned threads);
  void join(uint32_t* clock, Position from) const;
  bool lets_go_on(Position earlier, uint32_t footprint, const Footprint& later) const;
  bool enables(const Candidate& candidate, Position step) const;
  bool was_kept_out(const Candidate& candidate, Position step) const;
  LoopWait loop_wait() const;
  bool is_repeated_read(const Footprint& read) const;
  bool repeats(const Footprint& own, const AccessChains::Access& access) const;
  void add_accesses(uint32_t own, const Footprint& footprint);
  void add_enabled(std::span<const uint64_t> enabled);
  [[gnu::cold]] void collect_seen(uint32_t own, int32_t newest);
  [[gnu::cold]] void collect_observed(uint32_t own, int32_t newest);
  void collect_memory_chain(uint32_t own, const Footprint& own_footprint, int32_t newest);
  void collect_chain(uint32_t footprint, int32_t newest);
  [[gnu::cold]] void collect_from_all(uint32_t footprint);
  [[gnu::cold]] void collect_freed(uint32_t footprint);
  [[gnu::cold]] void collect_uses(uint32_t footprint);
  bool knows_uses(const Footprint& free) const;
  Position last_covering_free(const Footprint& footprint) const;
  void note_object(const Footprint& footprint);
  int32_t find_waking_signal(const Footprint& wake, Position wait) const;
  [[gnu::cold]] bool collect_waking_signal(const Footprint& wake, Position wait);
  bool wakes_struck(Position strike, Position step) const;
  [[gnu::cold]] void collect_strikes(const Footprint& head, Position previous);
  bool is_asked_for(Position first, Position second) const;
  Position first_of(uint64_t thread) const;
  void order_and_find_races(Position step, std::vector<Race>& races);
  uint32_t keep_reversed_clock(Position step, Position first);
  [[gnu::cold]] void order_after_all(Position step);

  Stack<Step> steps_;
  Stack<Footprint> footprints_;
  AccessChains chains_;
  // In the chains: accesses to much memory, and blocks that were freed, by the size of their cells.
  uint32_t wide_count_ = 0;
  std::array<uint32_t, kCellSizes> freed_counts_{};
  uint32_t freed_count_ = 0;
  // What a block that is freed cannot be asked for by the chains: accesses that are in none, and objects, by where they may
  // lie. Both may tell of steps that are not there any more.
  bool has_overwritten_ = false;
  std::vector<uint64_t> object_lines_;
  std::vector<uint32_t> clocks_;  // of the steps, and room behind them
  std::vector<uint32_t> reversed_clocks_;
  std::vector<uint64_t> enabled_;         // the same
  std::vector<Position> last_of_thread_;  // kNone where it has not moved
  std::vector<Position> creation_;        // the transition that created the thread
  std::vector<Position> followed_;        // the first one of a thread that it may not come before
  std::vector<Position> strikes_;         // transitions that act on another thread
  unsigned stride_;                       // threads a clock has room for
  unsigned enabled_words_;
  Position asked_behind_ = kNone;

  // Scratch, kept to avoid allocation.
  std::vector<Candidate> candidates_;
  std::vector<uint32_t> without_waiting_;
};

}  // namespace selvage::model

// An execution that tasks were derived from, as far as they have it in common: its steps, and which of them a race called
// for. Tasks share it, and it shares its own beginning with the execution that it was derived from, so that what remains to
// be done takes memory by what differs, not by the length of executions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "contract/channel.h"
#include "model/path.h"

namespace selvage::explore {

// A stretch of an execution that is not what the program does by default, but what a race in the parent execution called
// for: steps `begin` to `head`, of which the last one overtook the step that the default would have taken, and those before
// it are what it needs. Or an outcome of an operation other than its first one: `begin` and `head` are that step.
struct Reversal {
  model::Position begin;
  model::Position head;
  // The default's step comes here after all; kNone: not yet, or it was not looked for.
  model::Position resumed = model::kNone;
  // What it would have done if it had not been overtaken. Operation::None: this is another outcome.
  Footprint overtaken = {};

  bool overtakes() const { return overtaken.operation != Operation::None; }
  // Nobody came between the head and what it overtook, if anything.
  bool is_settled() const { return !overtakes() || resumed == head + 1; }
};

// Threads whose next step would end the execution at once, which others have seen to: they wait until something happens
// that it depends on. Footprints as in Schedule.
struct Asleep {
  std::vector<Sleeper> sleepers;
  std::vector<Footprint> footprints;

  bool empty() const { return sleepers.empty(); }
  void clear();
  // Those that fall asleep in the first `length` steps, or behind them.
  void add_up_to(model::Position length, const Asleep& others);
};

// What an origin consists of by itself.
struct OriginParts {
  std::shared_ptr<const class Origin> parent;
  model::Position shared = 0;       // so many of its first steps are the parent's
  std::vector<Step> steps;          // those behind
  std::vector<Reversal> reversals;  // whose heads are among these
  Asleep asleep;                    // all of them
};

class Origin {
 public:
  using Pointer = std::shared_ptr<const Origin>;

  Origin() = default;
  explicit Origin(OriginParts parts);  // for whoever wants it
  Origin(const Origin&) = delete;
  Origin& operator=(const Origin&) = delete;
  ~Origin();

  // `steps` and `reversals` are the whole execution's; its first `shared` steps are those of `parent`, which may be null.
  // Nobody else has it yet. `are_settled`: all of them are known to be.
  void set(const Pointer& parent, model::Position shared, std::span<const Step> steps,
           std::span<const Reversal> reversals, const Asleep& asleep, bool are_settled);
  // Nobody needs it any more.
  void clear();
  // From here on other workers may have tasks of it, and of those above it.
  void hand_out() const;
  bool is_handed_out() const { return is_handed_out_; }

  model::Position length() const { return parts_.shared + static_cast<model::Position>(parts_.steps.size()); }
  const OriginParts& parts() const { return parts_; }
  // Parents one above the other, with itself.
  unsigned depth() const { return depth_; }

  void append_steps(model::Position begin, model::Position end, std::vector<Step>& steps) const;
  // Those with a head before this position; what comes behind it is not known of them. Returns how many of the first ones are
  // settled, at least.
  size_t append_reversals(model::Position before, std::vector<Reversal>& reversals) const;

  // An origin looks for its steps in no more parents than this.
  static constexpr unsigned kDeepest = 32;

 private:
  OriginParts parts_;
  unsigned depth_ = 1;
  bool is_settled_ = false;             // all of its own reversals are
  mutable bool is_handed_out_ = false;  // written by the worker that alone has it
};

// Executions that nobody has tasks of any more lend their memory to others: most have few tasks, which are done soon.
class OriginStore {
 public:
  std::shared_ptr<Origin> take();
  // By whoever has no use for it; others of the same worker may have.
  void release(Origin::Pointer&& origin);

 private:
  static constexpr size_t kMostSpare = 256;
  static constexpr size_t kMostKept = 4096;  // steps, of one of them

  std::vector<std::shared_ptr<Origin>> spare_;
};

}  // namespace selvage::explore

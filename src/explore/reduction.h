// A reduction decides which branches a search takes. Each strategy is one small file behind this interface.
//
// What a race calls for is worked out in two steps: a proposal, made from the execution that showed the race, and its
// acceptance by the node before the race's first transition. Between the two, time may pass: where a part of the search
// tree is explored ahead of its turn, its proposals for nodes above are accepted when the turn comes.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "explore/node.h"
#include "model/path.h"

namespace selvage::explore {

struct Proposal {
  size_t depth = 0;               // of the node, in steps from the root
  WakeupSequence sequence;        // optimal: to be run from the node
  std::vector<uint16_t> threads;  // the others: threads to run from the node; the meaning is theirs
};

class Reduction {
 public:
  virtual ~Reduction() = default;
  virtual bool uses_sleep_sets() const = 0;

  // A step was taken from `node` for the first time along this path; `enabled` are the threads that could have gone.
  virtual void on_new_state(Node& node, uint16_t taken, std::span<const uint64_t> enabled) const;

  // What the race calls for from `node`, the state before its first transition. False: nothing, since it is covered by
  // what is asleep or explored there, and both only grow.
  virtual bool propose(const Node& node, const model::Path& path, const model::Race& race,
                       Proposal& proposal) const = 0;
  // The same where a thread is to be run next.
  virtual bool propose(const Node& node, const Footprint& next, Proposal& proposal) const = 0;
  // Adds what the proposal asks for and is not there yet; whether there was anything.
  virtual bool accept(Node& node, Proposal& proposal) const = 0;
  // Whether a proposal that will be accepted later need not be kept, because the `earlier` ones, which will be accepted
  // before it, make it superfluous. `scratch` is of use to the strategy only, one per depth.
  virtual bool is_superfluous(Node& scratch, std::span<const Proposal> earlier, Proposal& proposal) const = 0;
};

// Null for an unknown name.
std::unique_ptr<Reduction> make_reduction(std::string_view name);
std::vector<std::string_view> reduction_names();

std::unique_ptr<Reduction> make_exhaustive();
std::unique_ptr<Reduction> make_classic();
std::unique_ptr<Reduction> make_source();
std::unique_ptr<Reduction> make_optimal();

// Adds a branch that consists of one step of a thread, unless it is there, was taken, or is covered elsewhere.
bool add_thread(Node& node, uint16_t thread);

}  // namespace selvage::explore

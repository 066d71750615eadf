// A reduction decides which branches a search takes that keeps a tree of them. Each is one small file behind this
// interface.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "explore/node.h"
#include "model/path.h"

namespace selvage::explore {

class Reduction {
 public:
  virtual ~Reduction() = default;
  virtual bool uses_sleep_sets() const = 0;
  virtual bool uses_lock_sets() const { return false; }

  // A step was taken from `node` for the first time; `enabled` are the threads that could have gone.
  virtual void on_new_state(Node& node, std::span<const uint64_t> enabled) const;
  // Adds what the race calls for to the node before its first transition, unless it is covered by what is there. `fed`:
  // the nodes that have got more, this one or, where others have begun meanwhile, some below it.
  virtual void reverse(const Place& place, const model::Path& path, const model::Race& race,
                       std::vector<Node*>& fed) const = 0;
  // The same where a thread is to be run next; whether there was anything.
  virtual bool add(Node& node, const Footprint& next) const = 0;
};

std::unique_ptr<Reduction> make_exhaustive();
std::unique_ptr<Reduction> make_classic();
std::unique_ptr<Reduction> make_source();

// Adds a branch that consists of one step of a thread, unless it is there, was taken, or is covered elsewhere.
bool add_thread(Node& node, uint16_t thread);

}  // namespace selvage::explore

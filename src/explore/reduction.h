// A reduction decides which branches a search takes that keeps a tree of them. Each is one small file behind this
// interface.
#pragma once

#include <memory>
#include <span>

#include "explore/foresight.h"
#include "explore/node.h"
#include "model/path.h"

namespace selvage::explore {

class Reduction {
 public:
  virtual ~Reduction() = default;
  virtual bool uses_sleep_sets() const = 0;
  // Of transitions that lock sets show never to be enabled in the same state, no race is reversed.
  virtual bool uses_lock_sets() const { return false; }
  // If not null: where nothing that remains of an execution can race, none of it is put into another order.
  virtual const Foresight* foresight() const { return nullptr; }

  // A step was taken from `node` for the first time; `enabled` are the threads that could have gone.
  virtual void on_new_state(Node& /*node*/, std::span<const uint64_t> /*enabled*/) const {}
  // Adds what the race calls for to the node before its first transition, unless it is covered by what is there. Whether
  // it did.
  virtual bool reverse(Node& node, const model::Path& path, const model::Race& race) const = 0;
};

std::unique_ptr<Reduction> make_exhaustive();
// The foresight, if any, outlives it (docs/pdp.md).
std::unique_ptr<Reduction> make_classic(const Foresight* foresight = nullptr);
std::unique_ptr<Reduction> make_source();

}  // namespace selvage::explore

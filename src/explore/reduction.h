// A reduction decides which branches a search takes. Each strategy is one small file behind this interface.
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
  // Where an operation has several outcomes, a step that was asked for stands for its own outcome only: the others
  // come with sequences of their own. Otherwise all of them are explored wherever the operation is executed.
  virtual bool asks_for_outcomes() const { return false; }

  // A step was taken from `node` for the first time along this path; `enabled` are the threads that could have gone.
  //
  virtual void on_new_state(Node& node, uint16_t taken, std::span<const uint64_t> enabled) const;

  // A race was found: `node` is the state before its first transition.
  virtual void on_race(Node& node, const model::Path& path, const model::Race& race) const = 0;
};

// Null for an unknown name.
std::unique_ptr<Reduction> make_reduction(std::string_view name);
std::vector<std::string_view> reduction_names();

std::unique_ptr<Reduction> make_exhaustive();
std::unique_ptr<Reduction> make_classic();
std::unique_ptr<Reduction> make_source();
std::unique_ptr<Reduction> make_optimal();

// Adds a branch that consists of one step of a thread, unless it is there, was taken, or is covered elsewhere.
void add_thread(Node& node, uint16_t thread);

}  // namespace selvage::explore

// A random strategy: names executions by number, and may learn from those that were executed.
//
// Which execution a number stands for must not depend on how many processes execute, nor on how fast they are. So what was
// learned counts from the next round on, and rounds are the same stretches of numbers in every run (round.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "contract/channel.h"
#include "explore/saved.h"
#include "explore/target.h"

namespace selvage::sample {

struct Draw {
  std::vector<Step> steps = {};  // it begins with these
  Policy policy = Policy::Random;
  uint64_t seed = 0;
  Drawing drawing = {};
  std::vector<uint32_t> weights = {};
};

class Sampler {
 public:
  virtual ~Sampler() = default;

  // Several threads may ask at a time, while nobody teaches.
  virtual Draw draw(uint64_t number) const = 0;

  // What was drawn, in the order of the numbers.
  virtual void learn(const explore::Execution& /*execution*/) {}
  // The same of executions that were looked at elsewhere: what another one of this kind has learned of them, and of nothing
  // else. It knew no bounds (SamplerOptions::is_part).
  virtual void take_over(const Sampler& /*part*/) {}
  // An execution that was the first to show something (coverage.h), and whether that makes a difference.
  virtual void learn_new(std::vector<Step> /*steps*/) {}
  virtual bool keeps_new() const { return false; }
  virtual void end_round() {}
  // Locations have become scheduling points: steps of executions from before mean something else.
  virtual void forget_steps() {}

  // Changes where numbers may stand for other executions than before.
  virtual uint64_t edition() const { return 0; }

  // What can be said of the executions drawn so far beyond their number; empty: nothing.
  virtual std::string claim() const { return ""; }

  virtual void save(explore::SavedWriter& /*writer*/) const {}
  virtual void restore(explore::SavedReader& /*reader*/) {}
};

struct SamplerOptions {
  uint64_t seed = 0;
  uint32_t depth = 3;    // of the bugs that are looked for by priorities
  bool is_part = false;  // it learns for another one: whatever there is
};

std::unique_ptr<Sampler> make_uniform(const SamplerOptions& options);
std::unique_ptr<Sampler> make_priority(const SamplerOptions& options);
std::unique_ptr<Sampler> make_partial_order(const SamplerOptions& options);
std::unique_ptr<Sampler> make_weight(const SamplerOptions& options);
std::unique_ptr<Sampler> make_novelty(const SamplerOptions& options);

// Null for an unknown name.
std::unique_ptr<Sampler> make_sampler(std::string_view name, const SamplerOptions& options);
std::vector<std::string_view> sampler_names();

}  // namespace selvage::sample

// A stretch of numbers of a random strategy, executed for somebody else: what every round of it showed, apart from the others.
// Within it numbers mean what they meant at its beginning, also where the strategy has learned something by the end of a
// round. Then the rounds behind it are for nothing; whoever asked for the stretch sees that.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/check/drawn_batches.h"
#include "cli/check/examination.h"
#include "cli/cluster/sample_messages.h"

namespace selvage::cli {

struct StretchTools {
  std::vector<target::ProgramTarget*> programs;
  ThreadAgreement& agreement;
  StackTable* stacks;
  std::function<Examination()> make_examination;
  // One of the strategy's kind that has learned nothing.
  std::function<std::unique_ptr<sample::Sampler>(bool is_part)> make_sampler;
};

// Throws Error (internal) if the state is none of this strategy, and cluster::Interrupted if not a single round came to its
// end. `is_over` ends it between two rounds.
SampledStretch sample_stretch(const StretchTools& tools, const SamplingState& state, const SampleItem& item,
                              const std::atomic<bool>& is_over);

// As the state has them. Throw Error (internal) if it is damaged.
void restore(sample::Sampler& sampler, const std::string& state);
void restore(sample::Coverage& coverage, const std::string& state);

}  // namespace selvage::cli

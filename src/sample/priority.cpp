// Threads have priorities, lowered at some steps (src/runtime/drawing_by_priority.cpp, with the paper). Of n threads that
// take k steps at most, an execution shows a given bug of depth d with a probability of at least 1 / (n k^(d-1)). Both
// numbers are learned: the first round draws uniformly, and a round whose k turns out to have been too small promises
// nothing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sample/profile.h"
#include "sample/sampler.h"
#include "sample/seeds.h"

namespace selvage::sample {
namespace {

// Consecutive executions drawn for the same length.
struct Stretch {
  uint64_t length;
  uint64_t executions;
};

class Priority final : public Sampler {
 public:
  explicit Priority(const SamplerOptions& options)
      : seed_(options.seed), depth_(std::clamp(options.depth, 1U, kMaxChanges + 1)), profile_(options.is_part) {}

  Draw draw(uint64_t number) const override {
    Draw draw{.policy = Policy::Random, .seed = execution_seed(seed_, number)};
    if (length_ == 0) return draw;
    draw.policy = Policy::ByPriority;
    draw.drawing = {.length = static_cast<uint32_t>(std::min<uint64_t>(length_, UINT32_MAX)), .changes = depth_ - 1};
    return draw;
  }

  void learn(const explore::Execution& execution) override {
    profile_.take_in(execution);
    count(1);
  }
  void take_over(const Sampler& part) override {
    const Profile& other = dynamic_cast<const Priority&>(part).profile_;
    profile_.take_over(other);
    count(other.executions());
  }
  void end_round() override { length_ = profile_.longest(); }
  uint64_t edition() const override { return length_; }

  std::string claim() const override {
    uint64_t length = profile_.longest(), threads = profile_.threads();
    if (length == 0 || length_ == 0) return "";
    double one = 1 / (static_cast<double>(threads) * std::pow(static_cast<double>(length), depth_ - 1));
    double all_miss = 0;  // logarithm
    for (const Stretch& stretch : stretches_) {
      if (stretch.length < length) continue;
      double each = 1 / (static_cast<double>(threads) * std::pow(static_cast<double>(stretch.length), depth_ - 1));
      all_miss += static_cast<double>(stretch.executions) * (each < 1 ? std::log1p(-each) : -INFINITY);
    }
    return fmt::format(
        "If no execution has more than {} threads and {} steps, as none of these had, each shows a given bug of depth "
        "{} "
        "with a probability of at least {:.2g}, and all of them together with at least {:.2g}{}.",
        threads, length, depth_, one, -std::expm1(all_miss),
        profile_.has_outcomes() ? ", times the probability of the outcomes of operations that it needs" : "");
  }

  void save(explore::SavedWriter& writer) const override {
    profile_.save(writer);
    writer.value(length_);
    writer.list(std::span<const Stretch>(stretches_));
  }
  void restore(explore::SavedReader& reader) override {
    profile_.restore(reader);
    length_ = reader.value<uint64_t>();
    reader.list(stretches_);
  }

 private:
  void count(uint64_t executions) {
    if (stretches_.empty() || stretches_.back().length != length_) stretches_.push_back({length_, 0});
    stretches_.back().executions += executions;
  }

  uint64_t seed_;
  uint32_t depth_;
  Profile profile_;
  uint64_t length_ = 0;  // for this round; 0: not known yet
  std::vector<Stretch> stretches_;
};

}  // namespace

std::unique_ptr<Sampler> make_priority(const SamplerOptions& options) { return std::make_unique<Priority>(options); }

}  // namespace selvage::sample

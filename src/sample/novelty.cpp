// Goes back to executions that showed something for the first time - a read that takes another write's value, another order
// of a race or of a lock - and draws another way from some step of theirs on; after Wolff et al.: Greybox Fuzzing for
// Concurrency Testing (ASPLOS 2024), with beginnings of executions in place of abstract schedules. One in four executions is
// drawn from the start, so that nothing is out of reach.
#include <algorithm>

#include "sample/sampler.h"
#include "sample/seeds.h"

namespace selvage::sample {
namespace {

constexpr size_t kMostKept = 512;

class Novelty final : public Sampler {
 public:
  explicit Novelty(const SamplerOptions& options) : seed_(options.seed) {}

  Draw draw(uint64_t number) const override {
    uint64_t seed = execution_seed(seed_, number);
    Draw draw{.policy = Policy::ByPartialOrder, .seed = seed};
    uint64_t choice = splitmix64(seed);
    if (offered_ == 0 || choice % 4 == 0) return draw;
    // Of two, the one that was new more recently.
    uint64_t first = splitmix64(choice), second = splitmix64(first);
    const std::vector<Step>& kept = kept_[std::max(first % offered_, second % offered_)];
    uint64_t length = splitmix64(second) % (kept.size() + 1);
    draw.steps.assign(kept.begin(), kept.begin() + static_cast<ptrdiff_t>(length));
    return draw;
  }

  bool keeps_new() const override { return true; }
  void learn_new(std::vector<Step> steps) override {
    if (!steps.empty()) kept_.push_back(std::move(steps));
  }
  void end_round() override {
    if (kept_.size() == offered_) return;
    if (kept_.size() > kMostKept) kept_.erase(kept_.begin(), kept_.end() - kMostKept);
    offered_ = kept_.size();
    ++edition_;
  }
  void forget_steps() override {
    kept_.clear();
    offered_ = 0;
    ++edition_;
  }
  uint64_t edition() const override { return edition_; }

  void save(explore::SavedWriter& writer) const override {
    writer.count(offered_);
    writer.count(kept_.size());
    for (const std::vector<Step>& steps : kept_) writer.list(std::span<const Step>(steps));
  }
  void restore(explore::SavedReader& reader) override {
    offered_ = reader.count(1);
    kept_.resize(reader.count(1));
    for (std::vector<Step>& steps : kept_) reader.list(steps);
    if (offered_ > kept_.size()) reader.fail();
  }

 private:
  uint64_t seed_;
  std::vector<std::vector<Step>> kept_;
  size_t offered_ = 0;  // so many of them are drawn from in this round
  uint64_t edition_ = 0;
};

}  // namespace

std::unique_ptr<Sampler> make_novelty(const SamplerOptions& options) { return std::make_unique<Novelty>(options); }

}  // namespace selvage::sample

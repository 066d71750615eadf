// The order of what threads do to one object is drawn uniformly (src/runtime/drawing_by_weight.cpp, with the paper). The
// object is another one in each execution, any of those that several threads operate on; the paper takes it from the user
// or at random. How much each thread does there is learned.
#include <fmt/format.h>

#include "sample/profile.h"
#include "sample/sampler.h"
#include "sample/seeds.h"

namespace selvage::sample {
namespace {

class Weight final : public Sampler {
 public:
  explicit Weight(const SamplerOptions& options) : seed_(options.seed), profile_(options.is_part) {}

  Draw draw(uint64_t number) const override {
    Draw draw{.policy = Policy::Random, .seed = execution_seed(seed_, number)};
    if (objects_.empty()) return draw;
    size_t chosen = splitmix64(draw.seed) % objects_.size();
    draw.policy = Policy::ByWeight;
    draw.drawing.object = objects_[chosen].address;
    draw.weights = objects_[chosen].operations;
    return draw;
  }

  void learn(const explore::Execution& execution) override { profile_.take_in(execution); }
  void take_over(const Sampler& part) override { profile_.take_over(dynamic_cast<const Weight&>(part).profile_); }
  void end_round() override {
    std::vector<Object> objects;
    for (uint64_t address : profile_.contested()) objects.push_back({address, profile_.operations_at(address)});
    if (objects == objects_) return;
    objects_ = std::move(objects);
    ++edition_;
  }
  // Operations that no step began with are counted from now on.
  void forget_steps() override {
    profile_.forget();
    objects_.clear();
    ++edition_;
  }
  uint64_t edition() const override { return edition_; }

  std::string claim() const override {
    if (objects_.empty()) return "";
    return fmt::format("The orders of operations on {} {} were drawn, one object in each execution.", objects_.size(),
                       objects_.size() == 1 ? "object" : "objects");
  }

  void save(explore::SavedWriter& writer) const override {
    profile_.save(writer);
    writer.count(objects_.size());
    for (const Object& object : objects_) {
      writer.value(object.address);
      writer.list(std::span<const uint32_t>(object.operations));
    }
  }
  void restore(explore::SavedReader& reader) override {
    profile_.restore(reader);
    objects_.clear();
    for (size_t left = reader.count(1); left > 0 && !reader.failed(); --left) {
      Object object{.address = reader.value<uint64_t>(), .operations = {}};
      reader.list(object.operations);
      objects_.push_back(std::move(object));
    }
  }

 private:
  struct Object {
    uint64_t address;
    std::vector<uint32_t> operations;  // of each thread
    bool operator==(const Object&) const = default;
  };

  uint64_t seed_;
  Profile profile_;
  std::vector<Object> objects_;  // for this round
  uint64_t edition_ = 0;
};

}  // namespace

std::unique_ptr<Sampler> make_weight(const SamplerOptions& options) { return std::make_unique<Weight>(options); }

}  // namespace selvage::sample

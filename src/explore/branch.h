// A step that was taken from some node, and what it touched there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include "contract/dependence.h"
#include "model/path.h"

namespace selvage::explore {

// The footprints of one transition. Nearly always one or two: those are kept in place.
class Footprints {
 public:
  void assign(std::span<const Footprint> all);
  std::span<const Footprint> all() const { return {count_ <= kInPlace ? in_place_ : more_.get(), count_}; }

 private:
  static constexpr uint32_t kInPlace = 2;

  uint32_t count_ = 0;
  Footprint in_place_[kInPlace];
  std::unique_ptr<Footprint[]> more_;
};

struct Branch {
  Branch() = default;
  Branch(const model::Path& path, model::Position position);  // that step of the path

  uint16_t thread = 0;
  uint16_t alternative = 0;
  uint16_t alternatives = 1;
  model::Marks marks;
  Footprints footprints;

  void set_footprints(std::span<const Footprint> all);

  bool ends_program() const { return dependence::ends_program(footprints.all().front()); }
  bool depends_on(const model::Path& path, model::Position position) const;
};

}  // namespace selvage::explore

// A step that was or will be taken from some node, and what it touches there.
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
  Footprints() = default;
  Footprints(const Footprints& other) { assign(other.all()); }
  Footprints(Footprints&&) noexcept = default;
  Footprints& operator=(const Footprints& other) {
    if (this != &other) assign(other.all());
    return *this;
  }
  Footprints& operator=(Footprints&&) noexcept = default;

  void assign(std::span<const Footprint> all);
  void assign(const Footprint& head, std::span<const Footprint> inner);
  std::span<const Footprint> all() const { return {count_ <= kInPlace ? in_place_ : more_.get(), count_}; }

 private:
  static constexpr uint32_t kInPlace = 2;
  Footprint* room_for(size_t count);

  uint32_t count_ = 0;
  uint32_t capacity_ = kInPlace;
  Footprint in_place_[kInPlace];
  std::unique_ptr<Footprint[]> more_;
};

struct Branch {
  Branch() = default;
  Branch(const model::Path& path, model::Position position);  // that step of the path

  uint16_t thread = 0;
  uint16_t alternative = 0;
  uint16_t alternatives = 1;
  // What it touches is certain: it was executed here, or somewhere else with the same past.
  bool known = false;
  model::Marks marks;
  Footprints footprints;

  void set_footprints(std::span<const Footprint> all);
  void set_footprints(const Footprint& head, std::span<const Footprint> inner);

  bool depends_on(const model::Path& path, model::Position position) const;
};

}  // namespace selvage::explore

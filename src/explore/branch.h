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
  uint16_t thread = 0;
  uint16_t alternative = 0;
  Footprints footprints;

  bool depends_on(const model::Path& path, model::Position position) const;
  bool depends_on(const Branch& other) const;
};

}  // namespace selvage::explore

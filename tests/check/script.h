// Paths written by hand.
#pragma once

#include <initializer_list>
#include <vector>

#include "model/path.h"

namespace selvage::check::testing {

inline constexpr uint8_t kRelaxed = 0;
inline constexpr uint8_t kAcquire = kEventAcquire;
inline constexpr uint8_t kRelease = kEventRelease;
inline constexpr uint8_t kBoth = kEventAcquire | kEventRelease;

struct Details {
  uint8_t flags = 0;
  uint32_t size = 0;
  uint64_t value = 0;
};

inline Footprint operation(uint16_t thread, Operation what, uint64_t object = 0, Details details = {}) {
  return {what, details.flags, thread, details.size, object, details.value};
}
inline Footprint read(uint16_t thread, uint64_t address, uint32_t size = 4) {
  return operation(thread, Operation::Read, address, {.size = size});
}
inline Footprint write(uint16_t thread, uint64_t address, uint32_t size = 4) {
  return operation(thread, Operation::Write, address, {.size = size});
}
inline Footprint load(uint16_t thread, uint64_t address, uint8_t order, uint32_t size = 4) {
  return operation(thread, Operation::AtomicLoad, address, {.flags = order, .size = size});
}
inline Footprint store(uint16_t thread, uint64_t address, uint8_t order, uint32_t size = 4) {
  return operation(thread, Operation::AtomicStore, address, {.flags = order, .size = size});
}
inline Footprint update(uint16_t thread, uint64_t address, uint8_t order, uint32_t size = 4) {
  return operation(thread, Operation::AtomicUpdate, address, {.flags = order, .size = size});
}
inline Footprint fence(uint16_t thread, uint8_t order) {
  return operation(thread, Operation::Fence, 0, {.flags = order});
}
inline Footprint lock(uint16_t thread, uint64_t mutex) { return operation(thread, Operation::MutexLock, mutex); }
inline Footprint unlock(uint16_t thread, uint64_t mutex) { return operation(thread, Operation::MutexUnlock, mutex); }

struct ScriptStep {
  ScriptStep(const Footprint& what) : footprints{what} {}  // NOLINT(google-explicit-constructor): scripts are lists
  ScriptStep(std::initializer_list<Footprint> what) : footprints(what) {}

  std::vector<Footprint> footprints;  // head first
  uint32_t site = 0;
};

inline ScriptStep at(uint32_t site, ScriptStep step) {
  step.site = site;
  return step;
}

inline void push(model::Path& path, const ScriptStep& step) {
  std::vector<model::Race> races;
  uint64_t everyone = UINT64_MAX;
  path.push({step.footprints.front(), 0, 1, step.site}, std::span(step.footprints).subspan(1), {&everyone, 1}, races);
  path.forget_races();
}

inline model::Path path_of(const std::vector<ScriptStep>& steps) {
  model::Path path;
  for (const ScriptStep& step : steps) push(path, step);
  return path;
}

}  // namespace selvage::check::testing

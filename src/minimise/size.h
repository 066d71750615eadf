// How hard a counterexample is to follow: what minimising makes smaller, the most important first.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "explore/turns.h"

namespace selvage::minimise {

struct Size {
  uint32_t preemptions = 0;
  uint32_t switches = 0;  // preemptions among them
  uint32_t steps = 0;

  auto operator<=>(const Size&) const = default;

  void add(explore::Turn turn) {
    preemptions += turn == explore::Turn::TakenAway;
    switches += turn != explore::Turn::Kept;
    ++steps;
  }
};

inline Size size_of(std::span<const explore::Turn> turns) {
  Size size;
  for (explore::Turn turn : turns) size.add(turn);
  return size;
}

}  // namespace selvage::minimise

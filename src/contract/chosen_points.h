// Scheduling points that the user, or a campaign, chooses one by one: single instructions besides those that the
// configuration names, and functions inside or outside of which points count. They are entries of the table of shared
// locations (channel.h), so that they go wherever a schedule goes that means something only with them.
#pragma once

#include <stdint.h>

#include "contract/channel.h"

namespace selvage {

inline constexpr SharedLocation kChosenMark = 2;

enum class Chosen : uint8_t {
  Point,         // a site: plain accesses there are scheduling points
  Within,        // a site of a function that points have to be in
  Without,       // a site of a function that they must not be in
  WithinBegin,   // the same as code addresses: End follows. What such a function calls is in it, too
  WithoutBegin,  // the same
  End,
};

constexpr SharedLocation chosen_entry(Chosen what, uint64_t number) {
  return number << 8 | static_cast<uint64_t>(what) << 3 | kChosenMark;
}
// Constants of SharedLocation are smaller than a granule.
constexpr bool is_chosen_entry(SharedLocation entry) {
  return entry >= kSharingGranule && entry % kSharingGranule == kChosenMark;
}
constexpr Chosen chosen_kind(SharedLocation entry) { return static_cast<Chosen>((entry >> 3) & 31); }
constexpr uint64_t chosen_number(SharedLocation entry) { return entry >> 8; }

// Of the executable, and of all shared objects together.
inline constexpr uint32_t kMostChosenSites = 1u << 23;
inline constexpr uint32_t kMostChosenRanges = 64;  // of each kind

}  // namespace selvage

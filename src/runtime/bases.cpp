#include "runtime/bases.h"

#include "runtime/base_memory.h"
#include "runtime/carrier.h"
#include "runtime/host.h"
#include "runtime/rewind.h"
#include "runtime/sharing.h"
#include "runtime/snapshot.h"

namespace selvage::runtime {

namespace {

// What belongs to a base and lies outside the snapshot.
struct Base {
  uint64_t step;
  uint64_t prefix_hash;
  WatchMark watch;
};

Base& base(unsigned level) { return reinterpret_cast<Base*>(kBaseStates)[level]; }

void look_for_next_base() {
  Host& h = host();
  while (h.bases < h.bases_end && *h.bases <= h.step_index) h.bases++;
  h.base_at = h.bases < h.bases_end ? *h.bases : kNoBase;
}

// The highest level that a schedule goes through.
unsigned level_for(const Schedule& schedule) {
  unsigned level = present_level();
  while (level > 0 && base(level).step > schedule.shared_steps) level--;
  return level;
}

void note_base() {
  const Host& h = host();
  base(present_level()) = Base{h.step_index, h.prefix_hash, watch_mark()};
}

}  // namespace

void begin_bases() {
  begin_levels();
  note_base();
}

void begin_at_base(const Schedule& schedule) {
  Host& h = host();
  h.bases = schedule.bases;
  h.bases_end = schedule.bases + kMaxBases;
  h.base_at = kNoBase;
  if (!has_root()) return;
  const Base& begin = base(present_level());
  h.step_index = begin.step;
  h.prefix_hash = begin.prefix_hash;
  watch_from(begin.watch);
  // What is found by reporting accesses is not for those that would begin there.
  if (h.reports_from == kReportsNothing) look_for_next_base();
}

void stand_at_base() {
  if (untouched_since_snapshot()) stop_at(kStoppedAtBase);
  // The same in an execution that begins here.
  look_for_next_base();
}

void keep_base() {
  if (keep_level()) note_base();
}

void return_to_base(const Schedule* next, bool thorough) { restore_level(next ? level_for(*next) : 0, thorough); }

}  // namespace selvage::runtime

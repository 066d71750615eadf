#include "runtime/chosen_points.h"

#include "contract/site.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/sharing.h"
#include "runtime/stack.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

// Bits, one for each site: of the executable, and of shared objects.
struct SiteSet {
  uint64_t words[2][kMostChosenSites / 64];

  // Null: there is no room for it.
  static uint64_t* word_of(SiteSet& set, uint64_t& site) {
    bool in_library = site >= kLibrarySiteBase;
    if (in_library) site -= kLibrarySiteBase;
    return site < kMostChosenSites ? &set.words[in_library][site / 64] : nullptr;
  }
  bool contains(uint64_t site) const {
    const uint64_t* word = word_of(const_cast<SiteSet&>(*this), site);
    return word != nullptr && ((*word >> (site % 64)) & 1) != 0;
  }
};

struct Functions {
  bool any;
  uint32_t range_count;
  struct {
    uint64_t begin, end;
  } ranges[kMostChosenRanges];
  SiteSet sites;
};

struct ChosenPoints {
  Functions within, without;
  Functions* open;  // a range of it has begun
  SiteSet instructions;
};

// Behind everything else that is known of memory; it is there with Sharing::Dynamic only.
inline constexpr uint64_t kChosenPoints = kWatchState + 0x4'0000'0000;
inline constexpr uint64_t kMaxDepth = 256;

ChosenPoints& chosen() { return *reinterpret_cast<ChosenPoints*>(kChosenPoints); }

void insert(SiteSet& set, uint64_t site) {
  uint64_t* word = SiteSet::word_of(set, site);
  if (word == nullptr) fail_run(3, "the program has more than %u accesses to memory to choose from", kMostChosenSites);
  *word |= uint64_t{1} << (site % 64);
}

void begin_range(Functions& functions, uint64_t begin) {
  if (functions.range_count == kMostChosenRanges) fail_run(2, "too many functions for --within or --without");
  functions.any = true;
  host().chosen_functions = 1;
  functions.ranges[functions.range_count].begin = begin;
  chosen().open = &functions;
}

bool is_in(const Functions& functions, uint32_t site, const uint64_t* frames, uint64_t depth) {
  if (functions.sites.contains(site)) return true;
  for (uint64_t i = 0; i < depth; i++)
    for (uint32_t range = 0; range < functions.range_count; range++)
      // A call may be the last thing in a function.
      if (frames[i] > functions.ranges[range].begin && frames[i] <= functions.ranges[range].end) return true;
  return false;
}

// Where threads begin, end and wait is never left out: the program could not go on.
bool can_be_left_out(Operation operation) {
  switch (traits(operation).object) {
    case ObjectKind::Memory:
    case ObjectKind::Mutex:
    case ObjectKind::Spinlock:
    case ObjectKind::Rwlock:
    case ObjectKind::Semaphore:
      return true;
    default:
      return operation == Operation::CondSignal || operation == Operation::CondBroadcast;
  }
}

bool is_left_out(Operation operation, uint32_t site) {
  if (!can_be_left_out(operation)) return false;
  uint64_t frames[kMaxDepth];
  uint64_t depth = capture_stack(frames, kMaxDepth);
  const ChosenPoints& points = chosen();
  if (points.without.any && is_in(points.without, site, frames, depth)) return true;
  return points.within.any && !is_in(points.within, site, frames, depth);
}

bool is_plain(Operation operation) {
  return operation == Operation::Read || operation == Operation::Write || operation == Operation::Free;
}

}  // namespace

void take_chosen_entry(SharedLocation entry) {
  ChosenPoints& points = chosen();
  uint64_t number = chosen_number(entry);
  switch (chosen_kind(entry)) {
    case Chosen::Point:
      host().chosen_instructions = 1;
      return insert(points.instructions, number);
    case Chosen::Within:
      points.within.any = true;
      host().chosen_functions = 1;
      return insert(points.within.sites, number);
    case Chosen::Without:
      points.without.any = true;
      host().chosen_functions = 1;
      return insert(points.without.sites, number);
    case Chosen::WithinBegin:
      return begin_range(points.within, number);
    case Chosen::WithoutBegin:
      return begin_range(points.without, number);
    case Chosen::End:
      if (points.open == nullptr) fail_run(4, "the table of shared locations is damaged");
      points.open->ranges[points.open->range_count++].end = number;
      points.open = nullptr;
      return;
  }
  fail_run(4, "the table of shared locations is damaged");
}

bool has_chosen_instructions() { return host().chosen_instructions != 0; }

bool is_chosen_instruction(Operation operation, uint32_t site) {
  return is_plain(operation) && has_chosen_instructions() && chosen().instructions.contains(site);
}

bool may_be_point(Operation operation, uint32_t site) {
  if (!host().configuration.points.contains(operation) && !is_chosen_instruction(operation, site)) return false;
  return host().chosen_functions == 0 || !is_left_out(operation, site);
}

}  // namespace selvage::runtime

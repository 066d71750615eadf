#include "campaign/race_candidates.h"

#include <algorithm>
#include <set>

namespace selvage::campaign {
namespace {

enum Kind : uint8_t {
  kWrites = 1,
  kPlain = 2,
  kFrees = 4,
  kUses = 8,  // an object other than memory: only who frees it minds
};

// Larger accesses are compared with everything.
constexpr uint64_t kMostBytes = 1024;

bool is_plain(Operation operation) {
  return operation == Operation::Read || operation == Operation::Write || operation == Operation::Free;
}

uint8_t kind_of(const Footprint& f) {
  if (!dependence::reads_memory(f)) return kUses;
  return (dependence::modifies_memory(f) ? kWrites : 0) | (is_plain(f.operation) ? kPlain : 0) |
         (f.operation == Operation::Free ? kFrees : 0);
}

// As contract/dependence.h has it. Two that are both no plain accesses are preemption points.
bool conflict(uint8_t a, uint8_t b) {
  if (!((a | b) & kPlain)) return false;
  if ((a | b) & kUses) return ((a | b) & kFrees) != 0;
  return ((a | b) & kWrites) != 0;
}

bool is_accessed(const Footprint& f) {
  if (f.operation == Operation::Allocate || f.operation == Operation::None) return false;
  return dependence::reads_memory(f) || dependence::lies_in_memory(traits(f.operation).object);
}

// What threads wait for: everything that orders them but locks and memory.
bool is_waited_for(Operation operation) {
  switch (traits(operation).object) {
    case ObjectKind::Memory:
    case ObjectKind::Mutex:
    case ObjectKind::Spinlock:
    case ObjectKind::Rwlock:
    case ObjectKind::Stream:
    case ObjectKind::AtomicBlock:
      return false;
    default:
      return operation != Operation::Fence;
  }
}

bool is_same(const model::HeldLock& a, const model::HeldLock& b) { return a.object == b.object && a.kind == b.kind; }

}  // namespace

bool RaceCandidate::merge(const RaceCandidate& other) {
  RaceCandidate before = *this;
  one_first |= other.one_first;
  other_first |= other.other_first;
  by_happens_before |= other.by_happens_before;
  by_limited |= other.by_limited;
  return one_first != before.one_first || other_first != before.other_first ||
         by_happens_before != before.by_happens_before || by_limited != before.by_limited;
}

bool RaceCandidates::add(const CandidateSites& sites, const RaceCandidate& candidate) {
  auto [entry, is_new] = all_.try_emplace(sites, candidate);
  return is_new || entry->second.merge(candidate);
}

bool RaceCandidates::join(const RaceCandidates& other) {
  bool more = false;
  for (const auto& [sites, candidate] : other.all_) more |= add(sites, candidate);
  return more;
}

bool RaceCandidates::has_by_happens_before() const {
  return std::ranges::any_of(all_, [](const auto& entry) { return entry.second.by_happens_before; });
}

std::vector<uint32_t> RaceCandidates::open_sites() const {
  std::set<uint32_t> sites;
  for (const auto& [pair, candidate] : all_)
    if (candidate.by_happens_before) sites.insert({pair.one, pair.other});
  sites.erase(0);
  return {sites.begin(), sites.end()};
}

void RaceCandidates::save(explore::SavedWriter& writer) const {
  writer.count(all_.size());
  for (const auto& [sites, candidate] : all_) {
    writer.value(sites);
    writer.value(candidate);
  }
}

void RaceCandidates::restore(explore::SavedReader& reader) {
  for (size_t left = reader.count(sizeof(CandidateSites)); left > 0 && !reader.failed(); --left) {
    auto sites = reader.value<CandidateSites>();
    add(sites, reader.value<RaceCandidate>());
  }
}

CandidateDetector::CandidateDetector(const Options& options)
    : by_happens_before_(options.by_happens_before),
      by_limited_(options.by_limited),
      free_is_last_(options.free_is_last),
      lock_sets_(1) {
  order_.save(first_order_);
  limited_order_.save(first_limited_order_);
  memory_.save(first_memory_);
  limited_memory_.save(first_limited_memory_);
}

void CandidateDetector::look(const model::Path& path, size_t known, RaceCandidates& candidates) {
  order_.undo(first_order_);
  limited_order_.undo(first_limited_order_);
  memory_.undo(first_memory_);
  limited_memory_.undo(first_limited_memory_);
  large_.clear();
  time_ = 0;
  accesses_ = 0;
  ++execution_;
  if (by_limited_) number_lock_sets(path);
  for (model::Position position = 0; position < path.size(); ++position)
    take(path, position, position >= known, candidates);
}

void CandidateDetector::number_lock_sets(const model::Path& path) {
  locks_at_.clear();
  lock_sets_.resize(1);
  model::LockSets locks;
  locks.take_in(path, [&](model::Position, const Footprint& f) {
    std::span<const model::HeldLock> held = locks.held_now(f.thread);
    size_t number = 0;
    for (; number < lock_sets_.size(); ++number)
      if (std::ranges::equal(lock_sets_[number], held, [](const model::HeldLock& a, const model::HeldLock& b) {
            return is_same(a, b) && a.shared == b.shared;
          }))
        break;
    if (number == lock_sets_.size()) lock_sets_.emplace_back(held.begin(), held.end());
    locks_at_.push_back(static_cast<uint32_t>(number));
  });
}

bool CandidateDetector::exclude_each_other(uint32_t one, uint32_t other) const {
  for (const model::HeldLock& a : lock_sets_[one])
    for (const model::HeldLock& b : lock_sets_[other])
      if (is_same(a, b) && !(a.shared && b.shared)) return true;
  return false;
}

void CandidateDetector::synchronise(const Footprint& f) {
  order_.make_room(f.thread + 1u);
  limited_order_.make_room(f.thread + 1u);
  order_.begin(f.thread);
  limited_order_.begin(f.thread);
  if (f.operation == Operation::Allocate || f.operation == Operation::AtomValues || is_plain(f.operation)) return;
  if (by_happens_before_) order_.execute(f, time_, memory_);
  if (!by_limited_ || !is_waited_for(f.operation)) return;
  Footprint waited = f;
  // The mutex that a wait gives back and takes again orders nothing: it stands for one that nobody else uses.
  if (dependence::uses_mutex(f)) waited.value = (uint64_t{1} << 40) + uint64_t{time_} * kSharingGranule;
  limited_order_.execute(waited, time_, limited_memory_);
}

void CandidateDetector::take(const model::Path& path, model::Position position, bool is_new,
                             RaceCandidates& candidates) {
  bool is_head = true;
  for (const Footprint& f : path.footprints(position)) {
    ++time_;
    synchronise(f);
    uint32_t site = is_head ? path[position].site : static_cast<uint32_t>(f.value);
    is_head = false;
    uint32_t locks = 0;
    if (dependence::is_memory(f) && by_limited_ && accesses_ < locks_at_.size()) locks = locks_at_[accesses_++];
    if (!is_accessed(f)) continue;
    uint8_t kind = kind_of(f);
    enter({f.object, f.object + dependence::width(f), time_, kind & kPlain ? site : 0, locks, f.thread, kind}, is_new,
          candidates);
    if ((kind & (kPlain | kWrites)) != (kPlain | kWrites) || !by_happens_before_) continue;
    // What a plain write leaves in memory synchronises with nothing.
    check::Access access{time_, position, f.thread, check::kPlainWrite, 0};
    scratch_.clear();
    memory_.enter(access, f.object, dependence::width(f), order_.clocks(), scratch_);
  }
}

std::vector<CandidateDetector::Seen>& CandidateDetector::granule(uint64_t number) {
  Granule& granule = granules_[number];
  if (granule.execution != execution_) {
    granule.execution = execution_;
    granule.seen.clear();
  }
  return granule.seen;
}

void CandidateDetector::compare(const std::vector<Seen>& earlier, const Seen& later, RaceCandidates& candidates) const {
  for (const Seen& one : earlier) {
    if (one.thread == later.thread || !conflict(one.kind, later.kind)) continue;
    if (one.begin >= later.end || later.begin >= one.end) continue;
    RaceCandidate candidate;
    candidate.by_happens_before = by_happens_before_ && !order_.clocks().knows(later.thread, one.thread, one.time);
    candidate.by_limited = by_limited_ && !limited_order_.clocks().knows(later.thread, one.thread, one.time) &&
                           !exclude_each_other(one.locks, later.locks);
    if (!candidate.by_happens_before && !candidate.by_limited) continue;
    candidate.one_first = one.site <= later.site;
    candidate.other_first = one.site >= later.site;
    candidates.add({std::min(one.site, later.site), std::max(one.site, later.site)}, candidate);
  }
}

void CandidateDetector::enter(const Seen& seen, bool is_new, RaceCandidates& candidates) {
  bool is_large = seen.end - seen.begin > kMostBytes;
  uint64_t first = seen.begin / kSharingGranule, last = (seen.end - 1) / kSharingGranule;
  if (is_new) {
    compare(large_, seen, candidates);
    if (is_large) {
      for (const auto& [number, granule] : granules_)
        if (granule.execution == execution_ && number >= first && number <= last)
          compare(granule.seen, seen, candidates);
    } else {
      for (uint64_t number = first; number <= last; ++number) compare(granule(number), seen, candidates);
    }
  }
  if (seen.kind & kFrees) {
    forget_block(seen);
    if (free_is_last_) return;
  }
  if (is_large) return large_.push_back(seen);
  for (uint64_t number = first; number <= last; ++number) {
    std::vector<Seen>& list = granule(number);
    // Of accesses that are alike the last one is the least ordered.
    auto same = std::ranges::find_if(list, [&](const Seen& one) {
      return one.thread == seen.thread && one.site == seen.site && one.kind == seen.kind && one.locks == seen.locks &&
             one.begin == seen.begin && one.end == seen.end;
    });
    if (same != list.end())
      same->time = seen.time;
    else
      list.push_back(seen);
  }
}

// Whatever comes to lie there is another block.
void CandidateDetector::forget_block(const Seen& free) {
  auto lies_in = [&](const Seen& one) { return one.begin >= free.begin && one.end <= free.end; };
  std::erase_if(large_, lies_in);
  if (free.end - free.begin > kMostBytes) {
    for (auto& [number, granule] : granules_)
      if (granule.execution == execution_) std::erase_if(granule.seen, lies_in);
    return;
  }
  for (uint64_t number = free.begin / kSharingGranule; number <= (free.end - 1) / kSharingGranule; ++number)
    std::erase_if(granule(number), lies_in);
}

}  // namespace selvage::campaign

#include "check/memory_history.h"

#include <algorithm>

namespace selvage::check {

namespace {

inline constexpr uint64_t kGranule = 8;

uint64_t last_byte(uint64_t address, uint64_t size) {
  return size - 1 > UINT64_MAX - address ? UINT64_MAX : address + (size - 1);
}

// The bytes of a granule that lie in a range; 0 where none does.
uint32_t mask_in(uint64_t granule, uint64_t first, uint64_t last) {
  uint64_t low = granule * kGranule, high = low + (kGranule - 1);
  if (last < low || first > high) return 0;
  uint64_t from = first > low ? first - low : 0;
  uint64_t to = last < high ? last - low : kGranule - 1;
  return (0xffu >> (7 - (to - from))) << from;
}

template <typename Function>
void for_each_granule(uint64_t address, uint64_t size, Function&& function) {
  uint64_t last = last_byte(address, size);
  for (uint64_t number = address / kGranule; number <= last / kGranule; number++)
    function(number, mask_in(number, address, last));
}

// Whether the newer access stands for the older one from then on.
bool supersedes(const Access& newer, const Access& older) {
  return (newer.kind == kPlainWrite) | ((newer.thread == older.thread) & (newer.kind == older.kind));
}

bool may_race(const Access& older, const Access& newer) {
  return (older.thread != newer.thread) & conflicts(older.kind, newer.kind);
}

bool ordered(const Access& older, const Access& newer, const VectorClocks& clocks) {
  return clocks.knows(newer.thread, older.thread, older.time);
}

}  // namespace

uint32_t MemoryHistory::granule(uint64_t number, const VectorClocks& clocks) {
  size_t before = granules_.size();
  uint32_t index = granules_.find_or_add(number);
  if (granules_.size() != before)
    for (size_t i = 0; i < large_.size(); i++)
      if (uint32_t mask = mask_in(number, large_[i].first, large_[i].last))
        enter_granule(index, mask, large_[i].access, clocks, nullptr);
  return index;
}

// Entries that the access supersedes in all of their bytes are used again, so that the chain of a granule is no longer
// than what is to be remembered at one time.
void MemoryHistory::enter_granule(uint32_t granule, uint32_t mask, const Access& access, const VectorClocks& clocks,
                                  std::vector<Access>* racing) {
  uint32_t head = granules_[granule].accesses;
  uint32_t place = kEnd;
  // A plain write of the whole granule leaves nothing of what was before.
  bool alone = access.kind == kPlainWrite && mask == 0xff && head != kEnd && accesses_[head].older != kEnd;
  const Entry* entries = accesses_.data();
  for (uint32_t at = head; at != kEnd; at = entries[at].older) {
    const Entry& entry = entries[at];
    if (!(entry.mask & mask)) {
      if (entry.mask == 0 && place == kEnd) place = at;
      continue;
    }
    // Most entries are other readers' or, of atomics, other threads': they do not concern this one.
    bool hostile = may_race(entry.access, access), replaced = supersedes(access, entry.access);
    if (!(hostile | replaced)) continue;
    if (hostile && racing && !ordered(entry.access, access, clocks)) racing->push_back(entry.access);
    if (!replaced || alone) continue;
    uint32_t rest = entry.mask & ~mask;
    if (rest == 0 && place == kEnd)
      place = at;
    else
      accesses_.change(at).mask = rest;
  }
  if (place == kEnd || alone) {
    accesses_.push_back({access, alone ? kEnd : head, mask});
    granules_.change(granule).accesses = static_cast<uint32_t>(accesses_.size() - 1);
    return;
  }
  Entry& entry = accesses_.change(place);
  entry.access = access;
  entry.mask = mask;
}

void MemoryHistory::enter_large(const Large& large, const VectorClocks& clocks, std::vector<Access>& racing) {
  for (size_t i = 0; i < large_.size(); i++) {
    const Large& older = large_[i];
    if (older.first <= large.last && large.first <= older.last && may_race(older.access, large.access) &&
        !ordered(older.access, large.access, clocks))
      racing.push_back(older.access);
  }
  uint64_t first = large.first / kGranule, last = large.last / kGranule;
  auto enter = [&](uint32_t index, uint64_t number) {
    uint32_t mask = mask_in(number, large.first, large.last);
    enter_granule(index, mask, large.access, clocks, &racing);
    end_sequences(index, mask, large.access);
  };
  if (last - first < granules_.size()) {
    for (uint64_t number = first; number <= last; number++)
      if (uint32_t index = granules_.find(number); index != granules_.kAbsent) enter(index, number);
  } else {
    for (uint32_t index = 0; index < granules_.size(); index++)
      if (uint64_t number = granules_[index].key; number >= first && number <= last) enter(index, number);
  }
  large_.push_back(large);
}

void MemoryHistory::enter(const Access& access, uint64_t address, uint64_t size, const VectorClocks& clocks,
                          std::vector<Access>& racing) {
  uint64_t last = last_byte(address, size);
  if (last / kGranule - address / kGranule >= kMostGranules)
    return enter_large({access, address, last}, clocks, racing);
  for_each_granule(address, size, [&](uint64_t number, uint32_t mask) {
    uint32_t index = granule(number, clocks);
    enter_granule(index, mask, access, clocks, &racing);
    end_sequences(index, mask, access);
  });
}

void MemoryHistory::compare(const Access& access, uint64_t address, uint64_t size, const VectorClocks& clocks,
                            std::vector<Access>& racing) const {
  auto look_at = [&](const Access& older) {
    if (may_race(older, access) && !ordered(older, access, clocks)) racing.push_back(older);
  };
  for_each_granule(address, size, [&](uint64_t number, uint32_t mask) {
    uint32_t index = granules_.find(number);
    for (uint32_t at = index == granules_.kAbsent ? kEnd : granules_[index].accesses; at != kEnd;
         at = accesses_[at].older)
      if (accesses_[at].mask & mask) look_at(accesses_[at].access);
    for (size_t i = 0; index == granules_.kAbsent && i < large_.size(); i++)
      if (mask_in(number, large_[i].first, large_[i].last) & mask) look_at(large_[i].access);
  });
}

Release MemoryHistory::released(uint64_t address, uint64_t size, VectorClocks& clocks) const {
  Release result;
  for_each_granule(address, size, [&](uint64_t number, uint32_t mask) {
    uint32_t index = granules_.find(number);
    if (index == granules_.kAbsent) return;
    for (uint32_t at = granules_[index].sequences; at != kEnd; at = sequences_[at].older)
      if (sequences_[at].mask & mask) result = clocks.merge(result, sequences_[at].release);
  });
  return result;
}

void MemoryHistory::add_sequence(uint32_t granule, uint32_t mask, const Release& release) {
  for (uint32_t at = granules_[granule].sequences; at != kEnd; at = sequences_[at].older) {
    if (sequences_[at].mask != 0) continue;
    Sequence& unused = sequences_.change(at);
    unused.mask = mask;
    unused.release = release;
    return;
  }
  sequences_.push_back({release, granules_[granule].sequences, mask});
  granules_.change(granule).sequences = static_cast<uint32_t>(sequences_.size() - 1);
}

void MemoryHistory::write_granule(uint32_t granule, uint32_t mask, const Release& release) {
  for (uint32_t at = granules_[granule].sequences; at != kEnd; at = sequences_[at].older) {
    uint32_t before = sequences_[at].mask;
    if (before == mask && !release.empty()) {
      sequences_.change(at).release = release;
      return;
    }
    if (before & mask) sequences_.change(at).mask = before & ~mask;
  }
  if (!release.empty()) add_sequence(granule, mask, release);
}

void MemoryHistory::write(uint64_t address, uint64_t size, const Release& release, const VectorClocks& clocks) {
  for_each_granule(address, size, [&](uint64_t number, uint32_t mask) {
    uint32_t index = release.empty() ? granules_.find(number) : granule(number, clocks);
    if (index != granules_.kAbsent) write_granule(index, mask, release);
  });
}

void MemoryHistory::update_granule(uint32_t granule, uint32_t mask, const Release& release, VectorClocks& clocks) {
  uint32_t fresh = mask;
  for (uint32_t at = granules_[granule].sequences; at != kEnd; at = sequences_[at].older) {
    Sequence sequence = sequences_[at];
    if (!(sequence.mask & mask)) continue;
    fresh &= ~sequence.mask;
    Release merged = clocks.merge(sequence.release, release);
    if (uint32_t rest = sequence.mask & ~mask) {
      sequences_.change(at).mask = rest;
      add_sequence(granule, sequence.mask & mask, merged);
    } else if (merged != sequence.release) {
      sequences_.change(at).release = merged;
    }
  }
  if (fresh) add_sequence(granule, fresh, release);
}

void MemoryHistory::update(uint64_t address, uint64_t size, const Release& release, VectorClocks& clocks) {
  if (release.empty()) return;
  for_each_granule(address, size, [&](uint64_t number, uint32_t mask) {
    update_granule(granule(number, clocks), mask, release, clocks);
  });
}

void MemoryHistory::undo(const Mark& mark) {
  accesses_.undo(mark.accesses);
  sequences_.undo(mark.sequences);
  granules_.undo(mark.granules);
  large_.undo(mark.large);
}

}  // namespace selvage::check

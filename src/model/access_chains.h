// Who touched which object, newest first: a chain of accesses per object, in one array that only grows and shrinks at its
// end, as the path does.
#pragma once

#include <cstdint>
#include <vector>

#include "model/stack.h"

namespace selvage::model {

class AccessChains {
 public:
  static constexpr int32_t kNobody = -1;

  struct Access {
    uint64_t key;
    uint32_t step;
    uint32_t footprint;
    int32_t older;
    int32_t change;  // the newest one of the chain up to this one that counts as a change
    uint32_t slot;
  };

  AccessChains() : slots_(64) {}

  uint32_t size() const { return accesses_.size(); }
  const Access& operator[](int32_t at) const { return accesses_[static_cast<size_t>(at)]; }
  int32_t older(int32_t at) const { return (*this)[at].older; }
  // The newest access from `at` on that counts as a change.
  int32_t change_from(int32_t at) const { return at < 0 ? kNobody : (*this)[at].change; }
  bool is_change(int32_t at) const { return (*this)[at].change == at; }

  int32_t newest(uint64_t key) const {
    const Slot& slot = slots_[find(key)];
    return slot.used ? slot.newest : kNobody;
  }

  // Returns the newest access before it.
  int32_t append(uint64_t key, uint32_t step, uint32_t footprint, bool changes) {
    uint32_t place = find(key);
    if (!slots_[place].used) {
      if (used_ * 2 >= slots_.size()) {
        grow();
        place = find(key);
      }
      slots_[place] = {key, kNobody, true};
      used_++;
    }
    auto own = static_cast<int32_t>(accesses_.size());
    int32_t before = slots_[place].newest;
    Access& access = accesses_.add();
    access.key = key;
    access.step = step;
    access.footprint = footprint;
    access.older = before;
    access.change = changes ? own : change_from(before);
    access.slot = place;
    slots_[place].newest = own;
    return before;
  }

  const Access& back() const { return accesses_.back(); }
  void pop_back() {
    slots_[accesses_.back().slot].newest = accesses_.back().older;
    accesses_.drop_to(accesses_.size() - 1);
  }

 private:
  // Keys stay once they are there, with nobody in their chain: a search comes back to the same objects again and again.
  struct Slot {
    uint64_t key = 0;
    int32_t newest = kNobody;
    bool used = false;
  };

  uint32_t find(uint64_t key) const {
    size_t mask = slots_.size() - 1;
    for (size_t at = key * 0x9e3779b97f4a7c15u >> 32;; at++) {
      const Slot& slot = slots_[at & mask];
      if (!slot.used || slot.key == key) return static_cast<uint32_t>(at & mask);
    }
  }

  // Keys that nobody has accessed any more are left behind.
  void grow() {
    std::vector<Slot> old = std::move(slots_);
    size_t live = 0;
    for (const Slot& slot : old) live += slot.used && slot.newest != kNobody;
    slots_.assign(live * 4 > old.size() ? old.size() * 2 : old.size(), {});
    used_ = live;
    for (const Slot& slot : old)
      if (slot.used && slot.newest != kNobody) slots_[find(slot.key)] = slot;
    for (uint32_t i = 0; i < accesses_.size(); i++) accesses_[i].slot = find(accesses_[i].key);
  }

  Stack<Access> accesses_;
  std::vector<Slot> slots_;
  size_t used_ = 0;
};

}  // namespace selvage::model

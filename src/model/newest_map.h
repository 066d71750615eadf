// From keys of objects to the newest access to each, in one flat array. Keys stay once they are there (as "none"): a
// search comes back to the same objects again and again.
#pragma once

#include <cstdint>
#include <vector>

namespace selvage::model {

class NewestMap {
 public:
  static constexpr int32_t kNobody = -1;

  NewestMap() : slots_(64) {}

  int32_t& operator[](uint64_t key) {
    Slot* slot = &find(key);
    if (slot->used) return slot->newest;
    if (count_ * 2 >= slots_.size()) {
      grow();
      slot = &find(key);
    }
    *slot = {key, kNobody, true};
    count_++;
    return slot->newest;
  }

  int32_t get(uint64_t key) const {
    const Slot& slot = const_cast<NewestMap*>(this)->find(key);
    return slot.used ? slot.newest : kNobody;
  }

 private:
  struct Slot {
    uint64_t key = 0;
    int32_t newest = kNobody;
    bool used = false;
  };

  Slot& find(uint64_t key) {
    size_t mask = slots_.size() - 1;
    for (size_t at = key * 0x9e3779b97f4a7c15u >> 32;; at++) {
      Slot& slot = slots_[at & mask];
      if (!slot.used || slot.key == key) return slot;
    }
  }

  // Keys that nobody has accessed any more are left behind.
  void grow() {
    std::vector<Slot> old = std::move(slots_);
    size_t live = 0;
    for (const Slot& slot : old) live += slot.used && slot.newest != kNobody;
    slots_.assign(live * 4 > old.size() ? old.size() * 2 : old.size(), {});
    count_ = 0;
    for (const Slot& slot : old) {
      if (!slot.used || slot.newest == kNobody) continue;
      find(slot.key) = slot;
      count_++;
    }
  }

  std::vector<Slot> slots_;
  size_t count_ = 0;
};

}  // namespace selvage::model

// Values found by a 64-bit key, the newest of which can be taken back.
//
// An open-addressing table. Keys leave in the reverse order in which they came, so a leaving key's slot is simply
// emptied: no key that is still there was ever placed past it.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "model/undo_vector.h"

namespace selvage::check {

// T is default-constructible and has a member `key`.
template <typename T>
class KeyedStack {
 public:
  static constexpr uint32_t kAbsent = UINT32_MAX;
  using Mark = typename model::UndoVector<T>::Mark;

  uint32_t size() const { return items_.size(); }
  const T& operator[](uint32_t index) const { return items_[index]; }
  T& change(uint32_t index) { return items_.change(index); }

  uint32_t find(uint64_t key) const {
    for (size_t slot = home(key);; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] == kAbsent) return kAbsent;
      if (items_[slots_[slot]].key == key) return slots_[slot];
    }
  }

  uint32_t find_or_add(uint64_t key) {
    size_t slot = home(key);
    for (; slots_[slot] != kAbsent; slot = (slot + 1) & (slots_.size() - 1))
      if (items_[slots_[slot]].key == key) return slots_[slot];
    uint32_t index = items_.size();
    T item{};
    item.key = key;
    items_.push_back(item);
    slots_[slot] = index;
    if (size_t{items_.size()} * 2 > slots_.size()) grow();
    return index;
  }

  void save(Mark& mark) const { items_.save(mark); }
  void undo(const Mark& mark) {
    for (uint32_t index = items_.size(); index-- > mark.size;) {
      size_t slot = home(items_[index].key);
      while (slots_[slot] != index) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = kAbsent;
    }
    items_.undo(mark);
  }

 private:
  size_t home(uint64_t key) const {
    return (key * 0x9e3779b97f4a7c15u) >> (64 - static_cast<unsigned>(std::countr_zero(slots_.size())));
  }
  // In the order in which they came: the rule above holds again.
  void grow() {
    slots_.assign(slots_.size() * 2, kAbsent);
    for (uint32_t index = 0; index < items_.size(); index++) {
      size_t slot = home(items_[index].key);
      while (slots_[slot] != kAbsent) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = index;
    }
  }

  model::UndoVector<T> items_;
  std::vector<uint32_t> slots_ = std::vector<uint32_t>(64, kAbsent);
};

}  // namespace selvage::check

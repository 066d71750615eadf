// A vector that remembers how it was: values computed along a path are taken back when the path is cut.
// What a change costs to take back is proportional to the change, not to the vector.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/stack.h"

namespace selvage::model {

template <typename T>
class UndoVector {
 public:
  struct Mark {
    uint32_t size;
    uint32_t changes;
  };

  uint32_t size() const { return items_.size(); }
  const T& operator[](size_t index) const { return items_[index]; }
  const T* data() const { return items_.data(); }

  void push_back(const T& item) { items_.push_back(item); }
  // For writing; the value of before comes back with undo().
  T& change(size_t index) {
    T& item = items_[index];
    Change& change = changes_.add();
    change.index = static_cast<uint32_t>(index);
    change.before = item;
    return item;
  }

  void save(Mark& mark) const {
    mark.size = items_.size();
    mark.changes = changes_.size();
  }
  // Back to how it was when the mark was taken; marks taken since are void.
  void undo(const Mark& mark) {
    for (uint32_t i = changes_.size(); i-- > mark.changes;) items_[changes_[i].index] = changes_[i].before;
    changes_.drop_to(mark.changes);
    items_.drop_to(mark.size);
  }

 private:
  struct Change {
    uint32_t index;
    T before;
  };

  Stack<T> items_;
  Stack<Change> changes_;
};

}  // namespace selvage::model

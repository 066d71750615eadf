// A vector that remembers how it was: values computed along a path are taken back when the path is cut.
// What a change costs to take back is proportional to the change, not to the vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace selvage::model {

// A stack that keeps its memory and what lies in it: dropping is setting a number. T is cheap to copy.
template <typename T>
class Stack {
 public:
  uint32_t size() const { return size_; }
  const T& operator[](size_t index) const { return items_[index]; }
  T& operator[](size_t index) { return items_[index]; }
  T* data() { return items_.data(); }
  const T* data() const { return items_.data(); }

  void push_back(const T& item) { add() = item; }
  // What the new one holds is left over from before.
  T& add() {
    if (size_ == items_.size()) [[unlikely]]
      items_.resize(items_.empty() ? 16 : items_.size() * 2);
    return items_[size_++];
  }
  void drop_to(uint32_t size) { size_ = size; }

 private:
  std::vector<T> items_;
  uint32_t size_ = 0;
};

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

// A vector that remembers how it was: values computed along a path are taken back when the path is cut.
// What a change costs to take back is proportional to the change, not to the vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace selvage::model {

template <typename T>
class UndoVector {
 public:
  struct Mark {
    uint32_t size;
    uint32_t changes;
  };

  size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  const T& operator[](size_t index) const { return items_[index]; }
  const T& back() const { return items_.back(); }

  void push_back(const T& item) { items_.push_back(item); }
  // For writing; the value of before comes back with undo().
  T& change(size_t index) {
    changes_.emplace_back(static_cast<uint32_t>(index), items_[index]);
    return items_[index];
  }

  Mark mark() const { return {static_cast<uint32_t>(items_.size()), static_cast<uint32_t>(changes_.size())}; }
  // Back to how it was when the mark was taken; marks taken since are void.
  void undo(Mark mark) {
    for (; changes_.size() > mark.changes; changes_.pop_back()) items_[changes_.back().first] = changes_.back().second;
    items_.resize(mark.size);
  }

 private:
  std::vector<T> items_;
  std::vector<std::pair<uint32_t, T>> changes_;
};

}  // namespace selvage::model

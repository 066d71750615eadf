// What a path keeps of its steps: added and dropped at the end, again and again.
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
  const T& back() const { return items_[size_ - 1]; }
  T& back() { return items_[size_ - 1]; }
  void drop_to(uint32_t size) { size_ = size; }

 private:
  std::vector<T> items_;
  uint32_t size_ = 0;
};

}  // namespace selvage::model

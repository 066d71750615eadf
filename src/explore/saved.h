// Writing values into bytes and reading them back, for searches that are interrupted and go on another time. Reading is
// safe on any bytes: it fails as a whole when something does not fit.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace selvage::explore {

class SavedWriter {
 public:
  template <typename Value>
  void value(const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  template <typename Value>
  void list(std::span<const Value> values) {
    static_assert(std::is_trivially_copyable_v<Value>);
    value(static_cast<uint64_t>(values.size()));
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
  void count(size_t count) { value(static_cast<uint64_t>(count)); }
  void append(std::string_view bytes) { bytes_.append(bytes); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class SavedReader {
 public:
  explicit SavedReader(std::string_view bytes) : rest_(bytes) {}

  bool failed() const { return failed_; }
  void fail() { failed_ = true; }
  bool finished() const { return !failed_ && rest_.empty(); }

  template <typename Value>
  Value value() {
    static_assert(std::is_trivially_copyable_v<Value>);
    Value result{};
    if (failed_ || rest_.size() < sizeof(Value)) {
      failed_ = true;
      return result;
    }
    std::memcpy(&result, rest_.data(), sizeof(Value));
    rest_.remove_prefix(sizeof(Value));
    return result;
  }
  template <typename Value>
  void list(std::vector<Value>& values) {
    size_t size = count(sizeof(Value));
    values.resize(size);
    if (size == 0) return;
    std::memcpy(values.data(), rest_.data(), size * sizeof(Value));
    rest_.remove_prefix(size * sizeof(Value));
  }
  // Of things that take at least so many bytes each: more than there can be are none.
  size_t count(size_t least_bytes) {
    auto result = value<uint64_t>();
    if (failed_ || result > rest_.size() / (least_bytes == 0 ? 1 : least_bytes)) {
      failed_ = true;
      return 0;
    }
    return static_cast<size_t>(result);
  }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace selvage::explore

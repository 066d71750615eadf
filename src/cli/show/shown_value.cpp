#include "cli/show/shown_value.h"

#include <fmt/format.h>

namespace selvage::cli {
namespace {

constexpr uint64_t kLargestDecimal = 999'999;
constexpr int64_t kLeastNegative = -9'999;

int64_t sign_extended(uint64_t value, uint32_t size) {
  unsigned shift = 64 - size * 8;
  return static_cast<int64_t>(value << shift) >> shift;
}

}  // namespace

std::string value_text(uint64_t value, uint32_t size, Names& names) {
  if (size == 0 || size > 8) return "";
  if (value <= kLargestDecimal) return fmt::format("{}", value);
  // The site does not say whether the type has a sign: a value just below zero is more likely than one just below the
  // largest.
  int64_t negative = sign_extended(value, size);
  if (size > 1 && negative < 0 && negative >= kLeastNegative) return fmt::format("{}", negative);
  if (size == sizeof(void*)) {
    const std::string& name = names.object(ObjectKind::Memory, value);
    bool says_something = !name.empty() && !name.starts_with("0x") && name.find(":t") == std::string::npos;
    if (says_something) return "&" + name;
    auto function = names.modules.function(target::TargetAddress{value});
    if (function && function->offset == 0) return "&" + function->name;
  }
  return size == sizeof(void*) ? fmt::format("{:#x}", value) : fmt::format("{:#0{}x}", value, 2 + size * 2);
}

}  // namespace selvage::cli

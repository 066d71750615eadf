// Which functions of the languages' libraries are known as to what they do to memory (docs/libraries.md).
#pragma once

#include <llvm/ADT/StringRef.h>

namespace selvage::instrument {

enum class KnownCall : uint8_t {
  Nothing,  // anything may happen
  Rest,     // all but what it does to memory that its pointer arguments point to and that no range is announced of
  All,
};

KnownCall known_call(llvm::StringRef name);

}  // namespace selvage::instrument

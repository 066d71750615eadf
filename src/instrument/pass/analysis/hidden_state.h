// State that libraries keep besides the program's memory, so that values get from one call to another on a way that no pointer
// shows: results of threads, values of keys, files and clocks, errno.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <cstdint>

namespace selvage::instrument {

// Bits of sets.
enum HiddenState : uint8_t {
  kThreadResults = 1,
  kKeyValues = 2,
  kOutside = 4,  // files, pipes, clocks, the environment, generators of random numbers, ...
  kErrors = 8,   // errno
  kAllHiddenState = 15,
};
inline constexpr unsigned kHiddenStateCount = 4;

// What a call of a function that is not part of the program may change, and what its outcome may depend on. What is returned by
// threads is not a call's.
uint8_t hidden_state_changed(llvm::StringRef name);
uint8_t hidden_state_read(const llvm::CallBase& call, llvm::StringRef name);

}  // namespace selvage::instrument

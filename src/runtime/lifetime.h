// Telling a destroyed object from a fresh one at the same address. An object with a static initialiser begins its
// life by a plain store that the model does not see: a local mutex in a function called twice, a member of an object
// on a recycled stack. So destroying marks the program's own memory, as the C library does for mutexes. The mark is
// the first word only: every version of these types has one.
#pragma once

#include "runtime/model.h"
#include "runtime/mutex.h"

namespace selvage::runtime {

inline constexpr uint32_t kDestroyedMark = 0xdeade4d0;

inline void mark_destroyed(Object& object, void* memory) {
  object.alive = false;
  object.flags = kDestroyed;
  *static_cast<uint32_t*>(memory) = kDestroyedMark;
}

// Destroyed, and nothing has been stored there since.
inline bool is_destroyed(const Object& object, const void* memory) {
  return (object.flags & kDestroyed) && *static_cast<const uint32_t*>(memory) == kDestroyedMark;
}

}  // namespace selvage::runtime

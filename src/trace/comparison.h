// Where an execution parts from what was recorded.
//
// Steps agree in thread, operation, object, result and in who could have gone. Of the same executable, everything is the
// same to the last address. Of another build, places in the source may have moved, and so may the stack and the heap: there
// an object is the same one if it is always the same one.
#pragma once

#include <cstddef>
#include <optional>

#include "trace/trace.h"

namespace selvage::trace {

enum class Aspect {
  Operation,
  Object,
  Alternatives,  // how many results the operation can have there
  Result,        // it failed, timed out or woke without a signal, and had not before
  Enabled,       // who could have gone
  Missing,       // there is no such step any more
};

struct Difference {
  size_t step = 0;
  Aspect aspect = Aspect::Operation;
};

// Steps of `present` behind the last one recorded are no difference.
std::optional<Difference> first_difference(const Recording& recorded, const Recording& present, bool same_program);

// An address that differs between builds for reasons that have nothing to do with what the program does: on a stack, in
// the heap, in a mapping, in thread-local storage.
bool may_move(const Object& object);

}  // namespace selvage::trace

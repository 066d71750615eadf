// Where the search for leaks begins: all memory outside the heap from which the program can still reach a block.
#pragma once

#include <stdint.h>

namespace selvage::runtime {

using RangeVisitor = void (*)(uint64_t begin, uint64_t end);

// `frame`: of the runtime's function that the current thread has called; its callers' stack lies above it.
void for_each_root(const void* frame, RangeVisitor visit);

}  // namespace selvage::runtime

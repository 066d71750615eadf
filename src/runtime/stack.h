// Call stacks by frame pointers: instrumented code keeps them.
#pragma once

#include <stdint.h>

namespace selvage::runtime {

// Return addresses of the current thread's callers, innermost first, without the runtime's own; returns how many.
uint64_t capture_stack(uint64_t* frames, uint64_t capacity);

// The same from a given place (a signal's context). The C library keeps no frame pointers, so a place inside it
// first looks for the return address into the program on the stack.
uint64_t capture_stack_at(uint64_t instruction, uint64_t frame, uint64_t stack, uint64_t* frames, uint64_t capacity);

// Of a thread that waits for its turn: the innermost return address that is in the user's own code. 0: unknown.
struct Thread;
uint64_t caller_of_library(const Thread& thread);

// The program's text, as far as it was instrumented: where frame pointers can be relied on.
void add_text_range(uint64_t begin, uint64_t end);

}  // namespace selvage::runtime

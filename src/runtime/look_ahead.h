// Looking ahead: would an access that a thread is about to make bring it back to the header of a loop, with nothing
// changed? Then it waits: in such a state the access is not enabled (docs/spinning.md).
//
// The program itself is asked. The thread runs on from the access until it comes to the header, or to anything that
// others could notice; then its stack, its registers and what it wrote are put back. It runs in the OS thread of whoever
// asks, so that both carriers do the same.
#pragma once

#include <stdint.h>

#include "runtime/loops.h"
#include "runtime/model.h"

namespace selvage::runtime {

// Returns 0, and once more with 1 for each look ahead: the caller then returns to the program without having done
// anything.
extern "C" int selvage_save_context(Context* context) __attribute__((returns_twice));

// The program runs ahead at the moment.
inline bool running_ahead() { return host().running_ahead != 0; }

// Whether the access that `t` has announced, at its saved context, would only end an iteration that changes nothing:
// in the present state; with other bytes at its address; and, of an attempt, where it fails. (An attempt to join a thread
// has no object, and always fails when the program runs ahead.)
bool would_come_back(Thread& t);
bool would_come_back_with(Thread& t, const char* bytes);
bool would_come_back_failing(Thread& t, Object* object);

// Called while the program runs ahead.
[[noreturn]] void end_look_ahead(bool came_back);
void come_to_loop(uint64_t activation, uint64_t state);
void leave_loop_ahead(uint64_t activation);
void write_ahead(void* address, uint64_t size);
void access_ahead(Operation operation, const void* address, uint32_t size);

}  // namespace selvage::runtime

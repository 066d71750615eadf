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

// What comes of an access. With Sharing::Dynamic one more access to the same place may follow, where nothing else that
// others could notice lies between the two (joined_looks.h).
struct Ahead {
  bool came_back;       // to the header of a loop, with nothing changed
  bool met_again;       // the place, a second time
  bool updates;         // the access only looks, and behind it comes `update` at once
  uint32_t inner_loop;  // site of a loop that it came back to, and that it has only just entered; 0: none
  Pending update;
};

// Begins with `bytes` at the place, or what is there; before the second access to it `later` is put there. Null: neither.
Ahead run_from_access(Thread& t, const char* bytes, const char* later);

// Whether the access that `t` has announced, at its saved context, would only end an iteration that changes nothing:
// in the present state; with other bytes at its address; and, of an attempt, where it fails. (An attempt to join a thread
// has no object, and always fails when the program runs ahead.)
bool would_come_back(Thread& t);
bool would_come_back_with(Thread& t, const char* bytes);
bool would_come_back_failing(Thread& t, Object* object);

// Whether a later time would take the thread, which is about to read the clock, another way before its next look at it.
struct LaterTime {
  bool is_known;    // false: it comes to something that others could notice, and the time may matter behind that
  bool only_waits;  // with the time as it is, it only ends an iteration that changes nothing
  uint64_t passed;  // nanoseconds from now on after which it goes another way; 0: none
};
LaterTime would_go_another_way_later(Thread& t, bool compared_at_once);

// Whether an assumption fails in the atomic block that `t` has announced, at its saved context (assumptions.h).
bool assumptions_would_fail(Thread& t);
// The program runs ahead to find that out.
bool running_into_block();

// Called while the program runs ahead.
[[noreturn]] void end_look_ahead(bool came_back);
void come_to_loop(uint64_t activation, uint64_t state, uint32_t site);
void leave_loop_ahead(uint64_t activation);
void write_ahead(void* address, uint64_t size);
void access_ahead(const Pending& access);
void give_way_ahead();
void read_clock_ahead();

}  // namespace selvage::runtime

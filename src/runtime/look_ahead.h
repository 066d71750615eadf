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

// Where a thread comes by, with the clock at some time, until it does something that others could notice, reads the clock once
// more, or leaves its loops. Accesses to its own memory are no part of it.
struct Way {
  uint64_t hash;   // of the headers and exits of loops, and of where it ends
  bool came_back;  // to the header of a loop, with nothing changed
  bool left;       // all its loops
  bool is_whole;   // it did not become too long
  Pending first;   // the access to shared memory that it came to first; no operation: to none
};
// From a look at the clock, and from what would_come_back is asked about. `passed` is counted from the time that the thread
// knows itself. `known` is an access that does not end it: the thread has just found out what is there.
Way way_from_clock(Thread& t, const Pending* known, uint64_t passed);
Way way_from_access(Thread& t, const char* bytes, const char* later, uint64_t passed);
Way way_failing(Thread& t, Object* object, uint64_t passed);

// Whether an assumption fails in the atomic block that `t` has announced, at its saved context (assumptions.h).
bool assumptions_would_fail(Thread& t);
// The program runs ahead to find that out.
bool running_into_block();

// Called while the program runs ahead.
[[noreturn]] void end_look_ahead(bool came_back);
void come_to_loop(uint64_t activation, uint64_t state, uint32_t site);
void leave_loop_ahead(uint64_t activation, uint64_t place);
void write_ahead(void* address, uint64_t size);
void access_ahead(const Pending& access);
void give_way_ahead();
void read_clock_ahead();
void led_by_time_ahead(uint64_t place);
// It has come to something else that others could notice.
[[noreturn]] void stop_ahead(uint64_t place);

}  // namespace selvage::runtime

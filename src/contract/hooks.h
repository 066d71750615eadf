// The hook ABI: what instrumented code calls. C linkage, stable within one contract version.
//
// Each hook stands *before* the operation: it announces it, returns when the thread has been chosen, and the
// program then does the operation itself. Nothing else runs in between, so a hook that wants the value about to
// be read reads it from memory. `site` is the site's number (see site.h). In a program that runs without the
// explorer every hook returns at once.
#pragma once

#include <stdint.h>

#include "contract/site.h"

namespace selvage {
inline constexpr uint32_t kMostAssumed = 8;  // reads of an atomic block's assumptions
}

extern "C" {

// Plain accesses. `value` is what will be stored, zero-extended; 0 where it is wider than 8 bytes.
void selvage_hook_read(const void* address, uint32_t size, uint32_t site);
void selvage_hook_write(void* address, uint32_t size, uint64_t value, uint32_t site);

// memset, aggregates and whatever else accesses a range of memory.
void selvage_hook_read_range(const void* address, uint64_t size, uint32_t site);
void selvage_hook_write_range(void* address, uint64_t size, uint32_t site);
// memcpy, memcmp and others that access several ranges at once: all but the last, which one of the hooks above follows
// with. Nothing happens before that one; then all of them are one step.
void selvage_hook_with_read_range(const void* address, uint64_t size, uint32_t site);
void selvage_hook_with_write_range(void* address, uint64_t size, uint32_t site);

// How much of its caller's memory a function of the library accesses (measured_bytes.h); and the stream of the C++ library that
// this is a part of, null for std::cout and its like.
uint64_t selvage_compared_bytes(const void* first, const void* second, uint64_t bound);
uint64_t selvage_searched_bytes(const void* bytes, int wanted, uint64_t bound);
void* selvage_stream_object(void* part);

// C11/C++11 atomics and the __sync/__atomic builtins. `order` is the success order (selvage::MemoryOrder).
void selvage_hook_atomic_load(const void* address, uint32_t size, uint32_t order, uint32_t site);
void selvage_hook_atomic_store(void* address, uint32_t size, uint64_t value, uint32_t order, uint32_t site);
// `operand` is the instruction's operand; what will be read is taken from memory.
void selvage_hook_atomic_update(void* address, uint32_t size, uint64_t operand, uint32_t order, uint32_t site);
void selvage_hook_atomic_compare_exchange(void* address, uint32_t size, uint64_t expected, uint64_t desired,
                                          uint32_t order, uint32_t site);
void selvage_hook_fence(uint32_t order, uint32_t site);

// Loops in which a thread may wait for others by looking again and again (docs/spinning.md). A number for each time that
// the loop is entered; then, at every visit of the header, that number and what of the thread's state matters there; and where it is left.
uint64_t selvage_hook_loop_enter(void);
void selvage_hook_loop(uint64_t activation, uint64_t state, uint32_t site);
void selvage_hook_loop_exit(uint64_t activation);
// In such loops and in what they call: a write to memory that nobody else can reach, and a call whose effects are not
// announced otherwise.
void selvage_hook_private_write(void* address, uint64_t size);
void selvage_hook_leaving_call(void);
// A call into code that is not part of the instrumented program follows, and what it does to memory is not announced; and
// behind the call, also where an exception ends it. `function` is null where all that it synchronises by is announced.
void selvage_hook_unseen_call(const void* function);
void selvage_hook_unseen_return(void);
// It is not known what `function` does to memory, if it belongs to a language's own library (docs/libraries.md). The site has
// its name.
void selvage_hook_library_call(const void* function, uint32_t site);
// A function is entered that such code may have called, and is left: with what the first one returned.
uint32_t selvage_hook_enter_callback(void);
void selvage_hook_leave_callback(uint32_t called_from);
// The atomic block that is entered next begins with assumptions (docs/assumptions.md), which may read this; and behind the
// last of them, before anything else than reading.
void selvage_hook_assumption(const void* address, uint32_t size, uint32_t site);
void selvage_hook_block_acts(void);
// The clock is read next, and what it shows serves for nothing but deadlines, or to be compared with later looks.
void selvage_hook_deadline_clock(void);
// The clock is read next, and what it shows is compared with something at once and used for nothing else.
void selvage_hook_instant_clock(void);
// The time that the clock has shown led here, and not elsewhere.
void selvage_hook_led_by_time(void);
// A function is entered that never returns. `return_address`: where its own is kept, by which is told whether the thread has left
// it all the same (an exception, longjmp).
void selvage_hook_endless_function(const void* return_address);

// Hooks at changes of memory that the analyses show to be out of other threads' reach are called only while this is not 0: atoms
// of formulas and public variables may speak of it all the same.
extern uint32_t selvage_follows_changes;

// Where threads are (positions.h). Called only while selvage_follows_positions is not 0. `function` is the site of the function's
// entry. What returns twice (setjmp) takes the mark before, and gives it back behind.
extern uint32_t selvage_follows_positions;
void selvage_hook_enter(uint32_t function);
void selvage_hook_leave(uint32_t function, uint32_t site);
uint32_t selvage_hook_position_mark(void);
void selvage_hook_back_to_position(uint32_t mark, uint32_t site);

// Instrumented code stores the site's number here before every call that leaves the instrumented program
// (pthread_create, malloc, std::thread's start function, ...), so that an intercepted call knows its source line.
extern uint32_t selvage_call_site;

// Called once per instrumented executable or shared object, by a constructor that the pass adds.
void selvage_hook_register_module(const selvage::ModuleRecord* module);

}  // extern "C"

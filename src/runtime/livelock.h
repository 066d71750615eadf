// Is it for ever that threads go round? Judged in states where nobody else can go on (docs/fairness.md).
#pragma once

#include <stdint.h>

#include "runtime/history.h"
#include "runtime/model.h"

namespace selvage::runtime {

// The thread has come round: it does not go on in this execution.
void note_came_round(Thread& self);

// The threads that take part in what others came round by, as bits: they are chosen last.
uint32_t circling_threads();

// Those that take part in what nothing has disturbed since.
uint32_t threads_in_loop();
// Whether the entry is a step of such a loop.
bool is_step_of_loop(const HistoryEntry& entry);

// Threads can repeat the steps by which they came round, for ever, and nobody else could ever go on meanwhile.
bool is_livelock();

}  // namespace selvage::runtime

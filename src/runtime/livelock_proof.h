// A livelock is shown by going round: the steps that brought threads back are executed again and again, and the state has
// to be the same after each round. Done where an execution is repeated for its own sake (kShowLivelock).
#pragma once

#include "contract/channel.h"
#include "runtime/model.h"
#include "runtime/rounds.h"

namespace selvage::runtime {

inline constexpr uint64_t kLivelockProof = kHistoryEnd + kMaxFollowed * kRoundsSize;
inline constexpr uint64_t kLivelockProofEnd = kLivelockProof + 0x3000;

// The present state is one that is_livelock() (livelock.h) holds in.
void begin_to_show_livelock(void (*evaluate)(Thread& t));
// The present state is the one before this entry of the history; these threads have taken steps since, as bits.
void begin_to_show_steps(uint32_t first_entry, uint32_t threads, void (*evaluate)(Thread& t));
// The execution is over. What is told of these threads is the loop that they go round, wherever they are in it.
void stand_at_headers(uint32_t threads, void (*evaluate)(Thread& t));
// Who goes next; ends the execution after the last round.
Step next_step_of_livelock(void (*evaluate)(Thread& t));

}  // namespace selvage::runtime

// The host loop: takes batches of schedules from the channel, executes them, and restarts the program in between.
#pragma once

#include <stdint.h>

#include "contract/channel.h"

namespace selvage::runtime {

enum : uint32_t {
  kEndedNormally = 0,
  kEndedRetry = 1,       // it has to be executed again
  kEndedInLivelock = 2,  // the same, with what leads to a livelock behind its end (fair_continuation.h) as part of it
};
inline constexpr int kRetryExitCode = 77;  // fork restart: how the child tells its parent, one more each

// Called where the program is about to become multithreaded (or makes its first choice). The first call takes the
// snapshot; it returns once per execution.
void pass_snapshot_point();

// The host's own context. Never returns.
[[noreturn]] void run_host();

// The program ended before it reached the snapshot point: there is only one way to run it.
[[noreturn]] void finish_single_threaded(Outcome outcome, const uint64_t* stack, uint32_t depth, const char* message);

}  // namespace selvage::runtime

#include "runtime/failing.h"

#include "runtime/host.h"
#include "runtime/look_ahead.h"
#include "runtime/scheduler.h"
#include "runtime/sharing.h"

namespace selvage::runtime {

void come_to_failure() {
  if (!exploring() || running_ahead() || model().atomic_depth > 0) return;
  if (is_shared(kFailureSteps))
    announce(Operation::Yield);
  else
    note_found(kFailureSteps);
}

bool fails_in_step(uint64_t address) {
  if (address >= kNoMemory || model().atomic_depth > 0) return false;
  if (is_shared(kFailureSteps)) return true;
  note_found(kFailureSteps);
  return false;
}

}  // namespace selvage::runtime

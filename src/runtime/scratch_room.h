// The directory that holds the files of the program is the explorer's. That it has no room left is no fault of the program, and
// must not look like one: the run ends with a sentence that says what to do.
#pragma once

#include <stdint.h>

#include "contract/channel.h"

namespace selvage::runtime {

// `result` came of a system call that writes to a file in the scratch directory.
void require_room(long result);
// The same of one that was to write so many bytes: it may have come to fewer.
void require_room(int number, long result, uint64_t wanted);
// An execution ends like this. Streams write without telling, so that a failure may come from them.
void require_room_at_end(Outcome outcome, bool is_status_refused);

}  // namespace selvage::runtime

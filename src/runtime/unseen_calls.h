// Calls into code that is not seen and that may synchronise threads: prebuilt libraries with locks of their own
// (docs/libraries.md).
//
// What such code does in one go, between two operations that the runtime hears of, counts as one operation on one object that
// all such code shares. It is the step of the call; where the code goes on after another operation, or after a function of the
// program that it called, it is logged in the step that it goes on in, before anybody else can notice.
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

// A thread that a library creates begins in there.
void create_in_unseen_code(const Thread& creator, Thread& created);
// It waits for the library's own sake: for work, and not within a function of the program. That may be for ever.
inline bool waits_in_own_library(const Thread& t) {
  return t.began_in_unseen_code && t.in_unseen_code && t.callbacks == 0;
}
// Logs what the code has done since the last operation; what the thread has announced stays. It `goes_on` in there
// after the operation that it is about to do.
void meet_in_unseen_code(Thread& self, bool goes_on);

}  // namespace selvage::runtime

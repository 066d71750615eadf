// Which steps of an interleaving the finding is about, and which it does not depend on.
#pragma once

#include "report/counterexample.h"

namespace selvage::report {

// Of threads that wait for ever, marks the steps by which what they wait for was taken, and the last that was done to what
// nobody holds: the signal that came too early.
void mark_waiting(Counterexample& finding);

// Sets aside what those concerned would not miss: steps that nothing that leads to the finding comes after, reads from or
// overwrites - without them the rest is an execution, too, and shows it - and steps on objects that no other thread has to
// do with, unless a step that stays reads from them or a failing thread read them last. What the finding is about is marked
// before, and causes are known (report/causes.h). Where it cannot be told what a finding depends on, nothing is set aside.
void set_aside(Counterexample& finding);

}  // namespace selvage::report

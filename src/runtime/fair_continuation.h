// What becomes of threads that have come round (rounds.h), where nobody else can go on?
//
// A search ends the execution there, and other executions show what the threads would do next. That holds unless they only
// ever come round again: then no execution shows anything else, and all of them would be cut short. So the program goes on
// from there, behind the end of the record, with the thread next that has waited longest for its turn. That order is fair: a
// thread that can go on again and again gets its turn. Where nothing ever gets the threads out, the same state comes up
// twice, and everybody who could go on in between has taken a step: a livelock. Otherwise the program does something that
// other executions show as well, and nothing is said of it.
//
// Executions that are drawn are not ended there, for threads to be drawn again. They are continued fairly for a while now and
// then, so that they end in a livelock, too.
//
// A state that no way leads out of is found from wherever it is entered (docs/fairness.md).
#pragma once

#include "contract/channel.h"
#include "runtime/model.h"

namespace selvage::runtime {

// Nobody can go on but those who have come round. Ends the execution where nothing can be found out.
void begin_fair_continuation(void (*evaluate)(Thread& t));
// An execution that is drawn has taken so many steps that it is to be continued fairly for a while.
bool is_due_for_fair_trial();
void begin_fair_trial();
// False: it is not for a while that the program is continued fairly.
bool end_fair_trial();
// Who goes next. Ends the execution where a state has come up twice.
Step next_fair_step(void (*evaluate)(Thread& t));
// Nobody can go on, nor would anybody by going round a loop once more.
void end_fair_continuation_stuck(void (*evaluate)(Thread& t));

}  // namespace selvage::runtime

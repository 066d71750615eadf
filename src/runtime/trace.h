// Writing the result of an execution into the channel: events as they happen, the rest at the end.
#pragma once

#include <stdint.h>

#include "runtime/history.h"
#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/symmetry.h"

namespace selvage::runtime {

void note_seen_change(const Thread& self);

// Whether anyone looks at what is executed: a trace is recorded, or threads are asleep.
inline bool events_matter() { return (host().flags & kRecordEvents) || model().anyone_asleep; }

// The thread has been chosen: its pending operation becomes an event.
void record_event_that_matters(const Thread& self);
inline void record_event(const Thread& self) {
  if (host().atoms.code_count > 0) [[unlikely]]
    note_seen_change(self);
  if (events_matter()) record_event_that_matters(self);
  if (model().keeps_history) [[unlikely]]
    note_executed(self, false);
  watch_joiner(self, self.pending.operation);
  if (self.begins_alike) [[unlikely]]
    take_first_step(thread(self.number));
}
// Which atoms are true after what the thread did last (atoms.h).
void record_atom_values(Thread& writer, uint64_t values, uint64_t state = 0);
// What a public variable is worth after it.
void record_observed_value(Thread& writer, unsigned number, uint64_t value);
// An operation inside a transition: kept only where the schedule asks for it.
void record_local_event(const Thread& self);
// For those who want to be told everything: nothing that the thread does later depends on whether this is recorded.
void record_to_be_shown(const Thread& self);

// An access to memory that is not in the table of shared locations: only where everything is asked for, and there is room.
void record_watched(Thread& self, const Pending& access);

// What the access that was recorded last finds in memory.
void set_event_value(uint64_t value, uint32_t size);
// The step turns out to be about another object than was announced: another thread has taken that one meanwhile.
void set_event_object(uint64_t object);

// What an operation does besides, which the search has to know in any case.
void record_inner_event(const Thread& self);

// Within a step that has been recorded and is yet to be executed: the thread may take its first step from here on.
void record_follower(Thread& self, const Thread& follower);

// Opens the record of the execution that is about to start. False: no room left in this batch's results.
bool open_record(uint32_t schedule_index);
// Closes it: threads, locks held, stack and message follow the events.
void close_record(const uint64_t* stack, uint32_t stack_depth, const char* message);
// What was found to be shared since, also behind the end of a record that has no message.
void add_found_locations();

}  // namespace selvage::runtime

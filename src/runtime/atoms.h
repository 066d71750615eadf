// Atoms of temporal properties (contract/atoms.h), evaluated in the program where what they read may have changed.
//
// Their code is outside the snapshot. What they were worth last is part of the model, so that an execution that begins at a
// base knows it.
#pragma once

#include <stdint.h>

#include "contract/atoms.h"
#include "runtime/host.h"
#include "runtime/model.h"

namespace selvage::runtime {

// An entry of the table of shared locations with one of the marks for atoms.
void take_atom_entry(SharedLocation entry);

inline bool watches_atoms() { return host().watches_atoms != 0; }

// Whether the operation changes memory that atoms read.
bool is_seen(const Pending& pending);
inline uint8_t seen_flag(const Pending& pending) {
  return watches_atoms() && is_seen(pending) ? uint8_t{kEventSeen} : uint8_t{0};
}

// The thread does what it has announced: the atoms have to be evaluated behind it.
void note_seen_change(const Thread& self);

// All that was executed has taken effect: records which atoms are true, where they may have changed.
void settle_atoms();
// The same at the end of an execution. `outcome` and what is returned change if the atoms did without a change that was seen.
const char* settle_atoms_at_end(Outcome& outcome, const char* message);

// While atoms are evaluated by calling the program's own functions: the memory that these read.
extern bool evaluating_atoms;
void note_read_by_atom(const void* address, uint64_t size);

}  // namespace selvage::runtime

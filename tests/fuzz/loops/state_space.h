// All states of a looping program, and all that it can come to: the truth that searches are compared with.
//
// Nothing of Selvage is in it. A state is memory, locks, and where every thread is with which registers; there are
// finitely many. A fair livelock is a strongly connected set of states that can be gone round for ever without a thread
// being left out: weakly fair, if every thread that is never kept waiting in it takes a step in it; strongly fair, if
// every thread does that is not kept waiting everywhere in it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "program.h"

namespace selvage::fuzz::loops {

struct StateSpace {
  std::string invalid;  // why the program is none to compare: misuse, an endless loop without a step
  bool too_large = false;
  size_t states = 0;

  std::map<uint32_t, std::string> ends;  // hash of what the program ends with, and in words
  std::set<std::string> deadlocks;       // the threads that have not finished
  std::set<std::string> weakly_fair_livelocks, strongly_fair_livelocks;

  // Somewhere two threads are about to access a variable, not both atomically, one of them to write it.
  bool races = false;       // not both in loops
  bool loops_race = false;  // in loops or not
  bool may_race = false;    // the same, where a compare-exchange that would fail counts as a write

  bool rounds_change_memory = false;  // somewhere a thread can go round and round, and others see it
  bool rounds_change_thread = false;  // or only it itself is in another state each time
};

StateSpace explore_states(const Program& program, size_t most_states);

}  // namespace selvage::fuzz::loops

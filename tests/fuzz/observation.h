// What an exploration of a random program showed: the ends that it can come to, and its equivalence classes.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "explore/target.h"

namespace selvage::fuzz {

// Threads by creation path: numbers are given in the order in which a process meets them.
class ThreadNames {
 public:
  explicit ThreadNames(std::span<const ThreadPath> paths) : paths_(paths.begin(), paths.end()) {}
  std::string operator()(unsigned thread) const;

 private:
  std::vector<ThreadPath> paths_;
};

// One step of an execution with all that it did, head first.
struct Step {
  uint16_t alternative = 0;
  std::vector<Footprint> footprints;
};

// The same text for equivalent sequences: dependent steps stay in their order, and among those that may come next the
// lowest thread goes first. Computed from the relation of dependence alone, nothing of the search is in it.
std::string normal_form(const std::vector<Step>& steps, const ThreadNames& names);

// How an execution ended, as far as the program can tell: the state that it left behind, or who waits for what.
std::string end_of(const explore::Execution& execution, const Footprint& last, const ThreadNames& names);

struct Observation {
  std::set<std::string> ends;
  std::map<std::string, std::string> classes;  // normal form, and how it ended
  std::string contradiction;                   // two equivalent executions that ended differently
  uint64_t executions = 0, blocked = 0, infeasible = 0;
  uint64_t repeated = 0;   // executions of a class that had been seen
  bool cut_short = false;  // some executions ended before all threads had gone as far as they could
  // A thread of the program ends it. Where a search has nobody else to take, as behind a step that failed, the program ends
  // earlier than it has to: a class of its own, which shows nothing that another does not.
  bool ends_program = false;

  void join(Observation& other);
  void add(const explore::Execution& execution, const std::vector<Step>& steps, const ThreadNames& names);
};

}  // namespace selvage::fuzz

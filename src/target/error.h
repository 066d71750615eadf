// The exit codes of the design, and the exception for what the user, or the machine, must put right.
//
// Three kinds of failure are kept apart: a finding is a value (see execution_view.h); an Error is one
// sentence that says what is wrong and what to do; a broken invariant of Selvage itself is a
// std::logic_error.
#pragma once

#include <stdexcept>
#include <string>

namespace selvage::target {

enum class ExitCode : int {
  Success = 0,
  Usage = 2,
  CannotStart = 3,  // the program could not be built, loaded or started, or calls something unmodelled
  Internal = 4,     // also: the program is not deterministic under a fixed schedule
  Crash = 10,       // assertion, abort, fatal signal, misuse of a primitive
  Deadlock = 11,
  Livelock = 12,
  DataRace = 13,
  MemoryError = 14,
  Bounded = 20,      // everything within stated bounds, no bug
  BudgetEnded = 21,  // interrupted, sampled, or a budget used up; no bug
};

class Error : public std::runtime_error {
 public:
  Error(ExitCode exit_code, const std::string& sentence) : std::runtime_error(sentence), exit_code_(exit_code) {}
  ExitCode exit_code() const { return exit_code_; }

 private:
  ExitCode exit_code_;
};

}  // namespace selvage::target

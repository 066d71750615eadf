// `selvage replay --step`: a walk through a counterexample, one line of input at a time. It needs nothing but the
// counterexample and its sources; memory comes from whoever executes the program up to a step.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/counterexample.h"

namespace selvage::cli {

class Stepper {
 public:
  // What an expression is worth after so many steps of the schedule, in lines that end in a newline.
  using Print = std::function<std::string(size_t schedule_steps, const std::string& expression)>;

  Stepper(const report::Counterexample& shown, const std::map<std::string, std::string>& sources, Print print)
      : shown_(shown), sources_(sources), print_(std::move(print)) {}

  // What is shown first.
  std::string begin() const;
  // The answer to a line of input.
  std::string answer(const std::string& line);
  bool is_done() const { return done_; }

 private:
  using Index = report::StepIndex;
  struct Command;
  static const std::vector<Command>& commands();
  template <auto Method>
  static std::string call(Stepper& stepper, const std::string& argument) {
    return (stepper.*Method)(argument);
  }

  std::string move_to(Index index);
  std::string forward(const std::string& argument);
  std::string back(const std::string& argument);
  std::string next_switch(const std::string&);
  std::string previous_switch(const std::string&);
  std::string go(const std::string& argument);
  std::string search(const std::string& argument);
  std::string search_back(const std::string& argument);
  std::string search_from(const std::string& text, int direction);
  std::string steps(const std::string& argument) const;
  std::string threads(const std::string&) const;
  std::string source(const std::string& argument) const;
  std::string stack(const std::string&) const;
  std::string locks(const std::string&) const;
  std::string print(const std::string& argument) const;
  std::string finding(const std::string&) const;
  std::string help(const std::string&) const;

  std::string where() const;
  std::string row(Index index) const;
  std::string source_around(const report::Place& place, uint32_t lines) const;
  std::string standing(report::ThreadIndex thread) const;
  std::string locks_of(report::ThreadIndex thread) const;
  size_t schedule_steps() const;
  const std::string& thread_name(report::ThreadIndex thread) const { return shown_.threads[thread].name; }
  Index last() const { return static_cast<Index>(shown_.steps.size() - 1); }

  const report::Counterexample& shown_;
  const std::map<std::string, std::string>& sources_;
  Print print_;
  Index at_ = 0;
  std::string repeated_ = "next";  // what an empty line does
  std::string searched_;
  bool done_ = false;
};

}  // namespace selvage::cli

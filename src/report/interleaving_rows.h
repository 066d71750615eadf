// Which steps of a counterexample are worth a row each, and which are folded.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/counterexample.h"

namespace selvage::report {

struct InterleavingCell {
  ThreadIndex thread = 0;
  std::string text;
  bool alarm = false;
};

// What happens in one moment; at the end of an execution several threads may have something to say.
struct InterleavingRow {
  std::vector<InterleavingCell> cells = {};
  std::optional<StepIndex> step = {};  // the last one that the row stands for
  std::vector<StepIndex> joined = {};  // those before it, where it stands for several that are shown
  Place place = {};
  size_t folded = 0;     // it stands for so many steps that are not shown
  bool is_loop = false;  // what comes from here on goes round for ever
};

// What a thread waits for, in two or three words: "wants m".
std::string short_wait(const Waiting& waiting, const std::vector<Object>& objects);

// What the end of an execution with such a finding means for its thread: "the assertion fails".
std::string end_text(const std::string& kind);

// What a step did, with its values: "read x = 0".
std::string step_text(const Step& step);

std::vector<InterleavingRow> interleaving_rows(const Counterexample& finding, bool every_step);

// Sets Step::is_folded of those that have no row, unless every step is asked for.
void fold(Counterexample& finding);

// Threads that have nothing to do with the finding but that they create and join others.
std::vector<bool> threads_that_matter(const Counterexample& finding);

}  // namespace selvage::report

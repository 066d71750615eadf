// What random programs are known to disagree on, and so are not asked for. A problem that is solved is taken off the list;
// its program in regressions.txt then says so.
#pragma once

#include "random_program.h"

namespace selvage::fuzz {

enum class Demand {
  Nothing,
  Ends,        // the same final states and deadlocks
  Classes,     // the same equivalence classes too, each once where the strategy promises that
  Everything,  // and no execution that turns out to be covered by another
};

Demand demanded(const Program& program);

}  // namespace selvage::fuzz

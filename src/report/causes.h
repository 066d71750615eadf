// What a step owes to others: whose writes it reads, who holds what it does not get, and what it overwrites without having
// seen it.
#pragma once

#include "report/counterexample.h"

namespace selvage::report {

// Sets Step::reads_from and Step::overwrites.
void find_causes(Counterexample& finding);

}  // namespace selvage::report

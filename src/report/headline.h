// A finding in a few words: what kind of thing goes wrong, and with what.
#pragma once

#include <string>

#include "report/counterexample.h"

namespace selvage::report {

// "data race on hits", "deadlock: thread 1 and thread 2 wait for each other"; no full stop.
std::string headline(const Counterexample& finding);

}  // namespace selvage::report

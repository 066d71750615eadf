// What makes a finding the same bug next time: its kind, and the names of the functions and variables that it is about. The
// interleaving, thread numbers, addresses and line numbers have no part in it, so that it outlives changes elsewhere in the
// file. Two bugs of one kind between the same functions and variables have the same one.
#pragma once

#include <string>

#include "report/counterexample.h"

namespace selvage::report {

// 16 hexadecimal digits.
std::string fingerprint_of(const Counterexample& finding);

}  // namespace selvage::report

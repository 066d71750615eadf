// How a terminal can be written to.
#pragma once

namespace selvage::report {

struct TerminalStyle {
  unsigned width = 80;
  bool colour = false;
  bool unicode = false;
  bool verbose = false;  // every step, and whole call stacks
};

}  // namespace selvage::report

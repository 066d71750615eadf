// Ctrl-C and its like: the first asks for a clean end, one that comes a second later or more ends at once.
#pragma once

#include <atomic>

namespace selvage::cli {

// Set by SIGINT, SIGTERM and SIGHUP once install_interrupt_handler was called.
const std::atomic<bool>& interrupted();
void install_interrupt_handler();
// What was asked for is done, and what is left takes a moment only: as if no signal had come. Another that comes within a
// second belongs to it.
void forget_interrupt();

}  // namespace selvage::cli

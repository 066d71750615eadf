// The end of the program.
#pragma once

namespace selvage::runtime {

// exit(): thread_local destructors, atexit handlers, stdio buffers, then the end of the execution.
[[noreturn]] void exit_program(int status);

// A thread registers an exit handler.
void announce_exit_handler();

}  // namespace selvage::runtime

// Memory that was never freed: at the end of an execution that completed, blocks that the program allocated since main
// began, has not freed, and cannot reach any more. What counts as reaching is conservative, as in LeakSanitizer: any
// aligned word that points to the beginning or the inside of a block, in writable memory of the program and its
// libraries, on the stacks and in the thread-local storage of threads that are alive, in what the runtime keeps for
// them, or in another block that can be reached.
#pragma once

namespace selvage::runtime {

void initialise_leak_check();

// Ends the execution where there are leaks. `frame`: of the call that ends the program; the stack above it counts.
void check_leaks(const void* frame);

}  // namespace selvage::runtime

// Whether a thread of the program could find out which one it is, among several that run the same code on the same argument.
//
// The ways to find out are to ask (pthread_self, gettid, a name), to look at what differs between threads (time, random numbers,
// signals), and to look at an address of a stack, a block or a thread-local variable as a number. Comparing addresses for
// equality tells nothing: whoever renames the threads renames the addresses with them.
//
// It does tell something where each thread is handed a block of its own: whoever created the threads knows the blocks as well, by
// the order of creation, and does not rename them. So no thread may come to know the block of another one, nor make its own known.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

#include "instrument/pass/analysis/call_graph.h"
#include "instrument/pass/analysis/points_to.h"
#include "instrument/pass/analysis/thread_escape.h"

namespace selvage::instrument {

// What threads that run the same code are handed.
enum class NamedBy {
  Nothing,  // all the same
  Blocks,   // each a block of the heap of its own, with the same content
};

// Empty if none could; else what may tell it. Whatever is in doubt does: unknown code, inline assembly.
std::string how_threads_are_told_apart(const llvm::Module& module, const PointsTo& points_to, const CallGraph& calls,
                                       const ThreadEscape& threads, NamedBy named_by, Budget& budget);

}  // namespace selvage::instrument

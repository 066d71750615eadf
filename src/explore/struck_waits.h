// Waits of threads that were cancelled or signalled while something kept them from going on.
//
// The thread goes on with something else, behind whoever struck it, so that its wait is never executed where it could have
// been: before the operation that kept it out. Whoever strikes also looks at what the thread waits for (docs/optimal.md), which
// finds that order where the strike itself could come before that operation. It cannot where the operation happens
// before the strike; the plainest case is that both are of the same thread.
#pragma once

#include <optional>

#include "contract/dependence.h"
#include "model/path.h"

namespace selvage::explore {

// A look at what a struck thread waits for.
constexpr bool is_struck_wait(const Footprint& f) { return (f.flags & kEventStruck) != 0 && !dependence::is_memory(f); }

// What the thread waited for that the step strikes, where an operation that happens before the step has kept it out.
std::optional<Footprint> hidden_wait(const model::Path& path, model::Position strike);

}  // namespace selvage::explore

// Which code that is not instrumented may synchronise threads without the runtime hearing of it.
#pragma once

namespace selvage::runtime {

// A function of a shared library that is not instrumented, is no part of a language's own (contract/language_runtimes.h), and
// has atomic updates somewhere in its code. What such a library stores and reads without them goes with them.
bool may_synchronise(const void* function);

// A function of a language's own library, or one of the runtime that stands for it.
bool belongs_to_language(const void* function);

}  // namespace selvage::runtime

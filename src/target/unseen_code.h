// Code of a running program whose memory accesses Selvage does not see, because the wrappers did not compile it. What is
// claimed about the program does not hold for what happens in there, and the reductions must not rely on it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "target/module_map.h"

namespace selvage::target {

struct UnseenCode {
  std::vector<std::string> libraries;  // paths of shared libraries; not those of language_runtimes.h
  std::vector<std::string> functions;  // in instrumented files, the program first: demangled, at most kMaxOtherNames
  uint64_t function_count = 0;         // all of them
  uint64_t inline_assembly = 0;        // statements that may access memory beyond their operands

  bool empty() const { return libraries.empty() && function_count == 0 && inline_assembly == 0; }
};

// What is known as soon as the program has started; libraries that it loads later are missing until then.
UnseenCode unseen_code(const ModuleMap& modules);
bool has_unseen_code(const ModuleMap& modules);
// Whether a thread that was stopped at this address may have been in such code. Inline assembly may be anywhere.
bool may_be_in_unseen_code(const ModuleMap& modules, TargetAddress address);

}  // namespace selvage::target

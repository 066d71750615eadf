// The executable and the shared objects of the program, and which of them are instrumented.
#pragma once

#include <link.h>
#include <stdint.h>

namespace selvage::runtime {

// Writes the list of loaded modules into the channel. What was there once stays in it.
void publish_modules();
// The same at the end of an execution, where it loaded more.
void publish_late_modules();

// A site in words; `file` is null where it is not known.
struct SourceLine {
  const char* file;
  uint32_t line;
};
SourceLine line_of_site(uint32_t site);
bool contains(const dl_phdr_info& module, uint64_t address);
bool is_instrumented(const dl_phdr_info& module);
// Some loop of the program is one in which threads may wait.
bool has_waiting_loops();
// The address is in a function that a header of the system or of a library defines.
bool is_in_library(uint64_t address);

}  // namespace selvage::runtime

// Sites: the static instructions that the instrumentation knows, and how they are found in an executable.
//
// The link-time pass writes these sections into every instrumented executable or shared object:
//   selvage_sites      SiteRecord[], one per instrumented instruction or call
//   selvage_strings    zero-terminated strings; offset 0 is the empty string
//   selvage_functions  int32_t[], one per instrumented function: its address minus the entry's own address
//   selvage_facts      what analyses found out about sites (facts.h)
// and one ModuleRecord in section selvage_module, which a constructor hands to the runtime.
// The explorer reads the same sections from the file. Site number 0 means "unknown".
#pragma once

#include <stdint.h>

#include "contract/operations.h"

namespace selvage {

enum SiteFlags : uint8_t {
  kSiteVolatile = 1,
  kSiteRange = 2,  // memcpy-like: the length is known at run time only
  kSiteCall = 4,   // a call to an intercepted function; `operation` may be None
  kSiteLoop = 8,   // the header of a loop in which a thread may wait
  // The analyses claim that no two threads access this memory, one of them writing. Only where the hook stands there to
  // have the claim checked (--selvage-analysis=check); otherwise there is none.
  kSitePrivate = 16,
  kSiteEntry = 64,  // of a function; its number stands for the function where it is entered and left (positions.h)
};

// Numbers of C11 memory_order; plain accesses have kNotAtomic.
enum class MemoryOrder : uint8_t {
  Relaxed,
  Consume,
  Acquire,
  Release,
  AcquireRelease,
  SequentiallyConsistent,
  NotAtomic
};

struct SiteRecord {
  uint32_t file;      // offsets into selvage_strings
  uint32_t function;  // demangled by readers, not here
  uint32_t
      variable;  // source expression or name where known, else 0; of a call that allocates: the type of what is kept there
  uint32_t line;
  uint16_t column;
  Operation operation;
  uint8_t flags;
  MemoryOrder order;
  uint8_t reserved[3];
  uint32_t size;        // bytes accessed, or of the type that is allocated; 0 where it varies or is not known
  uint32_t inlined_at;  // reserved
};
static_assert(sizeof(SiteRecord) == 32);

// Headers of the system and its libraries, as opposed to the user's own code. What is in there is used from many places, and
// says little about any of them.
constexpr bool is_library_file(const char* path) {
  constexpr const char* kFolders[] = {"/usr/include/", "/usr/lib/", "/usr/local/include/", "/lib/"};
  for (const char* folder : kFolders) {
    unsigned i = 0;
    while (folder[i] != '\0' && folder[i] == path[i]) i++;
    if (folder[i] == '\0') return true;
  }
  return false;
}

inline constexpr uint32_t kModuleMagic = 0x53564c47;

// How the file was linked: what was found out about it as a whole (docs/analyses.md), and what the options said.
enum LinkProperties : uint32_t {
  kAnalysedSharing = 1,     // accesses to memory that threads cannot share have no hooks
  kAnalysedInfluences = 2,  // there are facts (facts.h)
  kVolatileAtomic = 4,      // volatile accesses count as atomic
};

struct ModuleRecord {
  uint32_t magic;
  uint32_t contract_version;
  uint32_t site_count;
  uint32_t function_count;          // instrumented functions
  uint32_t skipped_function_count;  // seen by the pass but not instrumentable (naked, inline assembly only, ...)
  uint32_t inline_assembly_count;   // statements with memory effects that the pass could not see into
  uint32_t strings_size;
  uint32_t is_shared;               // 1 for a shared object
  uint32_t library_function_count;  // of the instrumented ones; those are the first
  uint32_t properties;              // LinkProperties
  const SiteRecord* sites;
  const char* strings;
  const int32_t* functions;
  uint32_t* site_base;  // shared objects: where the runtime writes the number of their first site
};

// Executables use this base as a constant; shared objects get theirs from the runtime in load order.
inline constexpr uint32_t kExecutableSiteBase = 1;
// Those of shared objects follow far above, in the order in which these are loaded.
inline constexpr uint32_t kLibrarySiteBase = 1u << 28;

}  // namespace selvage

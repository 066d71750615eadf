#include "runtime/relevance.h"

#include "contract/facts.h"
#include "contract/site.h"

// The section of the executable; the linker knows where it begins. Shared objects have their own, which nobody asks for.
extern "C" __attribute__((weak, visibility("hidden"))) const selvage::FactsHeader __start_selvage_facts;

// Functions that threads begin with and that do not use their argument.
extern "C" __attribute__((weak, visibility("hidden"))) const uint64_t __start_selvage_indifferent[];
extern "C" __attribute__((weak, visibility("hidden"))) const uint64_t __stop_selvage_indifferent[];

namespace selvage::runtime {

namespace {

const FactsHeader* facts() {
  const FactsHeader* header = &__start_selvage_facts;
  if (!header || header->magic != kFactsMagic || header->version != kFactsVersion) return nullptr;
  return header;
}

}  // namespace

bool has_no_influence(uint32_t site) {
  const FactsHeader* header = facts();
  uint32_t index = site - kExecutableSiteBase;
  if (!header || site < kExecutableSiteBase || index >= header->site_count) return false;
  const SiteFacts& own = reinterpret_cast<const SiteFacts*>(header + 1)[index];
  return (own.flags & kFactsKnown) != 0 && (own.influences & host().configuration.relevant) == 0;
}

bool threads_are_anonymous() {
  const FactsHeader* header = facts();
  return header && (header->flags & kThreadsAnonymous) != 0;
}

bool blocks_are_anonymous() {
  const FactsHeader* header = facts();
  return header && (header->flags & kBlocksAnonymous) != 0;
}

bool is_indifferent(void* (*function)(void*)) {
  for (const uint64_t* entry = __start_selvage_indifferent; entry != __stop_selvage_indifferent; entry++)
    if (*entry == reinterpret_cast<uint64_t>(function)) return true;
  return false;
}

}  // namespace selvage::runtime

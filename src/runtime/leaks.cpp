#include "runtime/leaks.h"

#include <sys/mman.h>

#include "runtime/heap_shadow.h"
#include "runtime/host.h"
#include "runtime/leak_roots.h"
#include "runtime/model.h"
#include "runtime/modules.h"
#include "runtime/outcome.h"
#include "runtime/system.h"
#include "runtime/text.h"

namespace selvage::runtime {

namespace {

// Which blocks have been reached, and in which order. Both lie outside the snapshot: marking blocks in place would
// dirty the pages of the whole heap.
inline constexpr uint64_t kMarksSize = kHeapSize / kGranule / 8;
inline constexpr uint64_t kQueue = address::kLeakMarks + kMarksSize;
static_assert(kMarksSize < address::kLeakMarksSize);

uint64_t& marks_of(const Block& block) {
  return reinterpret_cast<uint64_t*>(
      address::kLeakMarks)[(reinterpret_cast<uint64_t>(&block) - address::kHeap) / kGranule / 64];
}
uint64_t mark_of(const Block& block) { return uint64_t{1} << (reinterpret_cast<uint64_t>(&block) / kGranule % 64); }

bool is_reached(const Block& block) { return marks_of(block) & mark_of(block); }

struct Search {
  Block** reached;
  uint64_t count;
  uint64_t leaked_blocks;
  uint64_t leaked_bytes;
  const Block* first;
};
Search search;

void reach(Block& block) {
  if (is_reached(block)) return;
  marks_of(block) |= mark_of(block);
  search.reached[search.count++] = &block;
}

void scan(uint64_t begin, uint64_t end) {
  for (uint64_t at = round_up(begin, sizeof(uint64_t)); at + sizeof(uint64_t) <= end; at += sizeof(uint64_t))
    if (Block* block = live_block_at(*reinterpret_cast<const uint64_t*>(at))) reach(*block);
}

void consider_leaked(Block& block) {
  if (block.state != kLive || block.origin != Origin::Program || is_reached(block)) return;
  if (!search.first) search.first = &block;
  search.leaked_blocks++;
  search.leaked_bytes += block.size;
}

[[noreturn]] void report_leaks() {
  const Block& first = *search.first;
  SourceLine line = line_of_site(first.site);
  char place[kMessageSize / 2];
  Text(place, sizeof place).add(line.file ? " allocated at %s:%u" : "", line.file, line.line);
  if (search.leaked_blocks == 1)
    finish_memory_error(Defect::Leak, first.site, &first, "a block of %u bytes%s is never freed", first.size, place);
  unsigned bytes = search.leaked_bytes > UINT32_MAX ? UINT32_MAX : static_cast<unsigned>(search.leaked_bytes);
  finish_memory_error(Defect::Leak, first.site, &first,
                      "%u blocks of %u bytes together, the first of them%s, are never freed",
                      static_cast<unsigned>(search.leaked_blocks), bytes, place);
}

}  // namespace

void initialise_leak_check() {
  if (!host().configuration.leak_check) return;
  if (!map_fixed(address::kLeakMarks, address::kLeakMarksSize, PROT_READ | PROT_WRITE, 0))
    fail_run(3, "no address space to look for leaks: is there a limit on virtual memory (ulimit -v)?");
}

void check_leaks(const void* frame) {
  if (!host().configuration.leak_check || model().program_blocks == 0) return;
  search = Search{reinterpret_cast<Block**>(kQueue), 0, 0, 0, nullptr};
  for_each_block([](Block& block) {
    if (block.state == kLive && block.origin == Origin::BeforeMain) reach(block);
  });
  for_each_root(frame, scan);
  for (uint64_t i = 0; i < search.count; i++) {
    uint64_t begin = reinterpret_cast<uint64_t>(search.reached[i] + 1);
    scan(begin, begin + search.reached[i]->size);
  }
  for_each_block(consider_leaked);
  for (uint64_t i = 0; i < search.count; i++) marks_of(*search.reached[i]) = 0;
  if (search.first) report_leaks();
}

}  // namespace selvage::runtime

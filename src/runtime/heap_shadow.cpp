#include "runtime/heap_shadow.h"

#include <string.h>
#include <sys/mman.h>

#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/system.h"

namespace selvage::runtime {

bool shadow_kept;

namespace {

// For every 64 KiB: 0, or one more than how many chunks before this one the cell of a large block begins.
using Chunk = uint16_t;
inline constexpr uint64_t kChunks = kFirstPagesShadow + kMaxThreads * kFirstPage / kGranule;
static_assert(kChunks + kHeapSize / kLargeUnit * sizeof(Chunk) <= address::kHeapShadow + address::kHeapShadowSize);
static_assert(address::kHeapArenaSize / kLargeUnit <= 0x10000);

inline constexpr uint64_t kWord = 8;  // granules that are looked at together
inline constexpr uint64_t kWholeWord = 0x1010'1010'1010'1010;

uint64_t user_offset(const Block& block) { return reinterpret_cast<uint64_t>(&block + 1) - address::kHeap; }
uint64_t cell_offset(const Block& block) { return cell_of(block) - address::kHeap; }

Chunk& chunk_at(uint64_t offset) { return reinterpret_cast<Chunk*>(kChunks)[offset / kLargeUnit]; }

// Eight granules; the offset is a multiple of their 128 bytes, which never straddle the end of a first page.
uint64_t word_at(uint64_t offset) {
  uint64_t word;
  memcpy(&word, granule_at(offset), sizeof word);
  return word;
}
bool begins_word(uint64_t offset) { return offset % (kWord * kGranule) == 0; }

// Most blocks have a handful of granules: fewer than a call of memset is worth.
[[clang::no_builtin("memset")]] inline void set(Granule* granules, Granule value, uint64_t count) {
  if (count > 16) {
    memset(granules, value, count);
    return;
  }
  for (uint64_t i = 0; i < count; i++) granules[i] = value;
}

// Sets the granules from `begin` up to `end`, both multiples of their size.
void fill(uint64_t begin, uint64_t end, Granule value) {
  uint64_t in_arena = begin % address::kHeapArenaSize;
  uint64_t first_page_end = begin - in_arena + kFirstPage;
  if (in_arena < kFirstPage && end > first_page_end) {
    set(granule_at(begin), value, (first_page_end - begin) / kGranule);
    begin = first_page_end;
  }
  set(granule_at(begin), value, (end - begin) / kGranule);
}

Block& block_with_header_at(uint64_t offset) { return *reinterpret_cast<Block*>(address::kHeap + offset); }

// The large block to whose cell an offset belongs, or null.
Block* large_block_at(uint64_t offset) {
  Chunk back = chunk_at(offset);
  if (back == 0) return nullptr;
  uint64_t at = offset / kLargeUnit * kLargeUnit - (back - 1u) * kLargeUnit;
  while (*granule_at(at) != kHeaderGranule) at += begins_word(at) && word_at(at) == 0 ? kWord * kGranule : kGranule;
  return &block_with_header_at(at);
}

bool is_inside(const Block& block, uint64_t offset) {
  return offset >= user_offset(block) && offset < user_offset(block) + block.size;
}

// The block of a granule that belongs to one: its header is the first one to the left.
Block& header_left_of(uint64_t offset) {
  uint64_t at = offset / kGranule * kGranule;
  Granule same = *granule_at(at);
  uint64_t same_word = same > 0 ? kWholeWord : ~uint64_t{0};
  while (*granule_at(at) != kHeaderGranule) {
    at -= kGranule;
    while (begins_word(at + kGranule) && at >= kWord * kGranule &&
           word_at(at + kGranule - kWord * kGranule) == same_word)
      at -= kWord * kGranule;
  }
  return block_with_header_at(at);
}

void shade_large(const Block& block) {
  uint64_t begin = cell_offset(block);
  uint64_t end = round_up(user_offset(block) + block.size + kRedZone, kLargeUnit);
  for (uint64_t at = begin; at < end; at += kLargeUnit)
    chunk_at(at) = static_cast<Chunk>((at - begin) / kLargeUnit + 1);
}

}  // namespace

void initialise_heap_shadow() {
  const Configuration& configuration = host().configuration;
  bool has_atoms = configuration.temporal != 0 || configuration.flow != 0;
  if (!configuration.memory_checks && !configuration.leak_check && !configuration.knows_blocks && !has_atoms) return;
  if (!map_fixed(address::kHeapShadow, address::kHeapShadowSize, PROT_READ | PROT_WRITE, 0))
    fail_run(3, "no address space to check the heap: is there a limit on virtual memory (ulimit -v)?");
  shadow_kept = true;
}

void shade_allocated(const Block& block, uint64_t recycled_bytes) {
  uint64_t user = user_offset(block);
  if (recycled_bytes) {
    uint64_t cell = cell_offset(block);
    fill(cell, cell + recycled_bytes, kNoBlock);
  }
  *granule_at(user - kGranule) = kHeaderGranule;
  if (block.size_class == kLargeClass) {
    shade_large(block);
    return;
  }
  uint64_t end = user + block.size;
  fill(user, end / kGranule * kGranule, kGranule);
  if (end % kGranule) *granule_at(end) = static_cast<Granule>(end % kGranule);
}

void shade_freed(const Block& block) {
  if (block.size_class == kLargeClass) return;  // its header says it
  uint64_t user = user_offset(block);
  fill(user, round_up(user + block.size, kGranule), kFreedGranule);
}

bool begins_block(uint64_t address) {
  uint64_t offset = address - address::kHeap;
  return offset % kGranule == 0 && offset != 0 && *granule_at(offset - kGranule) == kHeaderGranule;
}

uint64_t accessible_bytes(uint64_t address, uint64_t size) {
  uint64_t begin = address - address::kHeap;
  uint64_t end = size < kHeapSize - begin ? begin + size : kHeapSize;
  uint64_t at = begin;
  while (at < end) {
    if (begins_word(at) && word_at(at) == kWholeWord) {
      at += kWord * kGranule;
      continue;
    }
    uint64_t within = at % kGranule;
    Granule granule = *granule_at(at);
    if (granule > 0 && within < static_cast<uint64_t>(granule)) {
      at += static_cast<uint64_t>(granule) - within;
      if (granule == kGranule) continue;
      break;
    }
    const Block* large = large_block_at(at);
    if (!large || large->state != kLive || !is_inside(*large, at)) break;
    at = user_offset(*large) + large->size;
  }
  return at < end ? at - begin : size;
}

Neighbours blocks_around(uint64_t address) {
  uint64_t offset = address - address::kHeap;
  Neighbours found{};
  if (const Block* large = large_block_at(offset)) {
    if (is_inside(*large, offset))
      found.inside = large;
    else if (offset < user_offset(*large))
      found.behind = large;
    else
      found.before = large;
    return found;
  }
  uint64_t at = offset / kGranule * kGranule;
  Granule granule = *granule_at(at);
  if (granule == kFreedGranule || (granule > 0 && offset % kGranule < static_cast<uint64_t>(granule))) {
    found.inside = &header_left_of(at);
    return found;
  }
  uint64_t arena_begin = offset / address::kHeapArenaSize * address::kHeapArenaSize;
  uint64_t arena_end = arena_begin + address::kHeapArenaSize;
  uint64_t lowest = at - arena_begin < kNeighbourhood ? arena_begin : at - kNeighbourhood;
  uint64_t highest = arena_end - at < kNeighbourhood ? arena_end : at + kNeighbourhood;
  for (uint64_t i = at; i < highest && !found.behind; i += kGranule)
    if (*granule_at(i) == kHeaderGranule) found.behind = &block_with_header_at(i);
  for (uint64_t i = at; i > lowest && !found.before; i -= kGranule)
    if (*granule_at(i - kGranule) == kHeaderGranule) found.before = &block_with_header_at(i - kGranule);
  return found;
}

const Block* known_block_at(uint64_t address) {
  uint64_t offset = address - address::kHeap;
  if (!shadow_kept || offset >= kHeapSize) return nullptr;
  if (const Block* large = large_block_at(offset)) return is_inside(*large, offset) ? large : nullptr;
  Granule granule = *granule_at(offset);
  bool is_known = granule == kFreedGranule || (granule > 0 && offset % kGranule < static_cast<uint64_t>(granule));
  return is_known ? &header_left_of(offset) : nullptr;
}

Block* live_block_at(uint64_t address) {
  uint64_t offset = address - address::kHeap;
  if (offset >= kHeapSize) return nullptr;
  if (Block* large = large_block_at(offset))
    return large->state == kLive && is_inside(*large, offset) ? large : nullptr;
  Granule granule = *granule_at(offset);
  if (granule > 0) return offset % kGranule < static_cast<uint64_t>(granule) ? &header_left_of(offset) : nullptr;
  if (granule != kNoBlock || !begins_block(address)) return nullptr;
  Block& block = block_with_header_at(offset - kGranule);
  return block.state == kLive && block.size == 0 ? &block : nullptr;
}

void for_each_block(void (*visit)(Block&)) {
  for (unsigned number = 0; number <= model().highest_thread; number++) {
    if (arena(number).next == 0) continue;
    uint64_t end = arena(number).next - address::kHeap;
    for (uint64_t at = number * address::kHeapArenaSize; at < end;) {
      if (at % kLargeUnit == 0 && chunk_at(at) != 0) {
        Block& large = *large_block_at(at);
        visit(large);
        at = round_up(user_offset(large) + large.size + kRedZone, kLargeUnit);
      } else if (begins_word(at) && word_at(at) == 0) {
        at += kWord * kGranule;
      } else {
        if (*granule_at(at) == kHeaderGranule) visit(block_with_header_at(at));
        at += kGranule;
      }
    }
  }
}

}  // namespace selvage::runtime

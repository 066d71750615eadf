// What the heap looks like to the program, granule by granule: one byte for 16 bytes of heap.
//
// The shadow is private memory inside the snapshot, so a restart brings it back with the heap. It is kept while memory
// is checked, from the start of the program on: blocks allocated before the snapshot are known, too. Two things keep
// it from costing a dirty page for every page of heap:
//   - the first pages of all arenas, which is all that most threads use, share pages of shadow;
//   - large blocks, which are never recycled, have no granules of their own but an entry for each 64 KiB.
#pragma once

#include <stdint.h>

#include "runtime/heap.h"

namespace selvage::runtime {

inline constexpr uint64_t kGranule = 16;
inline constexpr uint64_t kHeapSize = kMaxThreads * address::kHeapArenaSize;

// A granule of which the first n bytes belong to a live block is n; none of the others is positive.
using Granule = int8_t;
inline constexpr Granule kNoBlock = 0;  // a red zone, or memory that was never handed out
inline constexpr Granule kFreedGranule = -1;
inline constexpr Granule kHeaderGranule = -2;  // of a live block or of a freed one

// False while nobody asks for the shadow: then nothing below may be called.
extern bool shadow_kept;

void initialise_heap_shadow();

inline constexpr uint64_t kFirstPage = 4096;  // of an arena
inline constexpr uint64_t kFirstPagesShadow = address::kHeapShadow + kHeapSize / kGranule;

// The granule at an offset from the beginning of the heap.
inline Granule* granule_at(uint64_t offset) {
  uint64_t in_arena = offset % address::kHeapArenaSize;
  uint64_t shadow = in_arena < kFirstPage
                        ? kFirstPagesShadow + (offset / address::kHeapArenaSize * kFirstPage + in_arena) / kGranule
                        : address::kHeapShadow + offset / kGranule;
  return reinterpret_cast<Granule*>(shadow);
}

// `recycled_bytes`: size of the cell when it has been in use before; 0 for a fresh one.
void shade_allocated(const Block& block, uint64_t recycled_bytes);
void shade_freed(const Block& block);

// The address is the beginning of a block, live or freed.
bool begins_block(uint64_t address);

// How many of the first bytes from an address on belong to live blocks, up to `size`.
uint64_t accessible_bytes(uint64_t address, uint64_t size);

// The block that an address lies in, or else the last one before it and the first one behind it in the same arena.
// Looks no further than `kNeighbourhood` for these.
struct Neighbours {
  const Block* inside;
  const Block* before;
  const Block* behind;
};
inline constexpr uint64_t kNeighbourhood = 0x1'0000;
Neighbours blocks_around(uint64_t address);

// The block that an address lies in, live or freed; null: none, or nobody asks for the shadow.
const Block* known_block_at(uint64_t address);

// The live block that an address points into; null: none. A block of no bytes is pointed to by its beginning.
Block* live_block_at(uint64_t address);

void for_each_block(void (*visit)(Block&));

}  // namespace selvage::runtime

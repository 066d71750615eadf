// The allocator of the tested program.
//
// Each thread allocates from its own arena, and a freed block goes to the thread that freed it: so the address of
// an allocation depends on the allocating thread's own history only, never on what other threads did in between.
// A freed block rests in its thread's quarantine before it is used again, so that a use after free meets memory
// that nobody else owns. Every block has a header before and a red zone behind it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "contract/channel.h"

namespace selvage::runtime {

inline constexpr uint32_t kLive = 0x4556494c;
inline constexpr uint32_t kFreed = 0x45455246;
inline constexpr size_t kRedZone = 16;
inline constexpr unsigned char kRedZoneByte = 0xfb;
inline constexpr size_t kQuantum = 16;
inline constexpr uint8_t kLargeClass = 255;       // not recycled
inline constexpr uint64_t kLargeUnit = 0x1'0000;  // cells of large blocks begin and end at multiples of it

// Who asked for a block.
enum class Origin : uint8_t {
  Runtime,
  BeforeMain,  // the program's and its libraries' constructors
  Program,
};

// Header of a block: directly before the program's memory.
struct Block {
  uint32_t size;   // what was asked for; an arena has no more than 4 GiB
  uint32_t site;   // of the call that allocated it
  uint32_t state;  // kLive or kFreed
  uint8_t size_class;
  Origin origin;
  uint16_t offset;  // from the start of the underlying cell to the program's memory, in units of kQuantum
};
static_assert(sizeof(Block) == kQuantum);

// What a freed block's memory begins with. Its header stays as it is, so that another free of it is recognised; in a
// block too small for this it takes some of the red zone.
struct FreeBlock {
  FreeBlock* next;
  uint32_t site;  // of the call that freed it
  uint16_t thread;
  Block& header() { return reinterpret_cast<Block*>(this)[-1]; }
};
static_assert(sizeof(FreeBlock) <= kRedZone);

inline uint64_t cell_of(const Block& block) { return reinterpret_cast<uint64_t>(&block + 1) - block.offset * kQuantum; }

void initialise_heap();
// main begins: what is allocated from here on is the program's.
void begin_program_blocks();
// What the runtime has allocated for itself outside the snapshot.
void visit_host_arena(void (*visit)(uint64_t begin, uint64_t end));

void* allocate(size_t size, size_t alignment, Origin origin = Origin::Runtime);
// Null for an address that is no live block of this heap.
Block* block_of(const void* address);
size_t block_size(const void* address);

}  // namespace selvage::runtime

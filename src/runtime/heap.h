// The allocator of the tested program.
//
// Each thread allocates from its own arena, and a freed block goes to the thread that freed it: so the address of
// an allocation depends on the allocating thread's own history only, never on what other threads did in between.
// A freed block rests in its thread's quarantine before it is used again, so that a use after free meets memory
// that nobody else owns. Every block has a header before and a red zone behind it.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace selvage::runtime {

void initialise_heap();

void* allocate(size_t size, size_t alignment);
// Null for an address that is no live block of this heap.
struct Block* block_of(const void* address);
size_t block_size(const void* address);

}  // namespace selvage::runtime

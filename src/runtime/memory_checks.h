// Accesses to the modelled heap: freed memory, red zones and memory that was never handed out end the execution.
//
// A check stands where the access is executed, after the thread has been chosen for it, because the block may be freed
// while the access is announced. It costs a comparison for addresses outside the heap and one look at the shadow
// (heap_shadow.h) for those inside. Code that the wrappers did not compile is not checked; its blocks are.
#pragma once

#include <stdint.h>
#include <sys/uio.h>

#include "runtime/heap_shadow.h"
#include "runtime/model.h"

namespace selvage::runtime {

enum class Access : uint8_t { Read, Write, Update };

// Bytes of heap that are checked: all of it or, where nobody asked for the checks, none.
extern uint64_t checked_heap_bytes;

void initialise_memory_checks();

void check_heap_range(const void* address, uint64_t size, uint32_t site, Access access);

inline void check_access(const void* address, uint64_t size, uint32_t site, Access access) {
  uint64_t offset = reinterpret_cast<uint64_t>(address) - address::kHeap;
  if (offset >= checked_heap_bytes) return;
  if (static_cast<int64_t>(offset % kGranule + size) <= *granule_at(offset)) [[likely]]
    return;
  check_heap_range(address, size, site, access);
}

// The synchronisation object that a chosen thread is about to use.
void check_object_in_heap(const Pending& pending);
inline void check_object(const Pending& pending) {
  if (pending.object - address::kHeap < checked_heap_bytes) [[unlikely]]
    check_object_in_heap(pending);
}

// Buffers of the program that `bytes` are moved into or out of.
void check_buffers(const iovec* parts, int count, uint64_t bytes, Access access);

// What is wrong with freeing (or reallocating) an address of the heap; returns only where it begins a live block whose
// red zone is intact.
void check_freed_block(const void* address, const char* call);

}  // namespace selvage::runtime

// Restart by memory restore.
//
// At the snapshot every private writable page is write-protected. The first write to a page faults: its contents
// are saved and it stays writable for good (the grow-only dirty set). A restart copies the dirty set back. After a
// few executions there are no faults left, and a restart costs what the program touched, not what it has.
#pragma once

#include <stdint.h>

namespace selvage::runtime {

void take_snapshot();

// Brings memory back to the snapshot. Without one (fork restart) it does nothing. Memory with a root, or with bases, is
// restored by base_memory.h.
void restore_memory();

// A second snapshot, on top of the first and in the middle of an execution, until it is given up and memory is again as at
// the first. Pages that are not written after it cost nothing.
void take_root();
void give_up_root();
bool has_root();

// Pages that some execution has written since the root, in the order of the first write.
uint64_t pages_written_since_root();
struct WrittenPage {
  char* contents;
  const char* at_root;  // null: all zero
};
WrittenPage page_written_since_root(uint64_t index);

// Called by the fault handler: true when the fault was the first write to a protected page and has been dealt with.
bool first_write(uint64_t fault_address);

// The kernel does not fault on protected pages, it returns EFAULT: buffers that it will write are touched first.
void touch_for_kernel(void* buffer, uint64_t size);

// The program unmaps or remaps memory that the snapshot knows (see mappings.cpp).
bool in_snapshot(uint64_t begin, uint64_t end);

// Writable private memory of the whole process, the runtime's own included.
void for_each_writable_region(void (*visit)(uint64_t begin, uint64_t end));

}  // namespace selvage::runtime

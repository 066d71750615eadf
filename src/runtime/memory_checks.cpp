#include "runtime/memory_checks.h"

#include "contract/hooks.h"
#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/modules.h"
#include "runtime/outcome.h"
#include "runtime/text.h"

namespace selvage::runtime {

uint64_t checked_heap_bytes;

namespace {

// What was accessed: "write of 8 bytes" is how every sentence about it begins.
struct Accessed {
  uint64_t address;
  uint64_t size;
  uint32_t site;
  const char* verb;
};

const char* verb_of(Access access) {
  switch (access) {
    case Access::Read:
      return "read";
    case Access::Write:
      return "write";
    case Access::Update:
      return "atomic update";
  }
  return "access";
}

const char* plural(uint64_t count) { return count == 1 ? "" : "s"; }

uint64_t begin_of(const Block& block) { return reinterpret_cast<uint64_t>(&block + 1); }
uint64_t end_of(const Block& block) { return begin_of(block) + block.size; }

bool was_freed(const Block& block) { return block.state == kFreed; }

[[noreturn]] void report_use_after_free(const Accessed& accessed, const Block& block) {
  finish_memory_error(Defect::UseAfterFree, accessed.site, &block,
                      "%s of %u byte%s at offset %d of a block of %u byte%s that was freed", accessed.verb,
                      static_cast<unsigned>(accessed.size), plural(accessed.size),
                      static_cast<int>(accessed.address - begin_of(block)), block.size, plural(block.size));
}

// Begins inside the block and ends behind it.
[[noreturn]] void report_too_long(const Accessed& accessed, const Block& block) {
  uint64_t past = accessed.address + accessed.size - end_of(block);
  finish_memory_error(Defect::HeapOverrun, accessed.site, &block,
                      "%s of %u byte%s at offset %u of a block of %u byte%s, %u past its end", accessed.verb,
                      static_cast<unsigned>(accessed.size), plural(accessed.size),
                      static_cast<unsigned>(accessed.address - begin_of(block)), block.size, plural(block.size),
                      static_cast<unsigned>(past));
}

[[noreturn]] void report_beside(const Accessed& accessed, const Block& block) {
  bool behind = accessed.address >= end_of(block);
  uint64_t distance = behind ? accessed.address - end_of(block) : begin_of(block) - accessed.address;
  finish_memory_error(Defect::HeapOverrun, accessed.site, &block, "%s of %u byte%s %u byte%s %s a block of %u byte%s",
                      accessed.verb, static_cast<unsigned>(accessed.size), plural(accessed.size),
                      static_cast<unsigned>(distance), plural(distance), behind ? "behind the end of" : "before",
                      block.size, plural(block.size));
}

// The nearer one.
const Block* nearer(const Neighbours& around, uint64_t address) {
  if (!around.before || !around.behind) return around.before ? around.before : around.behind;
  uint64_t behind_it = address - end_of(*around.before);
  uint64_t before_it = begin_of(*around.behind) - address;
  return before_it <= behind_it ? around.behind : around.before;
}

[[noreturn]] void report(const Accessed& accessed, uint64_t bad_address) {
  Neighbours around = blocks_around(bad_address);
  if (around.inside) report_use_after_free(accessed, *around.inside);
  if (around.before && accessed.address < end_of(*around.before) && !was_freed(*around.before))
    report_too_long(accessed, *around.before);
  const Block* block = nearer(around, bad_address);
  if (block) report_beside(accessed, *block);
  finish_memory_error(
      Defect::HeapOverrun, accessed.site, nullptr, "%s of %u byte%s of heap that was never allocated, at %p",
      accessed.verb, static_cast<unsigned>(accessed.size), plural(accessed.size), reinterpret_cast<void*>(bad_address));
}

void check_as(const char* verb, uint64_t address, uint64_t size, uint32_t site) {
  if (address - address::kHeap >= checked_heap_bytes) return;
  uint64_t good = accessible_bytes(address, size);
  if (good < size) report({address, size, site, verb}, address + good);
}

// Fast code reads whole aligned words or vectors and throws away what lies beside its buffer. Such a read cannot fault,
// and nothing comes of it.
bool is_aligned_and_partly_good(uint64_t address, uint64_t size) {
  bool is_vector = size == 8 || size == 16 || size == 32 || size == 64;
  return is_vector && address % size == 0 &&
         (accessible_bytes(address, 1) == 1 || accessible_bytes(address + size - 1, 1) == 1);
}

// Operations whose object may be gone by the time that they are due: who waited on a condition, at a barrier or on a
// futex has been let go before, and waking a word that nobody waits on is harmless wherever it lies.
bool may_outlive_object(Operation operation) {
  return operation == Operation::CondWake || operation == Operation::BarrierLeave ||
         operation == Operation::FutexWake || operation == Operation::FutexResume;
}

bool is_synchronisation_object(ObjectKind kind) {
  return (kind >= ObjectKind::Mutex && kind <= ObjectKind::Once) || kind == ObjectKind::Futex;
}

bool red_zone_intact(const Block& block) {
  auto* end = reinterpret_cast<const unsigned char*>(&block + 1) + block.size;
  for (uint64_t i = 0; i < kRedZone; i++)
    if (end[i] != kRedZoneByte) return false;
  return true;
}

}  // namespace

void initialise_memory_checks() {
  initialise_heap_shadow();
  checked_heap_bytes = host().configuration.memory_checks ? kHeapSize : 0;
}

void check_heap_range(const void* address, uint64_t size, uint32_t site, Access access) {
  if (access == Access::Read && is_aligned_and_partly_good(reinterpret_cast<uint64_t>(address), size)) return;
  check_as(verb_of(access), reinterpret_cast<uint64_t>(address), size, site);
}

void check_object_in_heap(const Pending& pending) {
  if (!is_synchronisation_object(traits(pending.operation).object) || may_outlive_object(pending.operation)) return;
  // Versions of these types differ in size: only the first word is sure to be there.
  check_as(traits(pending.operation).text, pending.object, sizeof(uint32_t), pending.site);
  if (pending.operation == Operation::CondWait)
    check_as(traits(pending.operation).text, pending.value, sizeof(uint32_t), pending.site);
}

void check_buffers(const iovec* parts, int count, uint64_t bytes, Access access) {
  for (int i = 0; i < count && bytes > 0; i++) {
    uint64_t size = parts[i].iov_len < bytes ? parts[i].iov_len : bytes;
    check_as(verb_of(access), reinterpret_cast<uint64_t>(parts[i].iov_base), size, selvage_call_site);
    bytes -= size;
  }
}

void check_freed_block(const void* address, const char* call) {
  auto& block = static_cast<const Block*>(address)[-1];
  bool known =
      shadow_kept ? begins_block(reinterpret_cast<uint64_t>(address)) : block.state == kLive || block.state == kFreed;
  if (!known) {
    Neighbours around{};
    if (shadow_kept) around = blocks_around(reinterpret_cast<uint64_t>(address));
    if (!around.inside)
      finish_memory_error(Defect::BadFree, selvage_call_site, nullptr, "%s of %p, which is not the start of a block",
                          call, address);
    finish_memory_error(Defect::BadFree, selvage_call_site, around.inside, "%s of offset %u of a block of %u byte%s",
                        call, static_cast<unsigned>(reinterpret_cast<uint64_t>(address) - begin_of(*around.inside)),
                        around.inside->size, plural(around.inside->size));
  }
  if (block.state != kLive && block.state != kFreed)
    finish_memory_error(Defect::HeapOverrun, selvage_call_site, nullptr,
                        "the memory before the block at %p was overwritten", address);
  if (was_freed(block))
    finish_memory_error(Defect::DoubleFree, selvage_call_site, &block,
                        "%s of a block of %u byte%s that was freed before", call, block.size, plural(block.size));
  if (!red_zone_intact(block))
    finish_memory_error(Defect::HeapOverrun, selvage_call_site, &block,
                        "a block of %u byte%s was written past its end before this %s of it", block.size,
                        plural(block.size), call);
}

}  // namespace selvage::runtime

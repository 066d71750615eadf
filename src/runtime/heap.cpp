#include "runtime/heap.h"

#include <malloc.h>

#include "contract/hooks.h"
#include "runtime/argument_blocks.h"
#include "runtime/host.h"
#include "runtime/memory_checks.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/sharing.h"
#include "runtime/snapshot.h"
#include "runtime/spinning.h"
#include "runtime/system.h"
#include "runtime/trace.h"

// The C library's own allocator under names that are not intercepted: serves what is allocated before the
// explorer has been found, and programs that run without it.
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);
extern char _end[];  // the linker's: the program break starts behind it
}

namespace selvage::runtime {

// Pages of small blocks are touched when handed out: the kernel may be the first to write there (stdio buffers),
// and it does not fault on protected pages.
inline constexpr size_t kTouchLimit = 64 * 1024;

namespace {

inline constexpr size_t kLargestClass = 256 * 1024;
inline constexpr size_t kLargestAlignment = 512 * 1024;
inline constexpr unsigned kLinearClasses = 64;  // up to 1 KiB in steps of 16, then four classes per doubling

unsigned class_of(size_t bytes) {
  if (bytes <= kLinearClasses * kQuantum) return static_cast<unsigned>((bytes - 1) / kQuantum);
  unsigned doubling = 63 - static_cast<unsigned>(__builtin_clzll(bytes - 1));  // bytes-1 in [2^d, 2^(d+1))
  return kLinearClasses + (doubling - 10) * 4 + static_cast<unsigned>(((bytes - 1) >> (doubling - 2)) & 3);
}

size_t class_size(unsigned size_class) {
  if (size_class < kLinearClasses) return (size_class + 1) * kQuantum;
  unsigned doubling = 10 + (size_class - kLinearClasses) / 4;
  return (size_t{1} << doubling) + (((size_class - kLinearClasses) % 4) + 1) * (size_t{1} << (doubling - 2));
}
static_assert(kLinearClasses + (18 - 10) * 4 <= kSizeClasses);

uint64_t break_begin, break_end;
bool main_has_begun;

bool in_heap(const void* address) { return reinterpret_cast<uint64_t>(address) - address::kHeap < kHeapSize; }

// What the runtime itself needs through libraries (thread-local storage vectors): never freed, outside the snapshot.
inline constexpr uint64_t kHostArena = address::kHost + 0x20'0000;
inline constexpr uint64_t kHostArenaEnd = kAheadState;

void* allocate_for_host(size_t size, size_t alignment) {
  // The pointer lives beside the memory, for the snapshot must not rewind it.
  auto& next = *reinterpret_cast<uint64_t*>(kHostArena);
  if (next == 0) next = kHostArena + 64;
  uint64_t at = round_up(next, alignment);
  next = at + size;
  if (next > kHostArenaEnd) fail_run(4, "the runtime's own memory is used up");
  return reinterpret_cast<void*>(at);
}

bool belongs_to_host(const void* address) {
  auto a = reinterpret_cast<uint64_t>(address);
  return a >= kHostArena && a < kHostArenaEnd;
}

// Blocks that the C library allocated before the runtime took over: in the program break's area, or mapped alone.
bool from_c_library(const void* address) {
  auto a = reinterpret_cast<uint64_t>(address);
  return (a >= break_begin && a < break_end) || a % kPageSize == 2 * sizeof(size_t);
}

Arena& arena_of(Thread& t) {
  Arena& own = arena(t.number);
  if (own.next == 0) {
    own.next = address::kHeap + t.number * address::kHeapArenaSize + kQuantum;
    own.end = address::kHeap + (t.number + 1) * address::kHeapArenaSize;
  }
  return own;
}

// 0: the arena is used up.
uint64_t fresh_cell(Arena& arena, size_t bytes, size_t unit) {
  uint64_t at = round_up(arena.next, unit);
  if (at > arena.end || bytes > arena.end - at) return 0;
  arena.next = at + bytes;
  return at;
}

void fill_red_zone(Block& block) {
  char* end = reinterpret_cast<char*>(&block + 1) + block.size;
  memset(end, kRedZoneByte, kRedZone);
}

// The oldest blocks leave the quarantine for the free lists once it is over its limit.
void enter_quarantine(Thread& self, FreeBlock* freed) {
  Arena& arena = arena_of(self);
  freed->next = nullptr;
  if (arena.quarantine_last)
    arena.quarantine_last->next = freed;
  else
    arena.quarantine_first = freed;
  arena.quarantine_last = freed;
  arena.quarantine_bytes += class_size(freed->header().size_class);
  while (arena.quarantine_bytes > host().configuration.quarantine_bytes) {
    FreeBlock* oldest = arena.quarantine_first;
    arena.quarantine_first = oldest->next;
    if (!arena.quarantine_first) arena.quarantine_last = nullptr;
    unsigned size_class = oldest->header().size_class;
    arena.quarantine_bytes -= class_size(size_class);
    oldest->next = arena.free_lists[size_class];
    arena.free_lists[size_class] = oldest;
  }
}

}  // namespace

void initialise_heap() {
  break_end = static_cast<uint64_t>(system_call(SYS_brk, 0));
  break_begin = reinterpret_cast<uint64_t>(_end);
  if (!map_fixed(address::kHeap, kHeapSize, PROT_READ | PROT_WRITE, 0))
    fail_run(3, "no address space for the heap: is there a limit on virtual memory (ulimit -v)?");
}

void begin_program_blocks() { main_has_begun = true; }

void visit_host_arena(void (*visit)(uint64_t begin, uint64_t end)) {
  uint64_t end = *reinterpret_cast<const uint64_t*>(kHostArena);
  if (end != 0) visit(kHostArena + 64, end);
}

void* allocate(size_t size, size_t alignment, Origin origin) {
  if (host().in_host) return allocate_for_host(size, alignment < kQuantum ? kQuantum : alignment);
  if (alignment < kQuantum) alignment = kQuantum;
  size_t padding = alignment > kQuantum ? alignment : kQuantum;  // room for the header, at the block's alignment
  size_t bytes;
  if (size > PTRDIFF_MAX || padding > kLargestAlignment ||
      __builtin_add_overflow(round_up(size, kQuantum) + kRedZone + kQuantum, padding, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  Thread& self = current_thread();
  Arena& arena = arena_of(self);
  uint8_t size_class = kLargeClass;
  uint64_t cell = 0, recycled_bytes = 0;
  if (bytes <= kLargestClass) {
    size_class = static_cast<uint8_t>(class_of(bytes));
    bytes = class_size(size_class);
    if (FreeBlock* recycled = arena.free_lists[size_class]) {
      arena.free_lists[size_class] = recycled->next;
      cell = cell_of(recycled->header());
      recycled_bytes = bytes;
    }
  }
  size_t unit = size_class == kLargeClass ? kLargeUnit : kQuantum;
  if (!cell) cell = fresh_cell(arena, round_up(bytes, unit), unit);
  if (!cell) {
    errno = ENOMEM;
    return nullptr;
  }
  uint64_t user = round_up(cell + sizeof(Block), alignment);
  auto& block = reinterpret_cast<Block*>(user)[-1];
  block = Block{static_cast<uint32_t>(size),
                selvage_call_site,
                kLive,
                size_class,
                origin,
                static_cast<uint16_t>((user - cell) / kQuantum)};
  fill_red_zone(block);
  if (shadow_kept) shade_allocated(block, recycled_bytes);
  if (origin == Origin::Program) model().program_blocks++;
  if (size <= kTouchLimit) touch_for_kernel(reinterpret_cast<void*>(user), size);
  return reinterpret_cast<void*>(user);
}

Block* block_of(const void* address) {
  if (!in_heap(address)) return nullptr;
  auto& block = reinterpret_cast<Block*>(const_cast<void*>(address))[-1];
  return block.state == kLive ? &block : nullptr;
}

size_t block_size(const void* address) {
  Block* block = block_of(address);
  return block ? block->size : 0;
}

namespace {

void* allocate_for_program(size_t size, size_t alignment) {
  return allocate(size, alignment, main_has_begun ? Origin::Program : Origin::BeforeMain);
}

// Whoever asks for everything about an execution wants to know who freed what, also where nobody else could tell.
void log_free(uint64_t address, uint32_t size) {
  if (!(host().flags & kRecordValues) || host().running_ahead) return;
  Thread& self = current_thread();
  self.pending = Pending{Operation::Free, 0, 0, size, selvage_call_site, 0, address, 0, 0};
  record_to_be_shown(self);
  self.pending.operation = Operation::None;
}

// A block of the heap is about to go: returns when the thread was chosen for it, and the address begins a live block.
Block& claim(void* address, const char* call) {
  auto& block = reinterpret_cast<Block*>(address)[-1];
  uint32_t size = block.state == kLive ? block.size : 0;
  auto begin = reinterpret_cast<uint64_t>(address);
  if (exploring() && model().keeps_blocks && free_argument_block(current_thread(), begin)) {
    log_free(begin, size);
  } else if (exploring() && !only_watched(current_thread(), Operation::Free, begin, size)) {
    announce(Announcement{.operation = Operation::Free, .object = begin, .size = size});
    remember_without_bytes(current_thread(), begin, size);
  } else if (exploring()) {
    log_free(begin, size);
  }
  check_freed_block(address, call);
  return block;
}

void retire(Block& block) {
  auto* freed = reinterpret_cast<FreeBlock*>(&block + 1);
  forget_objects(reinterpret_cast<uint64_t>(freed), reinterpret_cast<uint64_t>(freed) + block.size);
  block.state = kFreed;
  if (block.origin == Origin::Program) model().program_blocks--;
  if (shadow_kept) shade_freed(block);
  Thread& self = current_thread();
  *freed = FreeBlock{nullptr, selvage_call_site, self.number};
  if (block.size_class != kLargeClass) enter_quarantine(self, freed);
}

void release(void* address) {
  if (!address || belongs_to_host(address)) return;
  if (in_heap(address)) {
    retire(claim(address, "free"));
    return;
  }
  if (!from_c_library(address))
    finish_memory_error(Defect::BadFree, selvage_call_site, nullptr, "free of %p, which was never allocated", address);
  __libc_free(address);
}

void* allocate_zeroed(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  uint64_t fresh_from = host().in_host ? 0 : arena_of(current_thread()).next;
  void* result = allocate_for_program(bytes, kQuantum);
  // Memory that was never handed out before is zero already; touching it would cost a large calloc dearly.
  if (result && reinterpret_cast<uint64_t>(result) < fresh_from) memset(result, 0, bytes);
  return result;
}

void* reallocate(void* old, size_t size) {
  if (!old) return allocate_for_program(size, kQuantum);
  if (!in_heap(old) && !belongs_to_host(old)) {
    void* result = allocate_for_program(size, kQuantum);
    if (!result) return nullptr;
    size_t old_size = malloc_usable_size(old);
    memcpy(result, old, old_size < size ? old_size : size);
    __libc_free(old);
    return result;
  }
  if (size == 0) {
    release(old);
    return nullptr;
  }
  if (belongs_to_host(old)) fail_run(4, "the program resizes memory of the runtime's own");
  Block& block = claim(old, "realloc");
  void* result = allocate_for_program(size, kQuantum);
  if (!result) return nullptr;
  memcpy(result, old, block.size < size ? block.size : size);
  retire(block);
  return result;
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT void* malloc(size_t size) {
  return modelling() ? allocate_for_program(size, 16) : __libc_malloc(size);
}

SELVAGE_INTERCEPT void free(void* address) {
  if (modelling())
    release(address);
  else
    __libc_free(address);
}

SELVAGE_INTERCEPT void* calloc(size_t count, size_t size) {
  return modelling() ? allocate_zeroed(count, size) : __libc_calloc(count, size);
}

SELVAGE_INTERCEPT void* realloc(void* old, size_t size) {
  return modelling() ? reallocate(old, size) : __libc_realloc(old, size);
}

SELVAGE_INTERCEPT void* reallocarray(void* old, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(old, bytes);
}

SELVAGE_INTERCEPT void* memalign(size_t alignment, size_t size) {
  return modelling() ? allocate_for_program(size, alignment) : __libc_memalign(alignment, size);
}

SELVAGE_INTERCEPT void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

SELVAGE_INTERCEPT int posix_memalign(void** result, size_t alignment, size_t size) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1))) return EINVAL;
  int saved = errno;
  void* memory = memalign(alignment, size);
  errno = saved;
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

SELVAGE_INTERCEPT void* valloc(size_t size) { return memalign(kPageSize, size); }
SELVAGE_INTERCEPT void* pvalloc(size_t size) { return memalign(kPageSize, round_up(size, kPageSize)); }
SELVAGE_INTERCEPT void cfree(void* address) { free(address); }

SELVAGE_INTERCEPT size_t malloc_usable_size(void* address) {
  if (modelling() && in_heap(address)) return block_size(address);
  return REAL(malloc_usable_size)(address);
}

#include "runtime/thread_storage.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/carrier.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

// The head of the C library's thread descriptor: part of the x86-64 psABI and of its inline assembly, hence stable.
struct ThreadControlBlock {
  void* self_as_tcb;
  void* dynamic_vector;
  void* self;
  int multiple_threads;
  int gscope;
  uintptr_t sysinfo;
  uintptr_t stack_guard;
  uintptr_t pointer_guard;
};

struct StorageLayout {
  uint64_t size;  // static storage and thread descriptor together
  uint64_t descriptor_size;
  void* (*allocate)(void*);
  void (*initialise_ctype)();
};
StorageLayout layout;

// Storage is part of the snapshot; the initial images, which are built when a thread is first met, are not.
uint64_t image(unsigned number) { return address::kThreadImages + number * address::kThreadStorageSlotSize; }
uint64_t storage(unsigned number) { return address::kThreadStorage + number * address::kThreadStorageSlotSize; }
uint64_t base_of(unsigned number) { return storage(number) + layout.size - layout.descriptor_size; }

// Slots that have their image.
bool* prepared_slots() {
  return reinterpret_cast<bool*>(address::kThreadImages + kMaxThreads * address::kThreadStorageSlotSize);
}

void build_image(unsigned number) {
  uint64_t base = base_of(number);
  host().in_host = 1;
  void* result = layout.allocate(reinterpret_cast<void*>(base));
  if (!result) fail_run(4, "thread-local storage could not be allocated");
  auto& main_block = *reinterpret_cast<ThreadControlBlock*>(host().main_thread_base);
  auto& block = *reinterpret_cast<ThreadControlBlock*>(base);
  block.self_as_tcb = &block;
  block.self = &block;
  block.multiple_threads = 1;
  block.sysinfo = main_block.sysinfo;
  block.stack_guard = main_block.stack_guard;
  block.pointer_guard = main_block.pointer_guard;
  uint64_t running = current_thread().storage_base;
  set_storage_base(base);
  layout.initialise_ctype();
  set_storage_base(running);
  host().in_host = 0;
  memcpy(reinterpret_cast<void*>(image(number)), reinterpret_cast<const void*>(storage(number)), layout.size);
  prepared_slots()[number] = true;
}

template <typename T>
T loader_function(const char* name) {
  void* found = dlsym(RTLD_DEFAULT, name);
  if (!found) fail_run(3, "this C library has no %s: Selvage needs glibc 2.34 or later", name);
  return reinterpret_cast<T>(found);
}

}  // namespace

void initialise_thread_storage() {
  uint64_t size = kMaxThreads * address::kThreadStorageSlotSize;
  if (!map_fixed(address::kThreadStorage, size, PROT_READ | PROT_WRITE, 0) ||
      !map_fixed(address::kThreadImages, size + round_up(kMaxThreads, kPageSize), PROT_READ | PROT_WRITE, 0))
    fail_run(3, "no address space for thread-local storage");
  size_t static_size = 0, alignment = 0;
  loader_function<void (*)(size_t*, size_t*)>("_dl_get_tls_static_info")(&static_size, &alignment);
  layout.size = round_up(static_size, alignment < 64 ? 64 : alignment);
  layout.descriptor_size = *loader_function<const uint32_t*>("_thread_db_sizeof_pthread");
  layout.allocate = loader_function<void* (*)(void*)>("_dl_allocate_tls");
  layout.initialise_ctype = loader_function<void (*)()>("__ctype_init");
  // The thread pointer's alignment is that of the storage: round the descriptor up so that base_of() keeps it.
  layout.descriptor_size = round_up(layout.descriptor_size, alignment < 64 ? 64 : alignment);
  if (layout.size > address::kThreadStorageSlotSize)
    fail_run(3, "the program has %u bytes of thread-local storage; %u are supported",
             static_cast<unsigned>(layout.size), static_cast<unsigned>(address::kThreadStorageSlotSize));
}

void prepare_thread_storage(Thread& t) {
  t.storage_base = base_of(t.number);
  if (!prepared_slots()[t.number])
    build_image(t.number);
  else
    memcpy(reinterpret_cast<void*>(storage(t.number)), reinterpret_cast<const void*>(image(t.number)), layout.size);
}

void visit_thread_storage(const Thread& t, void (*visit)(uint64_t begin, uint64_t end)) {
  visit(storage(t.number), storage(t.number) + layout.size);
}

}  // namespace selvage::runtime

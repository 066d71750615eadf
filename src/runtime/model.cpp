#include "runtime/model.h"

#include <string.h>
#include <sys/mman.h>

#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/system.h"

namespace selvage::runtime {

bool modelling_flag;
bool exploring_flag;

namespace {

inline constexpr uint32_t kFirstIndexSize = 1024;

Object* objects() { return reinterpret_cast<Object*>(kObjectTable); }
uint32_t* object_index() { return reinterpret_cast<uint32_t*>(kObjectIndex); }

uint64_t hash(uint64_t address, ObjectKind kind) {
  uint64_t mixed = (address >> 3) * 0x9e3779b97f4a7c15u + static_cast<uint64_t>(kind) * 0xff51afd7ed558ccdu;
  return mixed ^ (mixed >> 29);
}

// The index entry where the object is, or the empty one where it would go. Entries hold object number + 1.
uint32_t& index_entry(uint64_t address, ObjectKind kind) {
  uint32_t mask = model().object_index_size - 1;
  for (uint64_t at = hash(address, kind);; at++) {
    uint32_t& entry = object_index()[at & mask];
    if (entry == 0) return entry;
    const Object& object = objects()[entry - 1];
    if (object.address == address && object.kind == kind) return entry;
  }
}

void grow_index() {
  memset(object_index(), 0, model().object_index_size * sizeof(uint32_t));
  model().object_index_size *= 2;
  for (uint32_t i = 0; i < model().object_count; i++) index_entry(objects()[i].address, objects()[i].kind) = i + 1;
}

}  // namespace

Thread* thread_by_handle(uint64_t handle) {
  if (handle == thread(0).storage_base) return &thread(0);
  if (handle < address::kThreadStorage) return nullptr;
  uint64_t number = (handle - address::kThreadStorage) / address::kThreadStorageSlotSize;
  if (number >= kMaxThreads || thread(static_cast<unsigned>(number)).storage_base != handle) return nullptr;
  return &thread(static_cast<unsigned>(number));
}

Object* look_up_object(const void* address, ObjectKind kind) {
  uint32_t entry = index_entry(reinterpret_cast<uint64_t>(address), kind);
  return entry ? model().recent_object = &objects()[entry - 1] : nullptr;
}

Object& object_at(const void* address, ObjectKind kind) {
  if (Object* found = find_object(address, kind)) return *found;
  uint32_t* entry = &index_entry(reinterpret_cast<uint64_t>(address), kind);
  if (model().object_count == kMaxObjects)
    fail_run(4, "the program uses more than %d synchronisation objects", kMaxObjects);
  if (model().object_count * 2 >= model().object_index_size) {
    grow_index();
    entry = &index_entry(reinterpret_cast<uint64_t>(address), kind);
  }
  Object& object = objects()[model().object_count++];
  object.address = reinterpret_cast<uint64_t>(address);
  object.kind = kind;
  *entry = model().object_count;
  return object;
}

void forget_objects(uint64_t begin, uint64_t end) {
  for (uint32_t i = 0; i < model().object_count; i++) {
    Object& object = objects()[i];
    if (object.address < begin || object.address >= end || !object.alive) continue;
    uint64_t address = object.address;
    ObjectKind kind = object.kind;
    object = Object{};
    object.address = address;
    object.kind = kind;
  }
}

void initialise_model() {
  Model& m = model();
  m.object_index_size = kFirstIndexSize;
  m.word_count = 1;
  m.random_state = host().configuration.random_seed;
  Thread& main_thread = thread(0);
  main_thread.state = ThreadState::Alive;
  main_thread.storage_base = host().main_thread_base;
  main_thread.next_mapping = address::kMappings;
  m.alive_count = 1;
  m.current = &main_thread;
  m.enabled.insert(0);
}

bool any_object_in(uint64_t begin, uint64_t end) {
  for (uint32_t i = 0; i < model().object_count; i++)
    if (objects()[i].address >= begin && objects()[i].address < end) return true;
  return false;
}

void for_each_object(void (*visit)(const Object&)) {
  for (uint32_t i = 0; i < model().object_count; i++) visit(objects()[i]);
}

}  // namespace selvage::runtime

#include "runtime/leak_roots.h"

#include "runtime/carrier.h"
#include "runtime/heap.h"
#include "runtime/model.h"
#include "runtime/snapshot.h"
#include "runtime/thread_storage.h"

namespace selvage::runtime {

namespace {

RangeVisitor visitor;

template <typename T>
void visit_field(const T& field) {
  auto begin = reinterpret_cast<uint64_t>(&field);
  visitor(begin, begin + sizeof(T));
}

// The runtime's own regions, but not where the program's mappings are.
bool belongs_to_runtime(uint64_t address) {
  return (address >= address::kHeap && address < address::kMappings) ||
         (address >= address::kStacks && address < address::kRuntimeEnd);
}

void visit_region(uint64_t begin, uint64_t end) {
  if (!belongs_to_runtime(begin)) visitor(begin, end);
}

// A thread that runs on a stack of its own making is found through the stack pointer, which then points to a block; its
// proper stack may still be in use below that.
void visit_stack(const Thread& t, uint64_t stack_pointer) {
  visit_field(stack_pointer);
  bool on_own_stack = stack_pointer >= t.stack_low && stack_pointer <= t.stack_high;
  visitor(on_own_stack ? stack_pointer : t.stack_low, t.stack_high);
}

void visit_living(const Thread& t, const void* frame) {
  bool runs = &t == &current_thread();
  uint64_t stack_pointer =
      runs ? reinterpret_cast<uint64_t>(frame) - kSavedRegistersSize : reinterpret_cast<uint64_t>(t.stack_pointer);
  visit_stack(t, stack_pointer);
  if (t.pending.operation == Operation::ThreadBegin) visit_field(t.argument);
  visit_field(t.cleanup);
  visit_field(t.unwind_exception);
  visit_field(t.thread_local_destructors);
  visit_field(t.key_values);
  visit_field(t.poll_set);
  visit_field(t.signal_stack_base);
  // The main thread's own is the C library's, among the other memory.
  if (t.number != 0) visit_thread_storage(t, visitor);
}

void visit_threads(const void* frame) {
  for (uint32_t number = 0; number <= model().highest_thread; number++) {
    const Thread& t = thread(number);
    if (t.state == ThreadState::Alive)
      visit_living(t, frame);
    else if (t.state == ThreadState::Exited && !t.joined && !t.detached)
      visit_field(t.result);
  }
}

}  // namespace

void for_each_root(const void* frame, RangeVisitor visit) {
  visitor = visit;
  for_each_writable_region(visit_region);
  visit_field(model());
  visit_host_arena(visit);
  visit_threads(frame);
}

}  // namespace selvage::runtime

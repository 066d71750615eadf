#include "runtime/stack.h"

#include "runtime/model.h"
#include "runtime/modules.h"
#include "runtime/system.h"

// The section that section.h puts the runtime's own code into.
extern "C" const char __start_selvage_text[] __attribute__((visibility("hidden")));
extern "C" const char __stop_selvage_text[] __attribute__((visibility("hidden")));

namespace selvage::runtime {

namespace {

bool in_runtime(uint64_t address) {
  return address >= reinterpret_cast<uint64_t>(__start_selvage_text) &&
         address < reinterpret_cast<uint64_t>(__stop_selvage_text);
}

struct TextRange {
  uint64_t begin, end;
};
inline constexpr uint64_t kMaxLibraryDepth = 32;

TextRange text_ranges[kMaxModules];
unsigned text_range_count;

bool in_instrumented_text(uint64_t address) {
  for (unsigned i = 0; i < text_range_count; i++)
    if (address >= text_ranges[i].begin && address < text_ranges[i].end) return true;
  return false;
}

bool on_stack_of(const Thread& t, uint64_t address) {
  return address >= t.stack_low && address + 16 <= t.stack_high && address % 8 == 0;
}

uint64_t follow_frames(const Thread& thread, uint64_t frame, uint64_t* frames, uint64_t count, uint64_t capacity) {
  while (count < capacity && on_stack_of(thread, frame)) {
    auto* pair = reinterpret_cast<const uint64_t*>(frame);
    if (pair[1] < kPageSize) break;
    if (!in_runtime(pair[1])) frames[count++] = pair[1];
    if (pair[0] <= frame) break;  // frames grow towards higher addresses
    frame = pair[0];
  }
  return count;
}

// Inside foreign code: the innermost word on the stack that points into instrumented text is its caller.
uint64_t find_return_address(uint64_t stack) {
  const Thread& self = current_thread();
  for (uint64_t at = stack & ~uint64_t{7}; on_stack_of(self, at) && at < stack + 4096; at += 8) {
    uint64_t value = *reinterpret_cast<const uint64_t*>(at);
    if (in_instrumented_text(value)) return value;
  }
  return 0;
}

}  // namespace

void add_text_range(uint64_t begin, uint64_t end) {
  // Modules are published again whenever one more has registered.
  for (unsigned i = 0; i < text_range_count; i++)
    if (text_ranges[i].begin == begin && text_ranges[i].end == end) return;
  if (text_range_count < kMaxModules) text_ranges[text_range_count++] = {begin, end};
}

uint64_t capture_stack(uint64_t* frames, uint64_t capacity) {
  return follow_frames(current_thread(), reinterpret_cast<uint64_t>(__builtin_frame_address(0)), frames, 0, capacity);
}

uint64_t capture_stack_at(uint64_t instruction, uint64_t frame, uint64_t stack, uint64_t* frames, uint64_t capacity) {
  uint64_t count = 0;
  if (in_runtime(instruction)) return follow_frames(current_thread(), frame, frames, 0, capacity);
  frames[count++] = instruction;
  if (!in_instrumented_text(instruction)) {
    uint64_t caller = find_return_address(stack);
    if (caller) frames[count++] = caller;
  }
  return follow_frames(current_thread(), frame, frames, count, capacity);
}

uint64_t caller_of_library(const Thread& thread) {
  uint64_t frames[kMaxLibraryDepth];
  uint64_t count = follow_frames(thread, thread.wait_frame, frames, 0, kMaxLibraryDepth);
  for (uint64_t i = 0; i < count; i++)
    if (in_instrumented_text(frames[i]) && !is_in_library(frames[i])) return frames[i];
  return 0;
}

}  // namespace selvage::runtime

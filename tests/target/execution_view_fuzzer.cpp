// libFuzzer: hostile execution records. Build with -DSELVAGE_FUZZERS=ON -DSELVAGE_SANITIZE=address,undefined.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "target/execution_view.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace selvage::target;
  std::vector<uint64_t> words(size / 8);
  if (!words.empty()) std::memcpy(words.data(), data, words.size() * 8);
  for (uint32_t flags :
       {0U, uint32_t{selvage::kRecordStacks}, uint32_t{selvage::kRecordStacks | selvage::kRecordValues}}) {
    ExecutionView view;
    if (parse_execution(words, flags, view) != nullptr) continue;
    volatile uint64_t sum = 0;
    for (EventView event : view.events()) {
      for (uint64_t word : event.enabled) sum = sum + word;
      for (uint64_t word : event.values) sum = sum + word;
      for (uint64_t frame : event.stack) sum = sum + frame;
    }
    for (const auto& thread : view.threads()) sum = sum + thread.object;
    for (const auto& held : view.held()) sum = sum + held.object;
    for (char c : view.message()) sum = sum + static_cast<unsigned char>(c);
  }
  return 0;
}

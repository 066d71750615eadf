// libFuzzer: hostile trace files, compressed or not. Build with -DSELVAGE_FUZZERS=ON -DSELVAGE_SANITIZE=address,undefined.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "trace/reader.h"
#include "trace/writer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace selvage::trace;
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  is_trace(bytes);
  Read read = parse(bytes);
  if (read.condition != Condition::Whole) return 0;
  // What was read can be written, and read again.
  if (parse(to_lines(read.trace)).condition != Condition::Whole) std::abort();
  return 0;
}

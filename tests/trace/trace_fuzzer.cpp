// libFuzzer: hostile trace files, compressed or not. Build with -DSELVAGE_FUZZERS=ON -DSELVAGE_SANITIZE=address,undefined.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "report/terminal.h"
#include "trace/original.h"
#include "trace/reader.h"
#include "trace/shown_comparison.h"
#include "trace/writer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace selvage::trace;
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  is_trace(bytes);
  Read read = parse(bytes);
  // What could be read is shown, however damaged.
  for (bool verbose : {false, true})
    selvage::report::finding_text(read.trace.shown, {}, {.width = 80, .unicode = true, .verbose = verbose});
  if (first_shown_difference(read.trace.shown, read.trace.shown, true)) std::abort();
  if (has_original(read.trace)) {
    Trace original = read.trace;
    use_original(original);
  }
  if (read.condition != Condition::Whole) return 0;
  // What was read can be written, and read again.
  if (parse(to_lines(read.trace)).condition != Condition::Whole) std::abort();
  return 0;
}

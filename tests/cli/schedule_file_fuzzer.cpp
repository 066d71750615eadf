// libFuzzer: hostile schedule files. Build with -DSELVAGE_FUZZERS=ON -DSELVAGE_SANITIZE=address,undefined.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cli/run/schedule_file.h"
#include "target/error.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    selvage::cli::parse_schedules(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz");
  } catch (const selvage::target::Error&) {
  }
  return 0;
}

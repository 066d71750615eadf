// libFuzzer: hostile files of suppressions. Build with -DSELVAGE_FUZZERS=ON -DSELVAGE_SANITIZE=address,undefined.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "report/suppressions.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace selvage::report;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  Suppressions suppressions;
  suppressions.add(text, "fuzz");
  Subject subject{.kind = "data_race", .property = "race", .functions = {"worker", std::string(text)}};
  auto found = suppressions.find(subject);
  if (found && *found >= suppressions.all().size()) std::abort();
  return 0;
}

// libFuzzer: hostile checkpoint files. Build with -DSELVAGE_FUZZERS=ON -DSELVAGE_SANITIZE=address,undefined.
#include <cstddef>
#include <cstdint>
#include <string>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "cli/check/checkpoint.h"
#include "target/error.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // With a checksum that fits, so that what lies behind it is reached.
  std::string bytes(reinterpret_cast<const char*>(data), size);
  uint64_t checksum = XXH3_64bits(bytes.data(), bytes.size());
  bytes.append(reinterpret_cast<const char*>(&checksum), sizeof(checksum));
  try {
    selvage::cli::decode(bytes, "fuzz");
  } catch (const selvage::target::Error&) {
  }
  return 0;
}

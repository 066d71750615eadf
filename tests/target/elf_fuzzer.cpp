// libFuzzer: hostile executables. Build with -DSELVAGE_FUZZERS=ON -DSELVAGE_SANITIZE=address,undefined.
#include <cstddef>
#include <cstdint>
#include <span>

#include "target/module_image.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace selvage::target;
  try {
    ModuleImage image = read_module(ElfFile(memory_bytes(std::as_bytes(std::span(data, size)))), "fuzz");
    for (size_t i = 0; image.sites && i < image.sites->size(); ++i) image.sites->site(i);
    if (image.facts) image.facts->look_at_everything();
    image.symbols.find_object(FileAddress{0x1000});
    image.symbols.find_function(FileAddress{0x1000});
  } catch (const ElfError&) {
  }
  return 0;
}

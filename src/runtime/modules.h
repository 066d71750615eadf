// The executable and the shared objects of the program, and which of them are instrumented.
#pragma once

namespace selvage::runtime {

// Writes the list of loaded modules into the channel.
void publish_modules();

}  // namespace selvage::runtime

// Waiting of the NATS library that does not depend on the time of day.
#pragma once

namespace selvage::cluster {

// To be called by whoever uses that library: by this, the linker finds what replaces a function of the C library.
void wait_steadily();

}  // namespace selvage::cluster

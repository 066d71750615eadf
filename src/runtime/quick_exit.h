// Handlers of at_quick_exit.
#pragma once

namespace selvage::runtime {

// Newest first.
void run_quick_exit_handlers();

}  // namespace selvage::runtime

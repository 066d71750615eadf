// Fatal signals: first writes to protected pages, crashes of the program, the explorer's watchdog.
#pragma once

namespace selvage::runtime {

void install_signal_handlers();

}  // namespace selvage::runtime

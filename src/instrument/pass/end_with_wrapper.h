// A compiler or linker does not outlive the wrapper that started it: who ends a build, also with SIGKILL, has ended all of it.
#pragma once

namespace selvage::instrument {

inline constexpr const char* kWrapperVariable =
    "SELVAGE_WRAPPER";  // the wrapper's process, which becomes the compiler's driver

// To be called once in a process that loads a plug-in. Does nothing where the wrapper is not its parent.
void end_with_wrapper();

}  // namespace selvage::instrument

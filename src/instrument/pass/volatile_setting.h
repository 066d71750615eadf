// Whether volatile accesses count as atomic: an option of the wrappers, which hand it to the linker's plug-in in the
// environment.
#pragma once

namespace selvage::instrument {

inline constexpr const char* kVolatileOption = "--selvage-volatile=";
inline constexpr const char* kVolatileVariable = "SELVAGE_VOLATILE";  // "plain" (default) or "atomic"

}  // namespace selvage::instrument

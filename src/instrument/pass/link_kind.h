// What the link produces, which decides how site numbers are formed. The module itself does not tell (position
// independence is not enough), so the compiler wrapper says it in the environment of the linker.
#pragma once

namespace selvage::instrument {

enum class LinkKind { Executable, SharedObject };

inline constexpr const char* kLinkVariable = "SELVAGE_LINK";  // "executable" (default) or "shared"

LinkKind link_kind_from_environment();

}  // namespace selvage::instrument

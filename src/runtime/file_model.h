// Where the model of descriptors, channels and files lies: a private mapping of its own, so that the snapshot brings
// it back like the rest of the model.
#pragma once

#include <stdint.h>

namespace selvage::runtime {

inline constexpr uint64_t kFileModel = 0x3480'0000'0000;
inline constexpr uint64_t kFileModelSize = 0x4000'0000;  // 1 GiB of address space
inline constexpr uint64_t kDescriptorTable = kFileModel;
inline constexpr uint64_t kChannelModel = kFileModel + 0x10'0000;
inline constexpr uint64_t kOverlayModel = kFileModel + 0x2000'0000;

}  // namespace selvage::runtime

#pragma once
#include "contract/channel.h"
namespace selvage::runtime {
bool is_shared(SharedLocation location);
void note_found(SharedLocation location);
}  // namespace selvage::runtime

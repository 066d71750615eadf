// One state of a run that is written again and again, of any size: whoever reads it gets the last one that was written whole.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cluster/broker.h"

namespace selvage::cluster {

void keep_state(Broker& broker, const std::string& run, std::string_view bytes);
// Nothing: there is none.
std::optional<std::string> kept_state(Broker& broker, const std::string& run);

}  // namespace selvage::cluster

// What a schedule needs besides its steps to mean the same interleaving again: the settings that decide where threads can
// be switched and what can happen, as trace files state them.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "contract/channel.h"

namespace selvage::trace {

nlohmann::ordered_json settings_json(const Configuration& configuration);

// Takes what the object states over into the configuration. Returns what is wrong with it, or an empty string.
std::string apply_settings(const nlohmann::json& settings, Configuration& configuration);

}  // namespace selvage::trace

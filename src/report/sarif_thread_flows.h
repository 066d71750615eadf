// An interleaving as a SARIF code flow: one thread flow per thread, and numbers that say in which order the steps of all
// of them happened.
#pragma once

#include <nlohmann/json.hpp>

#include "report/counterexample.h"
#include "report/sarif_places.h"

namespace selvage::report {

// Steps beyond this number are not shown by services, or make them refuse the log.
inline constexpr size_t kMostFlowSteps = 10'000;

nlohmann::ordered_json code_flow(const Counterexample& finding, SarifPlaces& places);

}  // namespace selvage::report

// An execution that took its record with it looks to the search like one that went another way.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "check/finding.h"
#include "check/property.h"
#include "cli/program/explored_program.h"

namespace selvage::cli {

// The finding that the suspect was, if one of the programs lost such an execution and it is one to report.
std::optional<check::Finding> find_lost(std::span<const std::unique_ptr<ExploredProgram>> programs,
                                        const std::vector<Step>& suspect, const check::PropertySet& properties);

}  // namespace selvage::cli

// The reductions that a check uses, as the search is told of them.
#pragma once

#include "cli/check/check_options.h"
#include "explore/search.h"
#include "target/module_image.h"

namespace selvage::cli {

void use_reductions(const CheckOptions& options, const target::ModuleImage& program, explore::SearchOptions& search);

}  // namespace selvage::cli

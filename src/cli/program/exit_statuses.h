// `--exit-status`: which exit statuses of the program are no finding, besides 0.
#pragma once

#include <string>
#include <string_view>

#include "contract/exit_statuses.h"

namespace selvage::cli {

// "3", "3,77", "any": returns what is wrong with the text, or an empty string.
std::string parse_exit_statuses(std::string_view text, ExitStatuses& statuses);
// The same back.
std::string exit_statuses_text(const ExitStatuses& statuses);

}  // namespace selvage::cli

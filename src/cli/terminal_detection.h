// What standard output can show: how wide it is, whether it takes colours, whether it takes more than ASCII.
#pragma once

#include <optional>
#include <string>

#include "report/terminal_style.h"

namespace selvage::cli {

enum class Colour { Auto, Always, Never };

// `width` is what the user asked for; without it COLUMNS or the terminal says, and 80 is for everything else.
report::TerminalStyle detect_terminal(Colour colour, std::optional<unsigned> width);

}  // namespace selvage::cli

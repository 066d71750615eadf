#include "cli/terminal_detection.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace selvage::cli {
namespace {

// Narrower ones cannot show anything that is worth reading.
constexpr unsigned kLeastWidth = 40;

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// As setlocale looks it up, without changing the locale of this process.
bool locale_has_utf8() {
  std::string_view value;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    value = variable(name);
    if (!value.empty()) break;
  }
  std::string lower(value);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower.find("utf-8") != std::string::npos || lower.find("utf8") != std::string::npos;
}

bool takes_colour(Colour colour) {
  if (colour != Colour::Auto) return colour == Colour::Always;
  // https://no-color.org: set and not empty, whatever it is.
  return isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

unsigned detected_width() {
  constexpr unsigned kElsewhere = 80;
  if (isatty(STDOUT_FILENO) != 1) return kElsewhere;
  std::string_view columns = variable("COLUMNS");
  unsigned width = 0;
  std::from_chars(columns.data(), columns.data() + columns.size(), width);
  winsize size{};
  if (width == 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  return width == 0 ? kElsewhere : width;
}

}  // namespace

report::TerminalStyle detect_terminal(Colour colour, std::optional<unsigned> width) {
  report::TerminalStyle style;
  style.width = std::max(width ? *width : detected_width(), kLeastWidth);
  style.colour = takes_colour(colour);
  style.unicode = locale_has_utf8();
  return style;
}

}  // namespace selvage::cli

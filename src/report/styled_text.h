// Text for a terminal, with its width known although it carries colours.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/terminal_style.h"

namespace selvage::report {

enum class Ink : uint8_t { Plain, Strong, Faint, Alarm, Good, First, Second, Third, Fourth, Fifth };

// Threads next to each other have different ones.
Ink ink_of_thread(size_t thread);

// Text of the program or of its sources is data: what would move the cursor or change colours is made visible, tabs become
// blanks, and where the terminal has no UTF-8 whatever is not ASCII becomes a question mark.
std::string printable(std::string_view text, bool unicode);

// How many columns printable text takes.
size_t width_of(std::string_view text);
// What of it fits into so many columns.
std::string_view first_columns(std::string_view text, size_t width);
// Cut to so many columns, with dots where something is missing.
std::string cut(std::string_view text, size_t width, bool unicode);

// A line that grows to the right.
class StyledLine {
 public:
  StyledLine& add(std::string_view text, Ink ink = Ink::Plain);
  // Blanks up to this column; nothing if it is that long already.
  StyledLine& pad_to(size_t column);
  size_t width() const { return width_; }
  bool empty() const { return pieces_.empty(); }
  // With a newline, without blanks at the end.
  std::string text(bool colour) const;

 private:
  struct Piece {
    std::string text;
    Ink ink;
  };
  std::vector<Piece> pieces_;
  size_t width_ = 0;
};

// Several lines that keep to a width, broken at blanks; the first begins with `first`, the others with as many blanks as
// `indent` says.
std::string wrapped(std::string_view text, size_t width, std::string_view first, size_t indent);

}  // namespace selvage::report

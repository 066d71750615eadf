#include "report/styled_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace selvage::report {
namespace {

constexpr size_t kTabWidth = 4;

std::string_view escape_of(Ink ink) {
  constexpr std::array<std::string_view, 10> kEscapes = {"",         "\x1b[1m",  "\x1b[2m",  "\x1b[1;31m", "\x1b[1;32m",
                                                         "\x1b[36m", "\x1b[35m", "\x1b[33m", "\x1b[34m",   "\x1b[32m"};
  return kEscapes.at(static_cast<size_t>(ink));
}

// Length of the UTF-8 sequence that begins with this byte; 0: none does.
size_t sequence_length(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

size_t character_length(std::string_view text) {
  size_t length = sequence_length(static_cast<unsigned char>(text.front()));
  if (length == 0 || length > text.size()) return 0;
  return std::ranges::all_of(text.substr(1, length - 1), is_continuation) ? length : 0;
}

}  // namespace

Ink ink_of_thread(size_t thread) { return static_cast<Ink>(static_cast<size_t>(Ink::First) + thread % 5); }

std::string printable(std::string_view text, bool unicode) {
  std::string result;
  size_t column = 0;
  while (!text.empty()) {
    size_t length = character_length(text);
    unsigned char c = static_cast<unsigned char>(text.front());
    std::string piece;
    if (length > 1) {
      // U+0080 to U+009F move the cursor as well.
      bool is_control = c == 0xc2 && static_cast<unsigned char>(text[1]) < 0xa0;
      piece = unicode && !is_control ? std::string(text.substr(0, length)) : "?";
    } else if (c == '\t') {
      piece.assign(kTabWidth - column % kTabWidth, ' ');
    } else if (length == 0 || c < 0x20 || c == 0x7f) {
      piece = length == 0 ? "?" : fmt::format("\\x{:02x}", c);
    } else {
      piece = static_cast<char>(c);
    }
    column += width_of(piece);
    result += piece;
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return result;
}

size_t width_of(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return !is_continuation(c); }));
}

std::string_view first_columns(std::string_view text, size_t width) {
  size_t end = 0;
  for (size_t columns = 0; end < text.size(); ++end) {
    if (is_continuation(text[end])) continue;
    if (columns++ == width) break;
  }
  return text.substr(0, end);
}

std::string cut(std::string_view text, size_t width, bool unicode) {
  if (width_of(text) <= width) return std::string(text);
  std::string_view dots = unicode ? "…" : "..";
  size_t room = width > width_of(dots) ? width - width_of(dots) : 0;
  return std::string(first_columns(text, room)) + std::string(dots);
}

StyledLine& StyledLine::add(std::string_view text, Ink ink) {
  if (text.empty()) return *this;
  pieces_.push_back({std::string(text), ink});
  width_ += width_of(text);
  return *this;
}

StyledLine& StyledLine::pad_to(size_t column) {
  return column > width_ ? add(std::string(column - width_, ' ')) : *this;
}

std::string StyledLine::text(bool colour) const {
  std::vector<Piece> pieces = pieces_;
  while (!pieces.empty()) {
    std::string& last = pieces.back().text;
    last.erase(last.find_last_not_of(' ') + 1);
    if (!last.empty()) break;
    pieces.pop_back();
  }
  std::string result;
  for (const Piece& piece : pieces) {
    bool is_blank = piece.text.find_first_not_of(' ') == std::string::npos;
    bool inked = colour && piece.ink != Ink::Plain && !is_blank;
    result += inked ? fmt::format("{}{}\x1b[0m", escape_of(piece.ink), piece.text) : piece.text;
  }
  return result + "\n";
}

std::string wrapped(std::string_view text, size_t width, std::string_view first, size_t indent) {
  std::string result, line(first);
  bool is_begin = true;
  while (!text.empty()) {
    size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    if (!is_begin && width_of(line) + 1 + width_of(word) > width) {
      result += line + "\n";
      line = std::string(indent, ' ');
      is_begin = true;
    }
    if (!is_begin) line += ' ';
    line += word;
    is_begin = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result + line + "\n";
}

}  // namespace selvage::report

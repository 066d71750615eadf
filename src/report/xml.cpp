#include "report/xml.h"

#include <cstdint>

namespace selvage::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// The length of the character that `text` begins with; 0: it is not UTF-8, or one that XML does not allow.
size_t character_length(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return byte(0) >= 0x20 || byte(0) == '\t' || byte(0) == '\n' ? (byte(0) == 0x7F ? 0 : 1) : 0;
  size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < length) return 0;
  uint32_t code = byte(0) & (0x7Fu >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  bool shortest = code >= (length == 2 ? 0x80u : length == 3 ? 0x800u : 0x10000u);
  bool allowed = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) && code != 0xFFFE && code != 0xFFFF;
  return shortest && allowed ? length : 0;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    size_t length = character_length(text);
    switch (length == 1 ? text.front() : 'x') {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      // An attribute would lose them.
      case '\n':
        result += "&#10;";
        break;
      case '\t':
        result += "&#9;";
        break;
      default:
        result += length == 0 ? kReplacement : text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

}  // namespace selvage::report

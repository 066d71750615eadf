#include "report/source_text.h"

namespace selvage::report {

std::string_view source_line(const std::map<std::string, std::string>& sources, const std::string& file,
                             uint32_t line) {
  auto source = sources.find(file);
  if (source == sources.end() || line == 0) return {};
  std::string_view rest = source->second;
  for (uint32_t i = 1; i < line; ++i) {
    size_t end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  std::string_view text = rest.substr(0, rest.find('\n'));
  return text.ends_with('\r') ? text.substr(0, text.size() - 1) : text;
}

}  // namespace selvage::report

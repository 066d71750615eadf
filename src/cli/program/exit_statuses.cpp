#include "cli/program/exit_statuses.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace selvage::cli {

std::string parse_exit_statuses(std::string_view text, ExitStatuses& statuses) {
  ExitStatuses chosen = kSuccessOnly;
  if (text == "any") {
    chosen.insert_all();
    statuses = chosen;
    return {};
  }
  for (size_t at = 0; at <= text.size();) {
    size_t comma = std::min(text.find(',', at), text.size());
    const char* begin = text.data() + at;
    const char* end = text.data() + comma;
    uint32_t status = 0;
    auto parsed = std::from_chars(begin, end, status);
    if (parsed.ec != std::errc() || parsed.ptr != end || status >= kStatusCount)
      return fmt::format("give numbers from 0 to {} with commas between them, or any", kStatusCount - 1);
    chosen.insert(status);
    at = comma + 1;
  }
  statuses = chosen;
  return {};
}

std::string exit_statuses_text(const ExitStatuses& statuses) {
  std::string text;
  bool is_all = true;
  for (uint32_t status = 0; status < kStatusCount; ++status) {
    is_all &= statuses.contains(status);
    if (status == 0 || !statuses.contains(status)) continue;
    text += fmt::format("{}{}", text.empty() ? "" : ",", status);
  }
  return is_all ? "any" : text.empty() ? "0" : text;
}

}  // namespace selvage::cli

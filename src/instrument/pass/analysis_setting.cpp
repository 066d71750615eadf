#include "instrument/pass/analysis_setting.h"

#include <stdlib.h>

#include <cmath>
#include <string>

namespace selvage::instrument {

std::optional<AnalysisSetting> parse_analysis_setting(std::string_view text) {
  AnalysisSetting result;
  if (text == "on") return result;
  if (text == "off") {
    result.is_off = true;
    return result;
  }
  if (text == "sharing") {
    result.is_only_sharing = true;
    return result;
  }
  if (text == "check") {
    result.checks_claims = true;
    return result;
  }
  const std::string number(text);
  char* end = nullptr;
  const double seconds = strtod(number.c_str(), &end);
  if (number.empty() || *end != '\0' || !std::isfinite(seconds) || seconds < 0) return std::nullopt;
  result.seconds = seconds;
  return result;
}

AnalysisSetting analysis_setting_from_environment() {
  const char* value = getenv(kAnalysisVariable);
  if (value == nullptr || *value == '\0') return {};
  return parse_analysis_setting(value).value_or(AnalysisSetting{});
}

}  // namespace selvage::instrument

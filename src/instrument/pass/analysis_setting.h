// Whether a program is analysed as a whole, and for how long: an option of the wrappers, which hand it to the linker's
// plug-in in the environment.
#pragma once

#include <optional>
#include <string_view>

namespace selvage::instrument {

inline constexpr const char* kAnalysisOption = "--selvage-analysis=";
inline constexpr const char* kAnalysisVariable = "SELVAGE_ANALYSIS";

struct AnalysisSetting {
  bool is_off = false;
  bool is_only_sharing = false;  // the executable gets no facts
  // Hooks everywhere; those that would be left out are marked, and the explorer holds it an error if what they access
  // turns out to be shared (tests/corpus/private_claims.py).
  bool checks_claims = false;
  std::optional<double> seconds = {};  // of processor time, instead of the default
};

// on, sharing, off, check, or a number of seconds. Nothing if it is none of these.
std::optional<AnalysisSetting> parse_analysis_setting(std::string_view text);
// An empty or missing variable means the default; a wrong one is an error that the wrapper has found out.
AnalysisSetting analysis_setting_from_environment();

}  // namespace selvage::instrument

#include "instrument/wrapper/own_options.h"

#include <stdlib.h>

#include <string_view>

#include "instrument/pass/analysis_setting.h"
#include "instrument/pass/volatile_setting.h"

namespace selvage::instrument {

const char* const kHelp =
    "selvage-cc and selvage-c++ take the command lines of clang and gcc, and besides:\n"
    "  --selvage-analysis=on       analyse the whole program when it is linked (the default): accesses that no\n"
    "                              other thread can see get no hooks, and the search learns what influences what\n"
    "  --selvage-analysis=SECONDS  the same, for that much processor time instead of about as long as the link\n"
    "                              takes (20 s at least); what is not found out by then counts as unknown\n"
    "  --selvage-analysis=sharing  only which memory threads share: the search learns nothing\n"
    "  --selvage-analysis=off      not at all: hooks at every access that may be shared\n"
    "  --selvage-volatile=plain    volatile accesses order nothing between threads (the default): two of them that\n"
    "                              conflict are a data race, as the standards have it\n"
    "  --selvage-volatile=atomic   those of a word count as sequentially consistent atomics, as programs from\n"
    "                              before C11 mean them\n"
    "  --selvage-help              this text\n"
    "All of them matter to links. Environment: SELVAGE_ANALYSIS and SELVAGE_VOLATILE say the same for a whole\n"
    "build; SELVAGE_PLAIN=1 compiles without instrumentation; SELVAGE_VERBOSE=1 prints the compiler's command.\n";

namespace {

std::string analysis_error(const std::string& what) {
  return what + " is none of on, sharing, off and a number of seconds";
}

std::string volatile_error(const std::string& what) { return what + " is neither atomic nor plain"; }

bool is_volatile_setting(std::string_view text) { return text == "atomic" || text == "plain"; }

}  // namespace

std::string error_in_environment() {
  const char* analysis = getenv(kAnalysisVariable);
  if (analysis != nullptr && *analysis != '\0' && !parse_analysis_setting(analysis)) {
    return analysis_error(std::string(kAnalysisVariable) + "=" + analysis);
  }
  const char* accesses = getenv(kVolatileVariable);
  if (accesses != nullptr && *accesses != '\0' && !is_volatile_setting(accesses)) {
    return volatile_error(std::string(kVolatileVariable) + "=" + accesses);
  }
  return {};
}

OwnOptions take_own_options(const std::vector<std::string>& words) {
  OwnOptions result;
  bool only_inputs = false;
  for (const std::string& word : words) {
    only_inputs |= word == "--";
    if (only_inputs || !word.starts_with("--selvage-")) {
      result.others.push_back(word);
    } else if (word.starts_with(kAnalysisOption)) {
      result.analysis = word.substr(std::string_view(kAnalysisOption).size());
      if (!parse_analysis_setting(*result.analysis)) result.error = analysis_error(word);
    } else if (word.starts_with(kVolatileOption)) {
      result.volatile_accesses = word.substr(std::string_view(kVolatileOption).size());
      if (!is_volatile_setting(*result.volatile_accesses)) result.error = volatile_error(word);
    } else if (word == "--selvage-help") {
      result.asks_for_help = true;
    } else {
      result.error = word + " is no option of the wrappers; --selvage-help lists them";
    }
  }
  return result;
}

}  // namespace selvage::instrument

// Options of the wrappers themselves, as opposed to those of the compiler: all begin with --selvage-.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace selvage::instrument {

struct OwnOptions {
  std::vector<std::string> others;               // words that are the compiler's
  std::optional<std::string> analysis;           // what --selvage-analysis= says; the last one counts
  std::optional<std::string> volatile_accesses;  // the same of --selvage-volatile=
  bool asks_for_help = false;
  std::string error;  // empty: none
};

OwnOptions take_own_options(const std::vector<std::string>& words);

// What is wrong with the variables that say the same; empty if nothing.
std::string error_in_environment();

// What --selvage-help prints, and --help before what the compiler has to say.
extern const char* const kHelp;

}  // namespace selvage::instrument

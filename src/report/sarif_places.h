// Files and places as SARIF has them: paths below the project's folder are relative to it, so that another machine finds
// them in its own copy; every file that is named goes into the table of artifacts once.
#pragma once

#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "report/counterexample.h"

namespace selvage::report {

class SarifPlaces {
 public:
  // What paths in the log are relative to; other tools know this name.
  static constexpr const char* kRoot = "%SRCROOT%";

  explicit SarifPlaces(const Report& report);

  nlohmann::ordered_json artifact_location(const std::string& path);
  // With the function, and with `message` if it is not empty. A place without a file has the function only.
  nlohmann::ordered_json location(const Place& place, const std::string& message = {});
  nlohmann::ordered_json stack(const Stack& stack, const std::string& message);

  const nlohmann::ordered_json& artifacts() const { return artifacts_; }
  nlohmann::ordered_json base_ids() const;

 private:
  std::string uri_of(const std::string& path, bool& is_below_root) const;

  std::string directory_, root_;  // each ends in a slash
  std::map<std::string, size_t> index_;
  nlohmann::ordered_json artifacts_ = nlohmann::ordered_json::array();
};

// A path as part of a URI.
std::string percent_encoded(const std::string& path);

}  // namespace selvage::report

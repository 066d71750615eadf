#include "report/sarif_places.h"

#include <filesystem>
#include <string_view>
#include <utility>

namespace selvage::report {
namespace {

using nlohmann::ordered_json;

std::string with_slash(std::string path) { return path.empty() || path.back() == '/' ? path : path + '/'; }

bool has_ending(std::string_view path, std::initializer_list<std::string_view> endings) {
  for (std::string_view ending : endings)
    if (path.ends_with(ending)) return true;
  return false;
}

// "c", "cplusplus"; empty: something else.
const char* language_of(std::string_view path) {
  if (has_ending(path, {".c", ".h"})) return "c";
  if (has_ending(path, {".cc", ".cpp", ".cxx", ".C", ".hh", ".hpp", ".hxx", ".tcc"})) return "cplusplus";
  return path.find("/c++/") != std::string_view::npos ? "cplusplus" : "";
}

}  // namespace

std::string percent_encoded(const std::string& path) {
  static constexpr std::string_view kKept =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@";
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string result;
  for (char c : path) {
    auto byte = static_cast<unsigned char>(c);
    if (kKept.find(c) != std::string_view::npos) {
      result += c;
    } else {
      result += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return result;
}

SarifPlaces::SarifPlaces(const Report& report)
    : directory_(with_slash(report.directory)),
      root_(with_slash(report.source_root.empty() ? report.directory : report.source_root)) {}

std::string SarifPlaces::uri_of(const std::string& path, bool& is_below_root) const {
  std::string whole = std::filesystem::path(path.starts_with('/') ? path : directory_ + path).lexically_normal();
  is_below_root = !root_.empty() && whole.size() > root_.size() && whole.starts_with(root_);
  if (is_below_root) return percent_encoded(whole.substr(root_.size()));
  return (whole.starts_with('/') ? "file://" : "") + percent_encoded(whole);
}

ordered_json SarifPlaces::artifact_location(const std::string& path) {
  bool is_below_root = false;
  ordered_json location;
  location["uri"] = uri_of(path, is_below_root);
  if (is_below_root) location["uriBaseId"] = kRoot;
  auto [known, is_new] = index_.try_emplace(location["uri"], artifacts_.size());
  if (is_new) {
    ordered_json artifact = {{"location", location}};
    if (const char* language = language_of(path); *language != '\0') artifact["sourceLanguage"] = language;
    artifacts_.push_back(std::move(artifact));
  }
  location["index"] = known->second;
  return location;
}

ordered_json SarifPlaces::location(const Place& place, const std::string& message) {
  ordered_json location = ordered_json::object();
  if (!place.file.empty()) {
    ordered_json& physical = location["physicalLocation"] = {{"artifactLocation", artifact_location(place.file)}};
    if (place.line != 0) {
      physical["region"]["startLine"] = place.line;
      if (place.column != 0) physical["region"]["startColumn"] = place.column;
    }
  }
  if (!place.function.empty())
    location["logicalLocations"] = ordered_json::array(
        {ordered_json{{"name", place.function}, {"fullyQualifiedName", place.function}, {"kind", "function"}}});
  if (!message.empty()) location["message"]["text"] = message;
  return location;
}

ordered_json SarifPlaces::stack(const Stack& stack, const std::string& message) {
  ordered_json frames = ordered_json::array();
  for (const Place& place : stack) frames.push_back({{"location", location(place)}});
  return {{"message", {{"text", message}}}, {"frames", std::move(frames)}};
}

ordered_json SarifPlaces::base_ids() const {
  ordered_json ids = ordered_json::object();
  if (root_.empty()) return ids;
  ids[kRoot] = {{"uri", "file://" + percent_encoded(root_)},
                {"description", {{"text", "The folder of the project that was checked"}}}};
  return ids;
}

}  // namespace selvage::report

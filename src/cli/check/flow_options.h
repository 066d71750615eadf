// What a check of information flow is asked for on the command line (docs/flow.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "flow/properties.h"

namespace CLI {
class App;
}

namespace selvage::cli {

struct FlowOptions {
  flow::PropertySet properties;
  flow::Observer observer = flow::Observer::Each;
  std::vector<std::string> secrets;          // "pin: 0..9"
  std::vector<std::string> publics;          // expressions, or "stdout"
  std::optional<std::string> secret_values;  // of selvage_secret: "0..9"
  bool explain = false;                      // show what was seen with which secret

  bool is_asked() const { return !properties.empty(); }
  // Any variable may be named: all of them need hooks.
  bool names_variables() const;
  bool sees_output() const;
};

// Both ends count.
struct ValueRange {
  int64_t low = 0, high = 0;
};
// "0..9", "1,5,77", "-1,4..6". Throws Error (usage); `option` is what it is told of.
std::vector<ValueRange> parse_values(const std::string& text, const std::string& option);

// `--secret 'pin: 0..9'`: what stands before the colon, and behind it. Empty: no values are given.
struct SecretDefinition {
  std::string place;
  std::string values;
};
SecretDefinition parse_secret(const std::string& text);

struct CheckOptions;
// Asks for what follows from the options that were given.
void complete_flow_options(CheckOptions& options);
void add_flow_options(CLI::App& command, CheckOptions& options);
// Options that contradict each other, or do not go with others. Throws Error (usage).
void check_flow_options(const CheckOptions& options);
// As words of a command line.
std::string flow_text(const FlowOptions& options);

}  // namespace selvage::cli

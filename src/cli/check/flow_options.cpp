#include "cli/check/flow_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include <CLI/CLI.hpp>

#include "cli/check/check_options.h"
#include "cli/text.h"
#include "contract/atoms.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

constexpr const char* kOutput = "stdout";

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ExitCode::Usage, sentence); }

std::string trimmed(std::string_view text) {
  size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

int64_t parse_number(const std::string& given, const std::string& whole, const std::string& option) {
  std::string text = trimmed(given);
  bool is_negative = text.starts_with('-');
  std::string_view digits = std::string_view(text).substr(is_negative ? 1 : 0);
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    digits.remove_prefix(2);
  }
  int64_t value = 0;
  auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (digits.empty() || parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size() ||
      value > kLargestAtomOperand)
    refuse(fmt::format("{}: '{}' gives no values: write 0..9, or 1,5,77.", option, whole));
  return is_negative ? -value : value;
}

}  // namespace

bool FlowOptions::names_variables() const {
  return !secrets.empty() || std::ranges::any_of(publics, [](const std::string& text) { return text != kOutput; });
}

// Where nothing is said to be public, it is; when it was written cannot be told.
bool FlowOptions::sees_output() const {
  if (!is_asked() || observer == flow::Observer::Joint) return false;
  return publics.empty() || std::ranges::find(publics, kOutput) != publics.end();
}

std::vector<ValueRange> parse_values(const std::string& text, const std::string& option) {
  std::vector<ValueRange> ranges;
  uint64_t count = 0;
  for (size_t at = 0; at <= text.size();) {
    size_t comma = std::min(text.find(',', at), text.size());
    std::string part = text.substr(at, comma - at);
    at = comma + 1;
    size_t dots = part.find("..");
    int64_t low = parse_number(part.substr(0, dots), text, option);
    int64_t high = dots == std::string::npos ? low : parse_number(part.substr(dots + 2), text, option);
    if (low > high) refuse(fmt::format("{}: the range {} has no values.", option, trimmed(part)));
    if (static_cast<uint64_t>(high - low) >= UINT16_MAX ||
        (count += static_cast<uint64_t>(high - low) + 1) >= UINT16_MAX)
      refuse(fmt::format("{}: '{}' are too many values: at most 65,534 can be tried.", option, text));
    ranges.push_back({low, high});
  }
  if (ranges.size() > kMaxSecretRanges / 2) refuse(fmt::format("{}: give fewer values.", option));
  return ranges;
}

SecretDefinition parse_secret(const std::string& text) {
  // Names may have two colons in them.
  size_t colon = text.size();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != ':') continue;
    if (i + 1 < text.size() && text[i + 1] == ':') {
      ++i;
      continue;
    }
    colon = i;
    break;
  }
  SecretDefinition result{trimmed(text.substr(0, colon)),
                          colon < text.size() ? trimmed(text.substr(colon + 1)) : std::string()};
  if (result.place.empty()) refuse("--secret names a variable and its values: 'pin: 0..9'.");
  if (colon < text.size() && result.values.empty())
    refuse(fmt::format("--secret: which values {} can have is missing: write '{}: 0..9', or a list.", result.place,
                       result.place));
  return result;
}

void add_flow_options(CLI::App& command, CheckOptions& options) {
  FlowOptions& flow = options.flow;
  // Whatever of these is given asks for the check.
  CLI::callback_t add_properties = [&flow](const CLI::results_t& given) {
    for (const std::string& text : given)
      if (std::string problem = flow::parse_properties(text, flow.properties); !problem.empty())
        throw CLI::ValidationError("--flow", problem);
    return true;
  };
  command
      .add_option(
          "--flow", add_properties,
          "Information flow: observational (what is seen is always the same), possibilistic (what can be seen is "
          "the same for all secrets), termination (so is whether the program ends); several with commas")
      ->expected(1)
      ->take_all()
      ->type_name("PROPERTY");
  command.add_option("--secret", flow.secrets, "A global variable that nobody may learn, and what to try: 'pin: 0..9'")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("NAME:VALUES");
  command.add_option("--secret-values", flow.secret_values, "What to try for selvage_secret: 0..9, or 1,5,77")
      ->type_name("VALUES");
  command
      .add_option("--public", flow.publics,
                  "What is seen besides selvage_observe: a global variable, field or element, or stdout (the default)")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("NAME");
  std::map<std::string, flow::Observer> observers = {{"each", flow::Observer::Each}, {"joint", flow::Observer::Joint}};
  command
      .add_option("--observe", flow.observer,
                  "What is seen at once: each (the default), one location; joint, all of them and their order")
      ->transform(CLI::CheckedTransformer(observers))
      ->type_name("HOW");
  command.add_flag("--explain-flow", flow.explain, "Also show what was seen with which secret");
}

void complete_flow_options(CheckOptions& options) {
  FlowOptions& flow = options.flow;
  bool is_asked = flow.is_asked() || !flow.secrets.empty() || flow.secret_values || !flow.publics.empty() ||
                  flow.observer != flow::Observer::Each || flow.explain;
  if (!is_asked) return;
  if (!flow.is_asked()) flow.properties.insert(flow::Property::Observational);
  // A deadlock is something to be compared, and ends no search.
  if (!options.properties_given) options.properties = {};
  options.properties.insert(check::Property::Flow);
}

void check_flow_options(const CheckOptions& options) {
  const FlowOptions& flow = options.flow;
  if (!flow.is_asked()) return;
  for (const std::string& secret : flow.secrets) {
    SecretDefinition definition = parse_secret(secret);
    if (!definition.values.empty()) parse_values(definition.values, "--secret");
  }
  if (flow.secret_values) parse_values(*flow.secret_values, "--secret-values");
  if (flow.secrets.size() >= kMaxSecretPlaces)
    refuse(fmt::format("At most {} variables can be secret.", kMaxSecretPlaces - 1));
  if (flow.publics.size() > kMaxPublic) refuse(fmt::format("At most {} variables can be public.", kMaxPublic));
  bool names_output = std::ranges::find(flow.publics, kOutput) != flow.publics.end();
  if (names_output && flow.observer == flow::Observer::Joint)
    refuse(
        "--observe joint looks at the order in which locations change, and when standard output was written cannot be "
        "told: leave --public stdout out.");
  if (options.is_random() || options.is_campaign() || options.explores_states())
    refuse(
        "--flow compares all executions: it does not go with strategies that draw some, with --budget or with states.");
  if (options.effective_sharing() == Sharing::Full) refuse("--flow does not go with --sharing full.");
  if (!options.reductions.empty() || options.points != campaign::Points::All)
    refuse("--flow does not go with --reduction or --points: what they leave out may be what is seen.");
  if (options.preemptions || options.delays) refuse("--flow does not go with --preemptions or --delays.");
  if (!options.resume_file.empty() || !options.checkpoint_file.empty())
    refuse("--flow does not go with --checkpoint or --resume: what executions have shown is not written down.");
}

std::string flow_text(const FlowOptions& flow) {
  if (!flow.is_asked()) return "";
  std::string text = " --flow=" + flow.properties.text();
  for (const std::string& secret : flow.secrets) text += " --secret " + shell_quoted(secret);
  if (flow.secret_values) text += " --secret-values " + shell_quoted(*flow.secret_values);
  for (const std::string& one : flow.publics) text += " --public " + shell_quoted(one);
  if (flow.observer == flow::Observer::Joint) text += " --observe joint";
  return text;
}

}  // namespace selvage::cli

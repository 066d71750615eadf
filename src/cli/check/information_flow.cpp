#include "cli/check/information_flow.h"

#include <fmt/format.h>

#include <algorithm>

#include "atoms/atom_compiler.h"
#include "atoms/fixed_place.h"
#include "ltl/parser.h"
#include "target/byte_source.h"
#include "target/elf_file.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using flow::Property;
using target::Error;
using target::ExitCode;

target::ElfFile open_executable(const std::string& path) {
  auto bytes = target::open_file_bytes(path);
  if (!bytes) throw Error(ExitCode::CannotStart, fmt::format("{} cannot be read.", path));
  return target::ElfFile(std::move(bytes));
}

// Runs what may throw about a place in the text of an option.
template <typename Function>
auto reading(const char* option, const std::string& text, Function&& function) {
  try {
    return function();
  } catch (const ltl::ParseError& error) {
    throw Error(ExitCode::Usage,
                fmt::format("{}: {}.\n{}", option, error.what(), ltl::point_at(text, error.position())));
  }
}

bool fits(int64_t value, uint32_t bytes) {
  if (bytes >= 8) return true;
  return value >= -(int64_t{1} << (8 * bytes - 1)) && value < int64_t{1} << (8 * bytes);
}

std::vector<ValueRange> values_of(const SecretDefinition& definition, const atoms::FixedPlace& place) {
  if (definition.values.empty() && place.is_boolean) return {{0, 1}};
  if (definition.values.empty() && place.bytes == 1) return {{0, 255}};
  if (definition.values.empty())
    throw Error(ExitCode::Usage,
                fmt::format("--secret: which values {} can have is missing: write '{}: 0..9', or a list.",
                            definition.place, definition.place));
  std::vector<ValueRange> ranges = parse_values(definition.values, "--secret");
  for (const ValueRange& range : ranges)
    for (int64_t value : {range.low, range.high})
      if (!fits(value, place.bytes))
        throw Error(ExitCode::Usage,
                    fmt::format("--secret: {} has {} and cannot be {}.", definition.place,
                                place.bytes == 1 ? "1 byte" : fmt::format("{} bytes", place.bytes), value));
  return ranges;
}

void add_place(uint64_t address, uint32_t bytes, const std::vector<ValueRange>& ranges,
               std::vector<SharedLocation>& code) {
  code.push_back(atom_entry(AtomCode::SecretPlace, static_cast<int64_t>(address * 16 + bytes)));
  for (const ValueRange& range : ranges) {
    code.push_back(atom_entry(AtomCode::SecretLow, range.low));
    code.push_back(atom_entry(AtomCode::SecretHigh, range.high));
  }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string thread_text(uint16_t thread) { return thread == 0 ? "main" : fmt::format("thread {}", thread); }

}  // namespace

std::vector<SharedLocation> InformationFlow::code(const std::string& executable, uint64_t load_address) {
  std::vector<SharedLocation> code;
  if (options_.secret_values) add_place(0, 0, parse_values(*options_.secret_values, "--secret-values"), code);
  if (!options_.names_variables()) return code;
  atoms::DebugInformation debug(open_executable(executable));
  for (const std::string& text : options_.secrets) {
    SecretDefinition definition = parse_secret(text);
    auto place = reading("--secret", definition.place,
                         [&] { return atoms::fixed_place(definition.place, debug, load_address); });
    values_.push_back(values_of(definition, place));
    add_place(place.address, place.bytes, values_.back(), code);
  }
  unsigned number = 0;
  for (const std::string& text : options_.publics) {
    if (text == "stdout") continue;
    auto expression = reading("--public", text, [&] { return atoms::compile_atom(text, debug, load_address); });
    code.push_back(atom_entry(AtomCode::Public, number));
    code.insert(code.end(), expression.begin(), expression.end());
    channels_[public_object(number)] = text;
    ++number;
  }
  if (code.size() > kMaxAtomCode) throw Error(ExitCode::Usage, "--secret and --public are too long: name fewer.");
  return code;
}

std::vector<check::Finding> InformationFlow::judge(const flow::Collector& collector, bool is_complete,
                                                   bool keep_going) {
  bool any_secret = std::ranges::any_of(collector.shown(), [](const auto& entry) { return !entry.first.empty(); });
  if (!any_secret && is_complete)
    throw Error(
        ExitCode::Usage,
        "--flow is about secrets, and no execution was given one: name a variable (--secret 'pin: 0..9'), or call "
        "selvage_secret.");
  leaks_ = flow::judge(collector, options_.properties, is_complete, keep_going);
  std::vector<check::Finding> findings;
  for (const flow::Leak& leak : leaks_) {
    check::Finding finding{.kind = check::FindingKind::Flow, .identity = findings.size() + 1};
    finding.schedule = leak.one.witness.schedule;
    finding.outcome = leak.one.witness.outcome;
    findings.push_back(std::move(finding));
  }
  return findings;
}

check::Finding InformationFlow::other_side(const check::Finding& finding) const {
  check::Finding other = finding;
  const flow::Witness& witness = leaks_.at(finding.identity - 1).other.witness;
  other.schedule = witness.schedule;
  other.outcome = witness.outcome;
  return other;
}

int64_t InformationFlow::value_of(const flow::SecretChoice& choice) const {
  std::vector<ValueRange> ranges;
  if (choice.object >= 2 && choice.object - 2 < values_.size()) ranges = values_[choice.object - 2];
  if (choice.object == 1 && options_.secret_values) ranges = parse_values(*options_.secret_values, "--secret-values");
  uint64_t number = choice.alternative;
  for (const ValueRange& range : ranges) {
    uint64_t count = static_cast<uint64_t>(range.high - range.low) + 1;
    if (number < count) return range.low + static_cast<int64_t>(number);
    number -= count;
  }
  return choice.alternative;
}

std::string InformationFlow::secret_text(const flow::Secret& secret) const {
  std::string text;
  for (const flow::SecretChoice& choice : secret) {
    if (!text.empty()) text += ", ";
    if (choice.object >= 2 && choice.object - 2 < options_.secrets.size()) {
      text += parse_secret(options_.secrets[choice.object - 2]).place;
    } else {
      auto calls = std::ranges::count_if(
          secret, [&](const auto& other) { return other.thread == choice.thread && other.object == choice.object; });
      text += fmt::format("secret{} of {}", calls > 1 ? fmt::format(" {}", choice.number + 1) : "",
                          thread_text(choice.thread));
    }
    text += fmt::format(" = {}", value_of(choice));
  }
  return text.empty() ? "no secret" : text;
}

std::string InformationFlow::location_text(uint64_t location) const {
  if (location == flow::kOutputLocation) return "standard output";
  if (location == flow::kJointLocation) return "all public locations";
  if (location == flow::kEndLocation) return "the end of the program";
  auto found = channels_.find(location);
  return found == channels_.end() ? fmt::format("channel {:#x}", location) : found->second;
}

std::string InformationFlow::observation_text(const flow::Observation& one, bool is_joint) const {
  if (one.location == flow::kEndLocation) return std::string(flow::ending_name(static_cast<flow::Ending>(one.value)));
  std::string value = fmt::format("{}", static_cast<int64_t>(one.value));
  return is_joint ? fmt::format("{}: {}", location_text(one.location), value) : value;
}

report::FlowSide InformationFlow::side(const flow::Leak& leak, const flow::Side& side,
                                       const std::string& output) const {
  report::FlowSide result;
  result.secret = secret_text(side.secret);
  result.ending = flow::ending_name(flow::ending_of(side.witness.outcome));
  if (leak.location == flow::kOutputLocation) {
    result.seen = lines_of(output);
    return result;
  }
  for (const flow::Observation& one : side.seen)
    result.seen.push_back(observation_text(one, leak.location == flow::kJointLocation));
  return result;
}

report::Flow InformationFlow::shown(const check::Finding& finding, const std::string& output,
                                    const std::string& other_output) const {
  const flow::Leak& leak = leaks_.at(finding.identity - 1);
  report::Flow result;
  result.property = flow::property_name(leak.property);
  result.leak = leak.needs_two_secrets ? "secrets" : "interleavings";
  result.location = location_text(leak.location);
  result.object = leak.location;
  result.one = side(leak, leak.one, output);
  result.other = side(leak, leak.other, other_output);
  auto [one, other] = std::ranges::mismatch(result.one.seen, result.other.seen);
  result.difference = static_cast<uint32_t>(one - result.one.seen.begin());
  return result;
}

std::string InformationFlow::explanation(const flow::Collector& collector) const {
  std::string text;
  for (const auto& [secret, locations] : collector.shown()) {
    for (const auto& [location, shown] : locations) {
      for (const auto& [sequence, witness] : shown) {
        text += fmt::format("{} | {} |", secret_text(secret), location_text(location));
        for (const flow::Observation& one : sequence) {
          if (location == flow::kOutputLocation)
            text += fmt::format(" {:016x}", one.value);
          else
            text += " " + observation_text(one, location == flow::kJointLocation);
        }
        text += "\n";
      }
    }
  }
  return text;
}

uint32_t flow_flags(const FlowOptions& options) {
  if (!options.is_asked()) return 0;
  uint32_t flags = kFlow;
  if (!options.secrets.empty()) flags |= kFlowSecretsAtMain;
  if (options.observer == flow::Observer::Joint) flags |= kFlowJoint;
  if (options.sees_output()) flags |= kFlowOutput;
  return flags;
}

std::string flow_message(const report::Flow& flow) {
  if (flow.property == flow::property_name(Property::Termination))
    return fmt::format("information flow: whether the program ends depends on the secret ({} with {}, {} with {})",
                       flow.one.ending, flow.one.secret, flow.other.ending, flow.other.secret);
  if (flow.leak == "interleavings")
    return fmt::format(
        "information flow: what is seen on {} depends on how threads are scheduled, with one and the same secret",
        flow.location);
  if (flow.property == flow::property_name(Property::Possibilistic))
    return fmt::format("information flow: what can be seen on {} depends on the secret", flow.location);
  return fmt::format("information flow: what is seen on {} depends on the secret", flow.location);
}

}  // namespace selvage::cli

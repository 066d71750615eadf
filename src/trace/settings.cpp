#include "trace/settings.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "contract/atoms.h"
#include "contract/facts.h"

namespace selvage::trace {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

template <typename Value>
struct Word {
  const char* word;
  Value value;
};

constexpr std::array<Word<Root>, 2> kRoots = {
    {{"first_thread", Root::FirstThread}, {"first_choice", Root::FirstChoice}}};
constexpr std::array<Word<Sharing>, 2> kSharings = {{{"full", Sharing::Full}, {"dynamic", Sharing::Dynamic}}};
constexpr std::array<Word<TimeoutMode>, 3> kTimeouts = {
    {{"explore", TimeoutMode::Explore}, {"late", TimeoutMode::Late}, {"never", TimeoutMode::Never}}};

template <typename Words, typename Value>
std::string word_of(const Words& words, Value value) {
  for (const auto& entry : words) {
    if (entry.value == value) return entry.word;
  }
  return "";
}

class SettingsReader {
 public:
  explicit SettingsReader(const json& settings) : settings_(settings) {}

  template <typename Words, typename Value>
  void word(const char* name, const Words& words, Value& value) {
    const json* given = find(name);
    if (given == nullptr) return;
    if (given->is_string()) {
      for (const auto& entry : words) {
        if (given->get_ref<const std::string&>() != entry.word) continue;
        value = entry.value;
        return;
      }
    }
    refuse(name);
  }

  void flag(const char* name, uint32_t& value) {
    const json* given = find(name);
    if (given == nullptr) return;
    if (!given->is_boolean()) return refuse(name);
    value = given->get<bool>() ? 1 : 0;
  }

  template <typename Value>
  void number(const char* name, Value& value, int64_t low, int64_t high) {
    const json* given = find(name);
    if (given == nullptr) return;
    if (!given->is_number_integer()) return refuse(name);
    if (given->is_number_unsigned() && given->get<uint64_t>() > static_cast<uint64_t>(INT64_MAX)) return refuse(name);
    auto found = given->get<int64_t>();
    if (found < low || found > high) return refuse(name);
    value = static_cast<Value>(found);
  }

  const std::string& problem() const { return problem_; }

 private:
  const json* find(const char* name) const {
    auto found = settings_.find(name);
    return found == settings_.end() ? nullptr : &*found;
  }
  void refuse(const char* name) {
    if (problem_.empty()) problem_ = fmt::format("the setting \"{}\" is not understood", name);
  }

  const json& settings_;
  std::string problem_;
};

// Operations that are no scheduling points, where a check left some out.
ordered_json missing_points(const OperationSet& points) {
  ordered_json list = ordered_json::array();
  for (unsigned i = 0; i < kOperationCount; ++i) {
    auto operation = static_cast<Operation>(i);
    if (!points.contains(operation)) list.push_back(traits(operation).text);
  }
  return list;
}

ordered_json exit_statuses_json(const ExitStatuses& statuses) {
  ordered_json list = ordered_json::array();
  for (uint32_t status = 0; status < kStatusCount; ++status)
    if (statuses.contains(status)) list.push_back(status);
  return list;
}

bool take_exit_statuses(const json& list, ExitStatuses& statuses) {
  if (!list.is_array()) return false;
  ExitStatuses chosen = kSuccessOnly;
  for (const json& status : list) {
    if (!status.is_number_unsigned() || status.get<uint64_t>() >= kStatusCount) return false;
    chosen.insert(status.get<uint32_t>());
  }
  statuses = chosen;
  return true;
}

bool take_out(const json& names, Configuration& configuration) {
  if (!names.is_array()) return false;
  for (const json& name : names) {
    if (!name.is_string()) return false;
    unsigned i = 0;
    while (i < kOperationCount && name.get_ref<const std::string&>() != traits(static_cast<Operation>(i)).text) ++i;
    if (i == kOperationCount) return false;
    configuration.points.erase(static_cast<Operation>(i));
  }
  configuration.exact_points = 1;
  return true;
}

}  // namespace

ordered_json settings_json(const Configuration& configuration) {
  ordered_json object;
  object["root"] = word_of(kRoots, configuration.root);
  object["sharing"] = word_of(kSharings, configuration.sharing);
  object["timeouts"] = word_of(kTimeouts, configuration.timeouts);
  object["spurious_wakeups"] = configuration.spurious_wakeups != 0;
  object["fair"] = configuration.fair != 0;
  object["memory_checks"] = configuration.memory_checks != 0;
  object["leak_check"] = configuration.leak_check != 0;
  object["nondet_low"] = configuration.nondet_low;
  object["nondet_high"] = configuration.nondet_high;
  if (configuration.allowed_statuses != kSuccessOnly)
    object["exit_statuses"] = exit_statuses_json(configuration.allowed_statuses);
  object["processors"] = configuration.processor_count;
  object["max_steps"] = configuration.max_steps;
  if (configuration.flow != 0) object["flow"] = configuration.flow;
  if (configuration.temporal & kFollowPositions) object["positions"] = true;
  if (configuration.temporal & kEveryLook) object["every_look"] = true;
  if (configuration.temporal & kFollowChanges) object["changes"] = true;
  if (configuration.relevant != 0) object["relevant_influences"] = configuration.relevant;
  if (configuration.symmetry != 0) object["symmetry"] = true;
  if (configuration.awaited_assumptions != 0) object["awaited_assumptions"] = true;
  if (configuration.exact_points != 0) object["no_points"] = missing_points(configuration.points);
  return object;
}

std::string apply_settings(const json& settings, Configuration& configuration) {
  if (!settings.is_object()) return "\"settings\" is not an object";
  SettingsReader reader(settings);
  reader.word("root", kRoots, configuration.root);
  reader.word("sharing", kSharings, configuration.sharing);
  reader.word("timeouts", kTimeouts, configuration.timeouts);
  reader.flag("spurious_wakeups", configuration.spurious_wakeups);
  reader.flag("fair", configuration.fair);
  reader.flag("memory_checks", configuration.memory_checks);
  reader.flag("leak_check", configuration.leak_check);
  reader.number("nondet_low", configuration.nondet_low, INT32_MIN, INT32_MAX);
  reader.number("nondet_high", configuration.nondet_high, INT32_MIN, INT32_MAX);
  reader.number("processors", configuration.processor_count, 1, 1024);
  reader.number("max_steps", configuration.max_steps, 1, INT64_MAX);
  if (settings.contains("flow"))
    reader.number("flow", configuration.flow, 1, kFlow | kFlowSecretsAtMain | kFlowJoint | kFlowOutput);
  uint32_t positions = 0, every_look = 0, changes = 0;
  if (settings.contains("positions")) reader.flag("positions", positions);
  if (settings.contains("every_look")) reader.flag("every_look", every_look);
  if (settings.contains("changes")) reader.flag("changes", changes);
  configuration.temporal = (positions != 0 ? kFollowPositions : 0) | (every_look != 0 ? kEveryLook : 0) |
                           (changes != 0 ? kFollowChanges : 0);
  if (settings.contains("relevant_influences"))
    reader.number("relevant_influences", configuration.relevant, 1, (1u << kInfluenceCount) - 1);
  if (settings.contains("symmetry")) reader.flag("symmetry", configuration.symmetry);
  if (settings.contains("awaited_assumptions")) reader.flag("awaited_assumptions", configuration.awaited_assumptions);
  if (settings.contains("exit_statuses") &&
      !take_exit_statuses(settings.at("exit_statuses"), configuration.allowed_statuses))
    return "the setting \"exit_statuses\" is not understood";
  if (settings.contains("no_points") && !take_out(settings.at("no_points"), configuration))
    return "the setting \"no_points\" is not understood";
  if (reader.problem().empty() && (configuration.nondet_low > configuration.nondet_high ||
                                   int64_t{configuration.nondet_high} - configuration.nondet_low >= UINT16_MAX))
    return "the settings \"nondet_low\" and \"nondet_high\" make no range";
  return reader.problem();
}

}  // namespace selvage::trace

// Information flow in a check: what the program has to be told, and leaks as findings.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "check/finding.h"
#include "cli/check/flow_options.h"
#include "contract/channel.h"
#include "flow/judgement.h"
#include "report/counterexample.h"

namespace selvage::cli {

class InformationFlow {
 public:
  explicit InformationFlow(const FlowOptions& options) : options_(options) {}

  // What the program has to be told; `load_address` is where it lies. Throws Error (usage) with the place in a name.
  std::vector<SharedLocation> code(const std::string& executable, uint64_t load_address);
  // What the program calls its channels.
  void name_channels(const std::map<uint64_t, std::string>& channels) {
    channels_.insert(channels.begin(), channels.end());
  }

  // Decides the properties. One finding for each leak, whose identity is its number. Throws Error (usage) if no execution
  // was given a secret.
  std::vector<check::Finding> judge(const flow::Collector& collector, bool is_complete, bool keep_going);
  // The other execution of a leak.
  check::Finding other_side(const check::Finding& finding) const;
  // Both sides as they are shown; the outputs are those of the two executions.
  report::Flow shown(const check::Finding& finding, const std::string& output, const std::string& other_output) const;

  // `--explain-flow`: what was seen with which secret.
  std::string explanation(const flow::Collector& collector) const;

 private:
  std::string secret_text(const flow::Secret& secret) const;
  std::string location_text(uint64_t location) const;
  std::string observation_text(const flow::Observation& observation, bool is_joint) const;
  report::FlowSide side(const flow::Leak& leak, const flow::Side& side, const std::string& output) const;
  int64_t value_of(const flow::SecretChoice& choice) const;

  const FlowOptions& options_;
  std::vector<std::vector<ValueRange>> values_;  // of the secrets that main begins with, in their order
  std::map<uint64_t, std::string> channels_;
  std::vector<flow::Leak> leaks_;
};

// For make_configuration.
uint32_t flow_flags(const FlowOptions& options);

// One sentence without a full stop.
std::string flow_message(const report::Flow& flow);

}  // namespace selvage::cli

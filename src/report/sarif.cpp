#include "report/sarif.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "report/headline.h"
#include "report/rules.h"
#include "report/sarif_places.h"
#include "report/sarif_thread_flows.h"

namespace selvage::report {
namespace {

using nlohmann::ordered_json;

ordered_json text_message(const std::string& text) { return {{"text", text}}; }

std::string sentence(const std::string& text) { return text.ends_with('.') ? text : text + "."; }

ordered_json driver(const Report& report) {
  ordered_json list = ordered_json::array();
  for (const Rule& rule : rules()) {
    ordered_json item;
    item["id"] = rule.id;
    item["name"] = rule.name;
    item["shortDescription"] = text_message(std::string(rule.title));
    item["fullDescription"] = text_message(fmt::format("{}. {}", rule.title, rule.help));
    item["help"] = text_message(std::string(rule.help));
    item["defaultConfiguration"] = {{"level", "error"}};
    item["properties"] = {{"tags", {"concurrency", "correctness"}}, {"precision", "very-high"}};
    list.push_back(std::move(item));
  }
  ordered_json driver = {{"name", "Selvage"}};
  driver["fullName"] = "Selvage, a model checker for multithreaded programs";
  if (!report.version.empty()) {
    driver["version"] = report.version;
    driver["semanticVersion"] = report.version;
  }
  driver["rules"] = std::move(list);
  return driver;
}

ordered_json notification(const char* level, const std::string& text) {
  return {{"level", level}, {"message", text_message(text)}};
}

ordered_json notifications(const Report& report) {
  ordered_json list = ordered_json::array();
  if (!report.error.empty()) list.push_back(notification("error", report.error));
  if (!report.verdict_text.empty()) list.push_back(notification("note", report.verdict_text));
  if (report.interrupted) list.push_back(notification("warning", "The check was interrupted."));
  for (const std::string& remark : report.remarks)
    list.push_back(notification(remark.starts_with("Not needed") ? "warning" : "note", remark));
  return list;
}

ordered_json invocation(const Report& report) {
  ordered_json invocation;
  invocation["executionSuccessful"] = report.error.empty();
  invocation["exitCode"] = report.exit_code;
  if (!report.verdict.empty()) invocation["exitCodeDescription"] = report.verdict;
  if (!report.command.empty()) invocation["commandLine"] = report.command;
  if (!report.started.empty()) invocation["startTimeUtc"] = report.started;
  if (!report.directory.empty())
    invocation["workingDirectory"] = {{"uri", "file://" + percent_encoded(report.directory) + "/"}};
  if (!report.program.empty())
    invocation["properties"] = {{"program", report.program}, {"arguments", report.arguments}};
  invocation["toolExecutionNotifications"] = notifications(report);
  return invocation;
}

// What a result's message links to by number.
class RelatedLocations {
 public:
  explicit RelatedLocations(SarifPlaces& places) : places_(places) {}

  void add(const Place& place, const std::string& text) {
    texts_ += texts_.empty() ? "" : ", ";
    if (!place.is_known()) {
      texts_ += escaped(text);
      return;
    }
    ordered_json location = places_.location(place, text);
    location["id"] = list_.size() + 1;
    list_.push_back(std::move(location));
    texts_ += fmt::format("[{}]({})", escaped(text), list_.size());
  }
  // All of them in one sentence without a full stop.
  const std::string& texts() const { return texts_; }
  ordered_json take() { return std::move(list_); }

  // As text that contains no link.
  static std::string escaped(const std::string& text) {
    std::string result;
    for (char c : text) {
      if (c == '[' || c == ']' || c == '\\') result += '\\';
      result += c;
    }
    return result;
  }

 private:
  SarifPlaces& places_;
  std::string texts_;
  ordered_json list_ = ordered_json::array();
};

std::string thread_name(const Counterexample& finding, ThreadIndex thread) {
  return thread < finding.threads.size() ? finding.threads[thread].name : fmt::format("thread {}", thread);
}

RelatedLocations related_locations(const Counterexample& finding, SarifPlaces& places) {
  RelatedLocations related(places);
  for (const Access& access : finding.accesses)
    related.add(access.place, fmt::format("{} {} {}", thread_name(finding, access.thread), access.verb, access.what));
  for (const Note& note : finding.notes) related.add(note.place, note.text);
  if (!is_about_waiting(finding)) return related;
  for (const Thread& thread : finding.threads) {
    if (!thread.waiting || !thread.waiting->is_blocked) continue;
    const Waiting& waiting = *thread.waiting;
    related.add(waiting.place, fmt::format("{} {}", thread.name, waiting.text));
    if (waiting.held_since.is_known() && !waiting.held_by.empty())
      related.add(waiting.held_since,
                  fmt::format("{} holds it since here", thread_name(finding, waiting.held_by.front())));
  }
  return related;
}

ordered_json stacks(const Counterexample& finding, SarifPlaces& places) {
  ordered_json list = ordered_json::array();
  for (const Access& access : finding.accesses)
    if (!access.stack.empty())
      list.push_back(
          places.stack(access.stack, fmt::format("{} {}", thread_name(finding, access.thread), access.verb)));
  for (const Thread& thread : finding.threads)
    if (!thread.stack.empty()) list.push_back(places.stack(thread.stack, thread.name + " at the end"));
  return list;
}

ordered_json properties(const Counterexample& finding) {
  ordered_json properties;
  properties["kind"] = finding.kind;
  if (!finding.property.empty()) properties["property"] = finding.property;
  properties["steps"] = finding.steps.size();
  properties["switches"] = finding.switches;
  properties["preemptions"] = finding.preemptions;
  if (!finding.trace_file.empty()) properties["traceFile"] = finding.trace_file;
  if (!finding.replay_command.empty()) properties["replayCommand"] = finding.replay_command;
  return properties;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') text.front() -= 'a' - 'A';
  return text;
}

std::string message_of(const Counterexample& finding, const RelatedLocations& related) {
  std::string text = RelatedLocations::escaped(sentence(capitalised(headline(finding))));
  if (!related.texts().empty()) text += " " + sentence(capitalised(related.texts()));
  if (!finding.explanation.empty()) text += " " + RelatedLocations::escaped(sentence(finding.explanation));
  if (!finding.replay_command.empty()) text += " To see it again: " + RelatedLocations::escaped(finding.replay_command);
  return text;
}

class Results {
 public:
  Results(const Report& report, SarifPlaces& places) : report_(report), places_(places) {}

  void add(const Counterexample& finding) {
    ordered_json result;
    std::string id = finding.rule.empty() ? rule_id(finding.kind) : finding.rule;
    result["ruleId"] = id;
    const Rule* rule = rule_of(finding.kind);
    if (rule != nullptr && rule->id == id) result["ruleIndex"] = rule - rules().data();
    result["level"] = "error";
    RelatedLocations related = related_locations(finding, places_);
    result["message"] = text_message(message_of(finding, related));
    result["locations"] = ordered_json::array({place_of(finding)});
    set(result, "relatedLocations", related.take());
    set(result, "stacks", stacks(finding, places_));
    if (!finding.steps.empty()) result["codeFlows"] = ordered_json::array({code_flow(finding, places_)});
    if (!finding.fingerprint.empty()) result["partialFingerprints"] = fingerprints(finding.fingerprint);
    if (!finding.suppressed_by.empty())
      result["suppressions"] = ordered_json::array(
          {ordered_json{{"kind", "external"}, {"justification", "matches " + finding.suppressed_by}}});
    result["properties"] = properties(finding);
    list_.push_back(std::move(result));
  }
  ordered_json take() { return std::move(list_); }

 private:
  static void set(ordered_json& result, const char* key, ordered_json list) {
    if (!list.empty()) result[key] = std::move(list);
  }

  // Services refuse a result without a place.
  ordered_json place_of(const Counterexample& finding) {
    Place place = finding.place;
    if (place.file.empty()) place.file = report_.program;
    return places_.location(place);
  }

  // Several findings with one fingerprint are told apart by their number. The second key is the one that GitHub goes by.
  ordered_json fingerprints(const std::string& fingerprint) {
    std::string value = fmt::format("{}:{}", fingerprint, ++occurrences_[fingerprint]);
    return {{"selvage/v1", value}, {"primaryLocationLineHash", value}};
  }

  const Report& report_;
  SarifPlaces& places_;
  std::map<std::string, unsigned> occurrences_;
  ordered_json list_ = ordered_json::array();
};

}  // namespace

ordered_json to_sarif(const Report& report) {
  SarifPlaces places(report);
  Results results(report, places);
  for (const Counterexample& finding : report.findings) results.add(finding);
  for (const Counterexample& finding : report.suppressed) results.add(finding);
  ordered_json run;
  run["tool"]["driver"] = driver(report);
  run["invocations"] = ordered_json::array({invocation(report)});
  if (ordered_json ids = places.base_ids(); !ids.empty()) run["originalUriBaseIds"] = std::move(ids);
  run["columnKind"] = "utf16CodeUnits";
  run["results"] = results.take();
  run["artifacts"] = places.artifacts();
  ordered_json log;
  log["$schema"] = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = ordered_json::array({std::move(run)});
  return log;
}

}  // namespace selvage::report

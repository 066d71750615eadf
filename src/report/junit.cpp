#include "report/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/headline.h"
#include "report/terminal.h"
#include "report/xml.h"

namespace selvage::report {
namespace {

// What one reads of a text that holds several lines is their content, not "&#10;".
std::string content(const std::string& text) {
  std::string result = xml_escaped(text);
  for (size_t at = 0; (at = result.find("&#10;", at)) != std::string::npos; ++at) result.replace(at, 5, "\n");
  return result;
}

struct TestCase {
  std::string name;
  std::string element;  // "failure", "error", "skipped"; empty: passed
  std::string message = {}, type = {}, text = {};
};

std::vector<const Counterexample*> findings_against(const Report& report, const std::string& property) {
  std::vector<const Counterexample*> result;
  for (const Counterexample& finding : report.findings)
    if (finding.property == property) result.push_back(&finding);
  return result;
}

// Pages of test results are wide, and nobody gives them -v.
constexpr TerminalStyle kStyle = {.width = 120, .colour = false, .unicode = true, .verbose = false};

std::string text_of(const Counterexample& finding, const Report& report) {
  std::string text = fmt::format("{}.\n\n{}", headline(finding), finding_text(finding, report.sources, kStyle));
  if (!finding.replay_command.empty()) text += "\nTo see it again: " + finding.replay_command + "\n";
  return text;
}

TestCase property_case(const Report& report, const std::string& property) {
  std::vector<const Counterexample*> findings = findings_against(report, property);
  if (!findings.empty()) {
    TestCase test{
        .name = property, .element = "failure", .message = headline(*findings.front()), .type = findings.front()->rule};
    if (findings.size() > 1) test.message += fmt::format(" (and {} more)", findings.size() - 1);
    for (const Counterexample* finding : findings)
      test.text += (test.text.empty() ? "" : "\n\n") + text_of(*finding, report);
    return test;
  }
  if (report.verdict.empty())
    return {.name = property, .element = "skipped", .message = "The check failed before it came to a verdict."};
  if (report.verdict == "bug" && !report.looked_at_all)
    return {.name = property,
            .element = "skipped",
            .message = "The search ended at its first finding; --keep-going looks for all."};
  return {.name = property, .element = ""};
}

TestCase coverage_case(const Report& report) {
  TestCase test{.name = "all interleavings", .element = ""};
  if (!report.error.empty()) {
    test.element = "error";
    test.message = report.error;
    test.type = fmt::format("selvage/exit-{}", report.exit_code);
  } else if (report.verdict != "verified" && !(report.verdict == "bug" && report.looked_at_all)) {
    test.element = "skipped";
    test.message = report.verdict == "bug" ? "The search ended at its first finding; --keep-going looks for all."
                                           : report.verdict_text;
  }
  return test;
}

std::string attribute(const char* name, const std::string& value) {
  return value.empty() ? "" : fmt::format(" {}=\"{}\"", name, xml_escaped(value));
}

std::string xml_of(const TestCase& test, const std::string& suite, double seconds) {
  std::string begin = fmt::format("    <testcase{}{} time=\"{:.3f}\"", attribute("name", test.name),
                                  attribute("classname", suite), seconds);
  if (test.element.empty()) return begin + "/>\n";
  begin +=
      fmt::format(">\n      <{}{}{}", test.element, attribute("message", test.message), attribute("type", test.type));
  begin += test.text.empty() ? "/>\n" : fmt::format(">{}</{}>\n", content(test.text), test.element);
  return begin + "    </testcase>\n";
}

std::string suite_name(const Report& report) {
  std::string name = report.program.substr(report.program.rfind('/') + 1);
  for (const std::string& argument : report.arguments) name += " " + argument;
  return name.empty() ? "selvage" : name;
}

std::string remarks_of(const Report& report) {
  std::string text = report.verdict_text.empty() ? "" : report.verdict_text + "\n";
  for (const std::string& remark : report.remarks) text += remark + "\n";
  return text;
}

std::string properties_of(const Report& report) {
  std::string text = "    <properties>\n";
  auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, xml_escaped(value));
  };
  add("verdict", report.verdict);
  add("command", report.command);
  add("version", report.version);
  add("exit_code", fmt::format("{}", report.exit_code));
  for (const auto& [name, count] : report.counts) add(name.c_str(), fmt::format("{}", count));
  return text + "    </properties>\n";
}

}  // namespace

std::string to_junit(const Report& report) {
  std::vector<TestCase> tests = {coverage_case(report)};
  for (const std::string& property : report.properties) tests.push_back(property_case(report, property));
  auto count = [&](const char* element) { return std::ranges::count(tests, element, &TestCase::element); };
  std::string numbers = fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                                    tests.size(), count("failure"), count("error"), count("skipped"), report.seconds);
  // JUnit has times of day without a zone.
  std::string started = report.started.substr(0, report.started.find('Z'));
  std::string suite = suite_name(report);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format("<testsuites name=\"selvage\"{}>\n", numbers);
  text += fmt::format("  <testsuite{}{}{}>\n", attribute("name", suite), numbers, attribute("timestamp", started));
  text += properties_of(report);
  // The time is that of the search as a whole: no property has one of its own.
  for (const TestCase& test : tests)
    text += xml_of(test, "selvage." + suite, &test == &tests.front() ? report.seconds : 0);
  std::string remarks = remarks_of(report);
  if (!remarks.empty()) text += fmt::format("    <system-out>{}</system-out>\n", content(remarks));
  if (!report.error.empty()) text += fmt::format("    <system-err>{}</system-err>\n", content(report.error));
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace selvage::report

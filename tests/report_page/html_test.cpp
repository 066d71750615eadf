// The page with a report in it: what comes out of the page is what went in, whatever the program wrote.
#include "report/html.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace selvage::report {
namespace {

constexpr std::string_view kBegin = R"(<script id="report" type="application/json">)";
constexpr std::string_view kEnd = "</script>";

// As a browser finds it: up to the first end of the element.
std::string embedded(const std::string& html) {
  size_t begin = html.find(kBegin) + kBegin.size();
  return html.substr(begin, html.find(kEnd, begin) - begin);
}

Report report_with_output(const std::string& output) {
  Report report;
  report.verdict = "bug";
  Counterexample finding;
  finding.kind = "assertion";
  finding.message = "assertion `x' fails";
  finding.output = output;
  report.findings.push_back(finding);
  return report;
}

TEST(Html, HoldsTheReport) {
  Report report = report_with_output("hello\n");
  report.sources["a.c"] = "int main(void) { return 0 < 1; }\n";
  nlohmann::json json = nlohmann::json::parse(embedded(to_html(report)));
  EXPECT_EQ(json["verdict"], "bug");
  EXPECT_EQ(json["findings"][0]["output"], "hello\n");
  EXPECT_EQ(json["findings"][0]["message"], "assertion `x' fails");
  EXPECT_EQ(json["sources"]["a.c"], report.sources["a.c"]);
}

TEST(Html, TextOfTheProgramCannotLeaveItsPlace) {
  for (const char* hostile : {"</script><script>alert(1)</script>", "<!--<script>", "]]>", "{{report}}", "{{script}}",
                              "\\u003c/script>", "a\xE2\x80\xA8z", "\"\\\n\t\x01"}) {
    std::string html = to_html(report_with_output(hostile));
    EXPECT_EQ(embedded(html).find('<'), std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(embedded(html))["findings"][0]["output"], hostile);
  }
}

TEST(Html, BytesThatAreNotTextAreReplaced) {
  std::string html = to_html(report_with_output("a\xFF\xC0z"));
  EXPECT_FALSE(nlohmann::json::parse(embedded(html), nullptr, false).is_discarded());
}

TEST(Html, EmptyReportIsAPageToo) {
  std::string html = to_html({});
  EXPECT_FALSE(nlohmann::json::parse(embedded(html), nullptr, false).is_discarded());
  EXPECT_NE(html.find("</html>"), std::string::npos);
}

TEST(Html, PageNeedsNothingElse) {
  std::string_view page = html_page();
  EXPECT_EQ(page.find(kReportMark), page.rfind(kReportMark));
  for (const char* reference : {" src=", "<link", "@import", "url(http", "fetch(", "XMLHttpRequest", "WebSocket"})
    EXPECT_EQ(page.find(reference), std::string_view::npos) << reference;
  EXPECT_NE(page.find("default-src 'none'"), std::string_view::npos);
}

}  // namespace
}  // namespace selvage::report

#include "report/html.h"

#include <cstdio>
#include <cstdlib>

#include "report/json.h"

// The page lies in the executable: html_page.S.
extern "C" const char selvage_report_page[];
extern "C" const char selvage_report_page_end[];

namespace selvage::report {
namespace {

// Inside a script element only `<` can begin something that is not text: its end, or a comment. In JSON it occurs in
// strings only, where an escape means the same.
std::string inside_script(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (char character : json) {
    if (character == '<')
      text += "\\u003c";
    else
      text += character;
  }
  return text;
}

}  // namespace

std::string_view html_page() {
  return {selvage_report_page, static_cast<size_t>(selvage_report_page_end - selvage_report_page)};
}

std::string to_html(const Report& report) {
  std::string_view page = html_page();
  size_t mark = page.find(kReportMark);
  if (mark == std::string_view::npos) {
    std::fputs("selvage: the page of the HTML report has no place for a report\n", stderr);
    std::abort();
  }
  std::string html(page.substr(0, mark));
  html += inside_script(json_text(to_json(report), -1));
  html += page.substr(mark + kReportMark.size());
  return html;
}

}  // namespace selvage::report

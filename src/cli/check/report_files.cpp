#include "cli/check/report_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>

#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/sarif.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

struct Format {
  const char* option;
  const char* name;
  std::string ReportFiles::* path;
  std::string (*text)(const report::Report&);
};

constexpr std::array kFormats = {
    Format{"--html", "HTML report", &ReportFiles::html,
           [](const report::Report& report) { return report::to_html(report); }},
    Format{"--json", "JSON report", &ReportFiles::json,
           [](const report::Report& report) { return report::json_text(report::to_json(report)) + "\n"; }},
    Format{"--sarif", "SARIF log", &ReportFiles::sarif,
           [](const report::Report& report) { return report::json_text(report::to_sarif(report)) + "\n"; }},
    Format{"--junit", "JUnit report", &ReportFiles::junit,
           [](const report::Report& report) { return report::to_junit(report); }},
};

bool write_text(const std::string& path, const std::string& text) {
  if (path == kStandardOutput) {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

// Zero: it looks as if the file could be written.
int why_not_writable(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return EISDIR;
  if (std::filesystem::exists(path, error)) return access(path.c_str(), W_OK) == 0 ? 0 : errno;
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
}

std::string why_not_written(const Format& format, const std::string& path, int error) {
  return fmt::format("The {} {} cannot be written: {}.", format.name, path, std::strerror(error));
}

}  // namespace

void check_report_files(const ReportFiles& files) {
  const char* on_standard_output = nullptr;
  for (const Format& format : kFormats) {
    const std::string& path = files.*format.path;
    if (path == kStandardOutput && on_standard_output != nullptr)
      throw Error(ExitCode::Usage, fmt::format("{} and {} cannot both go to standard output: name a file for one.",
                                               on_standard_output, format.option));
    if (path == kStandardOutput) on_standard_output = format.option;
    if (path.empty() || path == kStandardOutput) continue;
    if (int error = why_not_writable(path); error != 0)
      throw Error(ExitCode::Usage, why_not_written(format, path, error));
  }
}

ExitCode write_report_files(const ReportFiles& files, const report::Report& report) {
  auto exit_code = static_cast<ExitCode>(report.exit_code);
  bool failed = false;
  for (const Format& format : kFormats) {
    const std::string& path = files.*format.path;
    if (path.empty() || write_text(path, format.text(report))) continue;
    std::string sentence = why_not_written(format, path, errno);
    // It may have been the reason why nothing was checked.
    if (sentence != report.error) fmt::print(stderr, "selvage: {}\n", sentence);
    failed = true;
  }
  bool nothing_wrong =
      exit_code == ExitCode::Success || exit_code == ExitCode::Bounded || exit_code == ExitCode::BudgetEnded;
  return failed && nothing_wrong ? ExitCode::Usage : exit_code;
}

}  // namespace selvage::cli

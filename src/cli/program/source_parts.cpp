#include "cli/program/source_parts.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>

namespace selvage::cli {
namespace {

constexpr uint32_t kAround = 3;  // lines on each side

using Lines = std::map<std::string, std::set<uint32_t>>;  // numbers, by file

// Names are relative to where the program was checked.
std::optional<std::string> text_of(const trace::Trace& trace, const std::string& name) {
  std::ifstream file(std::filesystem::path(trace.program.directory) / name, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text(std::istreambuf_iterator<char>(file), {});
  return file.bad() ? std::nullopt : std::optional(std::move(text));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

class LineCollector {
 public:
  void add(const std::string& file, uint32_t line) {
    if (file.empty() || line == 0) return;
    std::set<uint32_t>& numbers = lines_[file];
    for (uint32_t i = line > kAround ? line - kAround : 1; i <= line + kAround; ++i) numbers.insert(i);
  }
  void add(const report::Place& place) { add(place.file, place.line); }
  void add(const report::Stack& stack) {
    for (const report::Place& place : stack) add(place);
  }
  Lines take() { return std::move(lines_); }

 private:
  Lines lines_;
};

Lines named_lines(const trace::Trace& trace) {
  LineCollector collector;
  for (const trace::Site& site : trace.recording.sites) collector.add(site.file, site.line);
  const report::Counterexample& shown = trace.shown;
  collector.add(shown.place);
  for (const report::Step& step : shown.steps) {
    collector.add(step.place);
    collector.add(step.stack);
  }
  for (const report::Thread& thread : shown.threads) {
    collector.add(thread.created);
    collector.add(thread.stack);
    if (!thread.waiting) continue;
    for (const report::Place& place : {thread.waiting->held_since, thread.waiting->place, thread.waiting->loop})
      collector.add(place);
  }
  for (const report::Note& note : shown.notes) collector.add(note.place);
  for (const report::Access& access : shown.accesses) {
    collector.add(access.place);
    collector.add(access.stack);
  }
  return collector.take();
}

bool agrees(const trace::SourcePart& part, const std::vector<std::string>& lines) {
  for (size_t i = 0; i < part.lines.size(); ++i) {
    size_t index = part.first - 1 + i;
    if (index >= lines.size() || lines[index] != part.lines[i]) return false;
  }
  return true;
}

std::string kept_text(const trace::Trace& trace, const std::string& file) {
  std::map<uint32_t, const std::string*> lines;
  for (const trace::SourcePart& part : trace.sources) {
    if (part.file != file) continue;
    for (size_t i = 0; i < part.lines.size(); ++i) lines[part.first + static_cast<uint32_t>(i)] = &part.lines[i];
  }
  // A number that no source file reaches is not worth so many empty lines.
  constexpr uint32_t kLongestFile = 1'000'000;
  std::string text;
  uint32_t next = 1;
  for (const auto& [number, line] : lines) {
    if (number > kLongestFile) break;
    for (; next < number; ++next) text += '\n';
    text += *line + '\n';
    ++next;
  }
  return text;
}

}  // namespace

std::vector<trace::SourcePart> source_parts(const trace::Trace& trace) {
  std::vector<trace::SourcePart> parts;
  for (const auto& [file, numbers] : named_lines(trace)) {
    std::optional<std::string> text = text_of(trace, file);
    if (!text) continue;
    std::vector<std::string> lines = lines_of(*text);
    uint32_t before = 0;
    for (uint32_t number : numbers) {
      if (number > lines.size()) break;
      if (before == 0 || number != before + 1) parts.push_back({.file = file, .first = number});
      parts.back().lines.push_back(lines[number - 1]);
      before = number;
    }
  }
  return parts;
}

ShownSources shown_sources(const trace::Trace& trace) {
  ShownSources sources;
  for (const auto& [file, numbers] : named_lines(trace)) {
    std::optional<std::string> text = text_of(trace, file);
    bool differs = false;
    if (text) {
      std::vector<std::string> lines = lines_of(*text);
      differs = std::ranges::any_of(trace.sources, [&](const trace::SourcePart& part) {
        return part.file == file && part.first != 0 && !agrees(part, lines);
      });
    }
    if (text && !differs) {
      sources.text.emplace(file, std::move(*text));
      continue;
    }
    std::string kept = kept_text(trace, file);
    if (text) {
      sources.changed.push_back(file);
    } else if (!kept.empty()) {
      sources.missing.push_back(file);
    }
    if (!kept.empty()) sources.text.emplace(file, std::move(kept));
  }
  return sources;
}

ShownSources replayed_sources(const report::Counterexample& shown, const trace::Trace& trace, bool same_program) {
  trace::Trace named;
  std::error_code error;
  named.program.directory = std::filesystem::current_path(error).string();
  named.shown = shown;
  if (same_program) named.sources = trace.sources;
  return shown_sources(named);
}

}  // namespace selvage::cli

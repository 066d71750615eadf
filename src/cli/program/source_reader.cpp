#include "cli/program/source_reader.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/show/shown_places.h"

namespace selvage::cli {
namespace {

constexpr uintmax_t kLargestSource = 4 << 20;

class SourceReader {
 public:
  void add(const report::Place& place) {
    if (!place.is_known() || is_system_file(place.file) || sources_.contains(place.file)) return;
    std::string& text = sources_[place.file];
    std::error_code error;
    if (!std::filesystem::is_regular_file(place.file, error)) return;
    if (uintmax_t size = std::filesystem::file_size(place.file, error); error || size > kLargestSource) return;
    std::ifstream file(place.file, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(file), {});
  }
  void add(const report::Stack& stack) {
    for (const report::Place& place : stack) add(place);
  }
  void add(const report::Counterexample& finding) {
    add(finding.place);
    for (const report::Step& step : finding.steps) {
      add(step.place);
      add(step.stack);
    }
    for (const report::Thread& thread : finding.threads) {
      add(thread.created);
      add(thread.stack);
      if (!thread.waiting) continue;
      for (const report::Place* place : {&thread.waiting->place, &thread.waiting->held_since, &thread.waiting->loop})
        add(*place);
    }
    for (const report::Access& access : finding.accesses) {
      add(access.place);
      add(access.stack);
    }
    for (const report::Note& note : finding.notes) add(note.place);
  }
  std::map<std::string, std::string> take() {
    std::erase_if(sources_, [](const auto& source) { return source.second.empty(); });
    return std::move(sources_);
  }

 private:
  std::map<std::string, std::string> sources_;  // empty: cannot be read
};

}  // namespace

std::map<std::string, std::string> sources_of(const std::vector<report::Counterexample>& findings) {
  SourceReader reader;
  for (const report::Counterexample& finding : findings) reader.add(finding);
  return reader.take();
}

}  // namespace selvage::cli

#include "cli/check/suppression_judge.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <span>

#include "target/byte_source.h"
#include "target/demangle.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using check::FindingKind;
using target::Error;
using target::ExitCode;

constexpr uint64_t kLargestFile = uint64_t{16} << 20;

}  // namespace

SuppressionJudge::SuppressionJudge(const report::Suppressions& suppressions, std::unique_ptr<Names> names)
    : suppressions_(suppressions), names_(std::move(names)) {
  // A finding that is suppressed must not count because its callers were not told in time.
  names_->symbolizer.obey(nullptr);
  names_->symbolizer.start();
}

void SuppressionJudge::add_site(report::Subject& subject, uint32_t number) const {
  target::Site site = names_->modules.site(target::SiteId{number});
  if (!site.function.empty()) subject.functions.push_back(target::demangle(site.function));
  if (!site.variable.empty()) subject.variables.push_back(site.variable);
  if (!site.file.empty()) subject.files.push_back(names_->file(site.file));
}

void SuppressionJudge::add_object(report::Subject& subject, uint64_t object) {
  if (object == 0) return;
  if (auto name = names_->modules.object_name(target::TargetAddress{object})) subject.variables.push_back(*name);
}

void SuppressionJudge::add_stack(report::Subject& subject, const std::vector<uint64_t>& stack, bool is_by_signal) {
  using First = target::Symbolizer::First;
  for (const target::Frame& frame :
       names_->symbolizer.stack(stack, is_by_signal ? First::Instruction : First::ReturnAddress)) {
    if (!frame.function.empty()) subject.functions.push_back(frame.function);
    if (!frame.file.empty()) subject.files.push_back(names_->file(frame.file));
  }
}

report::Subject SuppressionJudge::subject_of(const check::Finding& finding, const explore::Execution& execution) {
  report::Subject subject{.kind = std::string(check::finding_kind_name(finding.kind)),
                          .property = std::string(check::property_name(check::property_of(finding.kind)))};
  if (finding.step != model::kNone) {
    add_site(subject, finding.site);
    if (finding.kind == FindingKind::DataRace) add_site(subject, finding.other_site);
    add_object(subject, finding.object);
    add_stack(subject, stacks_.stack(finding.stack), false);
    add_stack(subject, stacks_.stack(finding.other_stack), false);
    return subject;
  }
  for (uint32_t site : execution.end.sites) add_site(subject, site);
  for (uint64_t object : execution.end.objects) add_object(subject, object);
  add_stack(subject, execution.end.stack, execution.end.is_by_signal);
  return subject;
}

std::optional<size_t> SuppressionJudge::pattern_of(const check::Finding& finding, const explore::Execution& execution) {
  std::lock_guard lock(mutex_);
  return suppressions_.find(subject_of(finding, execution));
}

report::Suppressions read_suppressions(const std::vector<std::string>& files) {
  report::Suppressions suppressions;
  for (const std::string& path : files) {
    auto source = target::open_file_bytes(path);
    if (source == nullptr || source->size() > kLargestFile) {
      throw Error(ExitCode::Usage, fmt::format("The suppressions {} cannot be read: {}.", path,
                                               source == nullptr ? std::strerror(errno) : "the file is too large"));
    }
    std::string text(source->size(), '\0');
    if (!source->read(0, std::as_writable_bytes(std::span(text))))
      throw Error(ExitCode::Usage, fmt::format("The suppressions {} cannot be read: {}.", path, std::strerror(EIO)));
    std::string problem = suppressions.add(text, path);
    if (!problem.empty()) throw Error(ExitCode::Usage, problem);
  }
  return suppressions;
}

}  // namespace selvage::cli

#include "cli/check/finding_journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

#include "cli/check/checkpoint.h"
#include "target/byte_source.h"
#include "target/descriptor.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

std::string encode(const JournalEntry& entry) {
  Checkpoint one;
  one.options = std::string(campaign::points_name(entry.points));
  one.findings = {entry.finding};
  one.shared = entry.shared;
  one.thread_paths = entry.thread_paths;
  return encode(one);
}

JournalEntry decode_entry(std::string_view bytes, const std::string& name) {
  Checkpoint one = decode(bytes, name);
  for (campaign::Points points : campaign::all_points())
    if (campaign::points_name(points) == one.options && one.findings.size() == 1)
      return {points, one.findings.front(), one.shared, one.thread_paths};
  throw Error(ExitCode::Usage, fmt::format("{} is damaged: start without --resume.", name));
}

}  // namespace

void FindingJournal::append(const JournalEntry& entry) {
  std::lock_guard lock(mutex_);
  std::string bytes = encode(entry);
  uint64_t size = bytes.size();
  bytes.insert(0, reinterpret_cast<const char*>(&size), sizeof(size));
  target::Descriptor file(open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  bool written = file.valid() && write(file.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
                 fdatasync(file.get()) == 0;
  if (written) return;
  throw Error(ExitCode::Usage, fmt::format("{} cannot be written: {}.", path_, std::strerror(errno)));
}

void FindingJournal::clear() {
  std::lock_guard lock(mutex_);
  unlink(path_.c_str());
}

std::vector<JournalEntry> FindingJournal::read(const std::string& path) {
  std::vector<JournalEntry> entries;
  auto source = target::open_file_bytes(path);
  if (source == nullptr) return entries;
  std::string bytes(source->size(), '\0');
  if (!source->read(0, std::as_writable_bytes(std::span(bytes))))
    throw Error(ExitCode::Usage, fmt::format("{} cannot be read: {}.", path, std::strerror(EIO)));
  std::string_view rest = bytes;
  for (;;) {
    uint64_t size = 0;
    if (rest.size() < sizeof(size)) return entries;
    std::memcpy(&size, rest.data(), sizeof(size));
    rest.remove_prefix(sizeof(size));
    if (rest.size() < size) return entries;
    entries.push_back(decode_entry(rest.substr(0, size), path));
    rest.remove_prefix(size);
  }
}

void JournalPart::on_finding(const check::Finding& finding) {
  if (journal_ == nullptr) return;
  // With fewer points a thread may run for ever that waits for others.
  if (points_ != campaign::Points::All && finding.kind == check::FindingKind::Stuck) return;
  // Its steps are not known: it is drawn again.
  if (finding.schedule.empty()) return;
  journal_->append({points_, finding, shared_, agreement_.paths()});
}

}  // namespace selvage::cli

#include "cli/check/checkpoint.h"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cerrno>
#include <cstring>
#include <span>
#include <type_traits>

#include "cli/whole_file.h"
#include "target/byte_source.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

constexpr std::string_view kMagic = "SELVAGE-CHECKPOINT\n";
constexpr uint32_t kVersion = 9;
constexpr uint64_t kLargestFile = uint64_t{8} << 30;

class Writer {
 public:
  template <typename Number>
    requires std::is_arithmetic_v<Number>
  void put(Number number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof(number));
  }
  void put(std::string_view text) {
    put(uint64_t{text.size()});
    bytes_.append(text);
  }
  void put(const Step& step) {
    put(step.thread);
    put(step.alternative);
  }
  void put(const ThreadPath& path) {
    put(path.parent);
    put(path.child_index);
  }
  void put(const check::Finding& finding) {
    put(static_cast<uint8_t>(finding.kind));
    put(finding.identity);
    put(finding.site);
    put(finding.other_site);
    put(finding.step);
    put(finding.other_step);
    put(static_cast<uint8_t>(finding.observed));
    put(static_cast<uint8_t>(finding.outcome));
    put(finding.schedule);
    put(uint64_t{finding.shared_count});
    put(finding.execution);
    put(static_cast<uint8_t>(finding.is_cut));
    put(finding.loop_steps);
  }
  void put(const SuppressedFinding& suppressed) {
    put(suppressed.finding);
    put(suppressed.pattern);
  }
  template <typename Element>
  void put(const std::vector<Element>& list) {
    put(uint64_t{list.size()});
    for (const Element& element : list) put(element);
  }

  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <typename Number>
    requires std::is_arithmetic_v<Number>
  void get(Number& number) {
    if (rest_.size() < sizeof(number)) return fail();
    std::memcpy(&number, rest_.data(), sizeof(number));
    rest_.remove_prefix(sizeof(number));
  }
  void get(std::string& text) {
    uint64_t size = 0;
    get(size);
    if (size > rest_.size()) return fail();
    text.assign(rest_.substr(0, size));
    rest_.remove_prefix(size);
  }
  void get(Step& step) {
    get(step.thread);
    get(step.alternative);
    if (step.thread >= kMaxThreads) fail();
  }
  void get(ThreadPath& path) {
    get(path.parent);
    get(path.child_index);
  }
  void get(check::Finding& finding) {
    get_enumerator(finding.kind, check::FindingKind::Count);
    get(finding.identity);
    get(finding.site);
    get(finding.other_site);
    get(finding.step);
    get(finding.other_step);
    uint8_t observed = 0;
    get(observed);
    finding.observed = observed != 0;
    get_enumerator(finding.outcome, static_cast<Outcome>(ExaminationCounts::kOutcomes));
    get(finding.schedule);
    uint64_t shared_count = 0;
    get(shared_count);
    finding.shared_count = shared_count;
    get(finding.execution);
    uint8_t is_cut = 0;
    get(is_cut);
    finding.is_cut = is_cut != 0;
    get(finding.loop_steps);
  }
  void get(SuppressedFinding& suppressed) {
    get(suppressed.finding);
    get(suppressed.pattern);
  }
  template <typename Element>
  void get(std::vector<Element>& list) {
    uint64_t size = 0;
    get(size);
    // Every element has at least one byte: a length that cannot be right costs no memory.
    if (size > rest_.size()) return fail();
    for (uint64_t i = 0; i < size && good_; ++i) get(list.emplace_back());
  }

  bool good() const { return good_; }
  bool at_end() const { return rest_.empty(); }

 private:
  template <typename Enumeration>
  void get_enumerator(Enumeration& value, Enumeration count) {
    uint8_t number = 0;
    get(number);
    if (number >= static_cast<uint8_t>(count)) return fail();
    value = static_cast<Enumeration>(number);
  }
  void fail() {
    good_ = false;
    rest_ = {};
  }

  std::string_view rest_;
  bool good_ = true;
};

// Both directions in one order.
template <typename Visitor, typename Value>
void visit_fields(Visitor&& visit, Value& checkpoint) {
  visit(checkpoint.program_hash);
  visit(checkpoint.program);
  visit(checkpoint.options);
  visit(checkpoint.counts.executions);
  visit(checkpoint.counts.predicted);
  visit(checkpoint.counts.transitions);
  visit(checkpoint.counts.threads);
  for (auto& count : checkpoint.counts.outcomes) visit(count);
  visit(checkpoint.counts.narrowed);
  visit(checkpoint.counts.strikes);
  visit(checkpoint.counts.library_calls);
  visit(checkpoint.restarts);
  visit(checkpoint.seconds);
  visit(checkpoint.findings);
  visit(checkpoint.suppressed);
  visit(checkpoint.shared);
  visit(checkpoint.thread_paths);
  visit(checkpoint.drawing);
  visit(checkpoint.search);
}

[[noreturn]] void refuse(const std::string& name, const char* why) {
  throw Error(ExitCode::Usage,
              fmt::format("{} {}: give a file that --checkpoint or an interrupted selvage check wrote, or "
                          "leave --resume out to begin anew.",
                          name, why));
}

}  // namespace

std::string encode(const Checkpoint& checkpoint) {
  Writer writer;
  writer.bytes_ = kMagic;
  writer.put(kVersion);
  visit_fields([&](const auto& field) { writer.put(field); }, checkpoint);
  writer.put(uint64_t{XXH3_64bits(writer.bytes_.data(), writer.bytes_.size())});
  return std::move(writer.bytes_);
}

Checkpoint decode(std::string_view bytes, const std::string& name) {
  if (!bytes.starts_with(kMagic)) refuse(name, "is not a checkpoint");
  Reader header(bytes.substr(kMagic.size()));
  uint32_t version = 0;
  header.get(version);
  if (header.good() && version != kVersion) refuse(name, "was written by another version of Selvage");
  uint64_t checksum = 0;
  if (bytes.size() < kMagic.size() + sizeof(version) + sizeof(checksum)) refuse(name, "is damaged");
  std::string_view covered = bytes.substr(0, bytes.size() - sizeof(checksum));
  std::memcpy(&checksum, covered.data() + covered.size(), sizeof(checksum));
  if (checksum != XXH3_64bits(covered.data(), covered.size())) refuse(name, "is damaged");

  Checkpoint checkpoint;
  Reader reader(covered.substr(kMagic.size() + sizeof(version)));
  visit_fields([&](auto& field) { reader.get(field); }, checkpoint);
  if (!reader.good() || !reader.at_end()) refuse(name, "is damaged");
  return checkpoint;
}

void write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  if (int error = write_whole_file(path, encode(checkpoint)); error != 0)
    throw Error(ExitCode::Usage, fmt::format("The checkpoint {} cannot be written: {}.", path, std::strerror(error)));
}

Checkpoint read_checkpoint(const std::string& path) {
  auto source = target::open_file_bytes(path);
  if (source == nullptr || source->size() > kLargestFile) {
    throw Error(ExitCode::Usage, fmt::format("The checkpoint {} cannot be read: {}.", path,
                                             source == nullptr ? std::strerror(errno) : "it is too large"));
  }
  std::string bytes(source->size(), '\0');
  if (!source->read(0, std::as_writable_bytes(std::span(bytes))))
    throw Error(ExitCode::Usage, fmt::format("The checkpoint {} cannot be read: {}.", path, std::strerror(EIO)));
  return decode(bytes, path);
}

void require_same_search(const Checkpoint& checkpoint, const std::string& path, uint64_t program_hash,
                         const std::string& options) {
  if (checkpoint.program_hash != program_hash) {
    throw Error(ExitCode::Usage,
                fmt::format("{} is of another program, or of another build of {}: leave --resume out to begin anew.",
                            path, checkpoint.program));
  }
  if (checkpoint.options == options) return;
  throw Error(
      ExitCode::Usage,
      fmt::format("{} is of a search with other options: resume it with{}, or leave --resume out to begin anew.", path,
                  checkpoint.options));
}

uint64_t hash_of_file(const std::string& path) {
  auto source = target::open_file_bytes(path);
  if (source == nullptr) return 0;
  // Piece by piece: memory for the whole file would take longer to get than the file takes to read.
  constexpr uint64_t kPiece = 64 * 1024;
  std::vector<std::byte> piece(std::min(kPiece, source->size()));
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  for (uint64_t at = 0; at < source->size(); at += piece.size()) {
    piece.resize(std::min(kPiece, source->size() - at));
    if (!source->read(at, piece)) return 0;
    XXH3_64bits_update(&state, piece.data(), piece.size());
  }
  return XXH3_64bits_digest(&state);
}

}  // namespace selvage::cli

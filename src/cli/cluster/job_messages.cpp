#include "cli/cluster/job_messages.h"

#include <fmt/format.h>

#include "explore/saved.h"

namespace selvage::cli {
namespace {

using explore::SavedReader;
using explore::SavedWriter;

constexpr std::string_view kJob = "job.";

void write_text(SavedWriter& writer, std::string_view text) { writer.list(std::span<const char>(text)); }

std::string read_text(SavedReader& reader) {
  std::vector<char> characters;
  reader.list(characters);
  return {characters.begin(), characters.end()};
}

std::optional<campaign::Points> read_points(SavedReader& reader) {
  auto points = reader.value<uint8_t>();
  if (points > static_cast<uint8_t>(campaign::Points::All)) return std::nullopt;
  return static_cast<campaign::Points>(points);
}

}  // namespace

std::string encode(const JobItem& item) {
  SavedWriter writer;
  write_text(writer, item.id);
  writer.value(item.set.points);
  writer.list(std::span<const uint32_t>(item.set.sites));
  write_text(writer, item.state);
  writer.list(std::span<const SharedLocation>(item.shared));
  writer.value(item.seconds);
  return wrapped(writer.take());
}

std::optional<JobItem> decode_job(std::string_view bytes) {
  std::optional<std::string> body = unwrapped(bytes);
  if (!body) return std::nullopt;
  SavedReader reader(*body);
  JobItem item;
  item.id = read_text(reader);
  std::optional<campaign::Points> points = read_points(reader);
  if (!points) return std::nullopt;
  item.set.points = *points;
  reader.list(item.set.sites);
  item.state = read_text(reader);
  reader.list(item.shared);
  item.seconds = reader.value<double>();
  if (!reader.finished() || !(item.seconds > 0 && item.seconds < 3600)) return std::nullopt;
  return item;
}

std::string encode(const JobOutcome& outcome) {
  SavedWriter writer;
  write_text(writer, encode(outcome.part));
  writer.value(outcome.points);
  write_text(writer, outcome.state);
  writer.list(std::span<const SharedLocation>(outcome.shared));
  outcome.candidates.save(writer);
  writer.value(outcome.seconds);
  writer.value(outcome.size);
  return wrapped(writer.take());
}

std::optional<JobOutcome> decode_job_outcome(std::string_view bytes) {
  std::optional<std::string> body = unwrapped(bytes);
  if (!body) return std::nullopt;
  SavedReader reader(*body);
  std::optional<PartResult> part = decode_result(read_text(reader));
  if (!part) return std::nullopt;
  JobOutcome outcome;
  outcome.part = std::move(*part);
  std::optional<campaign::Points> among = read_points(reader);
  if (!among) return std::nullopt;
  outcome.points = *among;
  outcome.state = read_text(reader);
  reader.list(outcome.shared);
  outcome.candidates.restore(reader);
  outcome.seconds = reader.value<double>();
  outcome.size = reader.value<double>();
  if (!reader.finished()) return std::nullopt;
  return outcome;
}

std::string job_entry(const std::string& id) { return fmt::format("{}{}", kJob, id); }

std::optional<std::string> job_of_entry(std::string_view name) {
  if (!name.starts_with(kJob)) return std::nullopt;
  return std::string(name.substr(kJob.size()));
}

}  // namespace selvage::cli

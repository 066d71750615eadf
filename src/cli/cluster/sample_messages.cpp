#include "cli/cluster/sample_messages.h"

#include <fmt/format.h>

#include <charconv>

#include "explore/saved.h"

namespace selvage::cli {
namespace {

using explore::SavedReader;
using explore::SavedWriter;

constexpr std::string_view kSampling = "sampling.", kDrawn = "drawn.";

void write(SavedWriter& writer, std::string_view text) { writer.list(std::span<const char>(text)); }
void write(SavedWriter& writer, const PartResult& part) { write(writer, encode(part)); }

void write(SavedWriter& writer, const UnrecordedDraws& draws) {
  writer.count(draws.size());
  for (const auto& [number, draw] : draws) {
    writer.value(number);
    writer.list(std::span<const Step>(draw.steps));
    writer.value(draw.policy);
    writer.value(draw.seed);
    writer.value(draw.drawing);
    writer.list(std::span<const uint32_t>(draw.weights));
  }
}

void write(SavedWriter& writer, const SampledRound& round) {
  writer.value(round.count);
  write(writer, round.seen);
  writer.count(round.notable.size());
  for (const NotableDraw& draw : round.notable) {
    writer.value(draw.offset);
    draw.news.save(writer);
    writer.list(std::span<const Step>(draw.steps));
  }
  write(writer, round.lesson);
  write(writer, round.unrecorded);
}

std::string read_text(SavedReader& reader) {
  std::vector<char> characters;
  reader.list(characters);
  return {characters.begin(), characters.end()};
}

void read(SavedReader& reader, PartResult& part) {
  std::optional<PartResult> read = decode_result(read_text(reader));
  if (!read) return reader.fail();
  part = std::move(*read);
}

void read(SavedReader& reader, std::vector<Step>& steps) {
  reader.list(steps);
  for (const Step& step : steps)
    if (step.thread >= kMaxThreads) reader.fail();
}

void read(SavedReader& reader, UnrecordedDraws& draws) {
  for (size_t left = reader.count(1); left > 0 && !reader.failed(); --left) {
    auto number = reader.value<uint64_t>();
    sample::Draw draw;
    read(reader, draw.steps);
    draw.policy = reader.value<Policy>();
    draw.seed = reader.value<uint64_t>();
    draw.drawing = reader.value<Drawing>();
    reader.list(draw.weights);
    if (draw.weights.size() > kMaxThreads || draw.drawing.changes > kMaxChanges) reader.fail();
    draws.emplace(number, std::move(draw));
  }
}

void read(SavedReader& reader, SampledRound& round) {
  round.count = reader.value<uint64_t>();
  read(reader, round.seen);
  uint64_t next = 0;
  for (size_t left = reader.count(1); left > 0 && !reader.failed(); --left) {
    NotableDraw& draw = round.notable.emplace_back();
    draw.offset = reader.value<uint64_t>();
    draw.news.restore(reader);
    read(reader, draw.steps);
    // In their order, and within the round.
    if (draw.offset < next || draw.offset >= round.count) reader.fail();
    next = draw.offset + 1;
  }
  round.lesson = read_text(reader);
  read(reader, round.unrecorded);
}

template <typename Number>
std::optional<Number> number_in(std::string_view text) {
  Number number = 0;
  auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

uint64_t SampledStretch::executions() const {
  uint64_t sum = 0;
  for (const SampledRound& round : rounds) sum += round.count;
  return sum;
}

std::string encode(const SamplingState& state) {
  SavedWriter writer;
  writer.value(state.first);
  writer.list(std::span<const SharedLocation>(state.shared));
  write(writer, state.sampler);
  write(writer, state.coverage);
  write(writer, state.opening);
  write(writer, state.unrecorded);
  return wrapped(writer.take());
}

std::optional<SamplingState> decode_sampling(std::string_view bytes) {
  std::optional<std::string> body = unwrapped(bytes);
  if (!body) return std::nullopt;
  SavedReader reader(*body);
  SamplingState state;
  state.first = reader.value<uint64_t>();
  reader.list(state.shared);
  state.sampler = read_text(reader);
  state.coverage = read_text(reader);
  read(reader, state.opening);
  read(reader, state.unrecorded);
  return reader.finished() ? std::optional(std::move(state)) : std::nullopt;
}

std::string encode(const SampleItem& item) {
  SavedWriter writer;
  writer.value(item.part);
  writer.value(item.first);
  writer.value(item.end);
  return wrapped(writer.take());
}

std::optional<SampleItem> decode_sample_item(std::string_view bytes) {
  std::optional<std::string> body = unwrapped(bytes);
  if (!body) return std::nullopt;
  SavedReader reader(*body);
  SampleItem item;
  item.part = reader.value<uint32_t>();
  item.first = reader.value<uint64_t>();
  item.end = reader.value<uint64_t>();
  return reader.finished() && item.first < item.end ? std::optional(item) : std::nullopt;
}

std::string encode(const SampledStretch& stretch) {
  SavedWriter writer;
  writer.count(stretch.rounds.size());
  for (const SampledRound& round : stretch.rounds) write(writer, round);
  writer.value(stretch.seconds);
  write(writer, stretch.worker);
  writer.value(stretch.error_code);
  write(writer, stretch.error);
  return wrapped(writer.take());
}

std::optional<SampledStretch> decode_stretch(std::string_view bytes) {
  std::optional<std::string> body = unwrapped(bytes);
  if (!body) return std::nullopt;
  SavedReader reader(*body);
  SampledStretch stretch;
  for (size_t left = reader.count(1); left > 0 && !reader.failed(); --left) read(reader, stretch.rounds.emplace_back());
  stretch.seconds = reader.value<double>();
  stretch.worker = read_text(reader);
  stretch.error_code = reader.value<int32_t>();
  stretch.error = read_text(reader);
  return reader.finished() ? std::optional(std::move(stretch)) : std::nullopt;
}

std::string sampling_entry(uint32_t part) { return fmt::format("{}{}", kSampling, part); }
std::string stretch_entry(uint32_t part, uint64_t first) { return fmt::format("{}{}.{}", kDrawn, part, first); }

std::optional<uint32_t> part_of_sampling_entry(std::string_view name) {
  if (!name.starts_with(kSampling)) return std::nullopt;
  return number_in<uint32_t>(name.substr(kSampling.size()));
}

std::optional<StretchName> stretch_of_entry(std::string_view name) {
  if (!name.starts_with(kDrawn)) return std::nullopt;
  name.remove_prefix(kDrawn.size());
  size_t dot = name.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  std::optional<uint32_t> part = number_in<uint32_t>(name.substr(0, dot));
  std::optional<uint64_t> first = number_in<uint64_t>(name.substr(dot + 1));
  if (!part || !first) return std::nullopt;
  return StretchName{*part, *first};
}

}  // namespace selvage::cli

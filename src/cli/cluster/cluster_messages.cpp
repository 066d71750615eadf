#include "cli/cluster/cluster_messages.h"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <charconv>
#include <random>
#include <type_traits>

#include "explore/saved.h"
#include "target/error.h"
#include "trace/compression.h"

namespace selvage::cli {
namespace {

using explore::SavedReader;
using explore::SavedWriter;

constexpr uint32_t kMessageVersion = 3;
constexpr uint64_t kLargestMessage = uint64_t{4} << 30;

class Writing {
 public:
  template <typename Value>
    requires std::is_trivially_copyable_v<Value>
  void operator()(const Value& value) {
    writer_.value(value);
  }
  void operator()(const std::string& text) { writer_.list<char>(text); }
  void operator()(const Checkpoint& checkpoint) { (*this)(encode(checkpoint)); }
  template <typename Element>
  void operator()(const std::vector<Element>& list) {
    writer_.count(list.size());
    for (const Element& element : list) (*this)(element);
  }
  void operator()(const ModuleFile& module) {
    (*this)(module.path);
    (*this)(module.digest);
    (*this)(module.load_address);
  }
  void operator()(const SentFile& file) {
    (*this)(file.path);
    (*this)(file.blob);
    (*this)(file.is_executable);
  }
  std::string take() { return writer_.take(); }

 private:
  SavedWriter writer_;
};

class Reading {
 public:
  explicit Reading(std::string_view bytes) : reader_(bytes) {}

  template <typename Value>
    requires std::is_trivially_copyable_v<Value>
  void operator()(Value& value) {
    value = reader_.value<Value>();
  }
  void operator()(bool& value) { value = reader_.value<uint8_t>() != 0; }
  void operator()(explore::End& end) {
    auto number = reader_.value<uint32_t>();
    if (number > static_cast<uint32_t>(explore::End::NotDeterministic)) return reader_.fail();
    end = static_cast<explore::End>(number);
  }
  void operator()(Step& step) {
    step = reader_.value<Step>();
    if (step.thread >= kMaxThreads) reader_.fail();
  }
  void operator()(std::string& text) {
    std::vector<char> characters;
    reader_.list(characters);
    text.assign(characters.begin(), characters.end());
  }
  void operator()(Checkpoint& checkpoint) {
    std::string bytes;
    (*this)(bytes);
    if (reader_.failed()) return;
    try {
      checkpoint = decode(bytes, "a result");
    } catch (const target::Error&) {
      reader_.fail();
    }
  }
  template <typename Element>
  void operator()(std::vector<Element>& list) {
    size_t count = reader_.count(1);
    for (size_t i = 0; i < count && !reader_.failed(); i++) (*this)(list.emplace_back());
  }
  void operator()(ModuleFile& module) {
    (*this)(module.path);
    (*this)(module.digest);
    (*this)(module.load_address);
  }
  void operator()(SentFile& file) {
    (*this)(file.path);
    (*this)(file.blob);
    (*this)(file.is_executable);
  }
  bool is_whole() const { return reader_.finished(); }

 private:
  SavedReader reader_;
};

static_assert(sizeof(explore::End) == sizeof(uint32_t) && sizeof(bool) == 1);

// Both directions in one order.
template <typename Visitor, typename Value>
  requires std::is_same_v<std::remove_const_t<Value>, RunDescription>
void visit(Visitor& visit, Value& run) {
  visit(run.contract_version);
  visit(run.program_hash);
  visit(run.identity);
  visit(run.words);
  visit(run.left_out);
  visit(run.argument_zero);
  visit(run.arguments);
  visit(run.environment);
  visit(run.executable_path);
  visit(run.folder);
  visit(run.executable);
  visit(run.input);
  visit(run.files);
  visit(run.machine);
  visit(run.features);
  visit(run.suppressions);
  visit(run.modules);
  visit(run.first_execution);
  visit(run.has_jobs);
  visit(run.has_samples);
  visit(run.threads_run);
  visit(run.budget);
  visit(run.began);
  visit(run.slice);
  visit(run.started);
}

template <typename Visitor, typename Value>
  requires std::is_same_v<std::remove_const_t<Value>, WorkItem>
void visit(Visitor& visit, Value& item) {
  visit(item.generation);
  visit(item.id);
  visit(item.parent);
  visit(item.state);
}

template <typename Visitor, typename Value>
  requires std::is_same_v<std::remove_const_t<Value>, PartResult>
void visit(Visitor& visit, Value& result) {
  visit(result.seen);
  visit(result.counts);
  visit(result.share_done);
  visit(result.end);
  visit(result.left);
  visit(result.found);
  visit(result.sections);
  visit(result.endless_loops);
  visit(result.waiting_loops);
  visit(result.is_unmodelled);
  visit(result.unmodelled);
  visit(result.suspect);
  visit(result.unrepeated_ends);
  visit(result.worker);
  visit(result.error_code);
  visit(result.error);
}

template <typename Visitor, typename Value>
  requires std::is_same_v<std::remove_const_t<Value>, Refusal>
void visit(Visitor& visit, Value& refusal) {
  visit(refusal.worker);
  visit(refusal.reason);
}

template <typename Visitor, typename Value>
  requires std::is_same_v<std::remove_const_t<Value>, std::vector<SharedLocation>> ||
           std::is_same_v<std::remove_const_t<Value>, ThreadPath>
void visit(Visitor& visit, Value& value) {
  visit(value);
}

template <typename Value>
std::string pack(const Value& value) {
  Writing writing;
  visit(writing, value);
  return wrapped(writing.take());
}

template <typename Value>
std::optional<Value> unpack(std::string_view bytes) {
  std::optional<std::string> body = unwrapped(bytes);
  if (!body) return std::nullopt;
  Reading reading(*body);
  Value value{};
  visit(reading, value);
  if (!reading.is_whole()) return std::nullopt;
  return value;
}

std::optional<uint32_t> number_in(std::string_view text) {
  uint32_t number = 0;
  auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

constexpr std::string_view kGeneration = "generation.", kThread = "thread.", kResult = "result.";
constexpr std::string_view kWant = "want.", kFile = "file.", kRefusal = "refusal.";

}  // namespace

// version | checksum of the rest | the rest
std::string wrapped(std::string_view body) {
  std::string compressed = trace::compress(std::string(body), true);
  SavedWriter envelope;
  envelope.value(kMessageVersion);
  envelope.value(uint64_t{XXH3_64bits(compressed.data(), compressed.size())});
  return envelope.take() + compressed;
}

std::optional<std::string> unwrapped(std::string_view bytes) {
  SavedReader envelope(bytes);
  auto version = envelope.value<uint32_t>();
  auto checksum = envelope.value<uint64_t>();
  if (envelope.failed() || version != kMessageVersion) return std::nullopt;
  std::string_view compressed = bytes.substr(sizeof(version) + sizeof(checksum));
  if (XXH3_64bits(compressed.data(), compressed.size()) != checksum) return std::nullopt;
  trace::Expanded expanded = trace::expand(compressed, kLargestMessage);
  if (expanded.problem != nullptr) return std::nullopt;
  return std::move(expanded.text);
}

std::string encode(const RunDescription& run) { return pack(run); }
std::string encode(const WorkItem& item) { return pack(item); }
std::string encode(const PartResult& result) { return pack(result); }
std::string encode_table(const std::vector<SharedLocation>& shared) { return pack(shared); }
std::string encode_thread(const ThreadPath& path) { return pack(path); }
std::string encode(const Refusal& refusal) { return pack(refusal); }

std::optional<RunDescription> decode_run(std::string_view bytes) { return unpack<RunDescription>(bytes); }
std::optional<WorkItem> decode_item(std::string_view bytes) { return unpack<WorkItem>(bytes); }
std::optional<PartResult> decode_result(std::string_view bytes) { return unpack<PartResult>(bytes); }
std::optional<std::vector<SharedLocation>> decode_table(std::string_view bytes) {
  return unpack<std::vector<SharedLocation>>(bytes);
}
std::optional<ThreadPath> decode_thread(std::string_view bytes) { return unpack<ThreadPath>(bytes); }
std::optional<Refusal> decode_refusal(std::string_view bytes) { return unpack<Refusal>(bytes); }

std::string generation_entry(uint32_t generation) { return fmt::format("{}{}", kGeneration, generation); }
std::string thread_entry(size_t number) { return fmt::format("{}{}", kThread, number); }
std::string result_entry(uint32_t generation, const std::string& id) {
  return fmt::format("{}{}.{}", kResult, generation, id);
}

std::string want_entry(const std::string& digest) { return fmt::format("{}{}", kWant, digest); }
std::string file_entry(const std::string& digest) { return fmt::format("{}{}", kFile, digest); }
std::string refusal_entry(const std::string& worker) { return fmt::format("{}{}", kRefusal, worker); }

std::optional<std::string> digest_of_want(std::string_view name) {
  if (!name.starts_with(kWant)) return std::nullopt;
  return std::string(name.substr(kWant.size()));
}

bool is_refusal_entry(std::string_view name) { return name.starts_with(kRefusal); }

std::optional<uint32_t> generation_of_entry(std::string_view name) {
  if (!name.starts_with(kGeneration)) return std::nullopt;
  return number_in(name.substr(kGeneration.size()));
}

bool is_thread_entry(std::string_view name) { return name.starts_with(kThread); }

std::optional<ResultName> result_of_entry(std::string_view name) {
  if (!name.starts_with(kResult)) return std::nullopt;
  name.remove_prefix(kResult.size());
  size_t dot = name.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  std::optional<uint32_t> generation = number_in(name.substr(0, dot));
  if (!generation) return std::nullopt;
  return ResultName{*generation, std::string(name.substr(dot + 1))};
}

std::string whole_of(uint32_t generation) { return fmt::format("whole-{}", generation); }

std::string new_id() {
  static thread_local std::random_device device;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

}  // namespace selvage::cli

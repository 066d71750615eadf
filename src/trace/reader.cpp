#include "trace/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "trace/compression.h"
#include "trace/fields.h"
#include "trace/settings.h"

namespace selvage::trace {
namespace {

using nlohmann::json;

constexpr uint64_t kLargestText = uint64_t{1} << 30;
constexpr uint64_t kLongestHeader = 1 << 16;
constexpr const char* kFormat = "selvage-counterexample";

struct Problem {
  std::string what;
};

[[noreturn]] void refuse(std::string what) { throw Problem{std::move(what)}; }

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  refuse("a byte is not in hexadecimal digits");
}

std::string text_of(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_object() || !value.contains("bytes") || !value["bytes"].is_string()) refuse("a text is none");
  const auto& digits = value["bytes"].get_ref<const std::string&>();
  if (digits.size() % 2 != 0) refuse("a byte is not in hexadecimal digits");
  std::string bytes;
  for (size_t i = 0; i < digits.size(); i += 2)
    bytes += static_cast<char>(digit_value(digits[i]) * 16 + digit_value(digits[i + 1]));
  return bytes;
}

template <typename Number>
Number number_of(const json& value) {
  if (!value.is_number_unsigned() || value.get<uint64_t>() > std::numeric_limits<Number>::max())
    refuse("a number is none, or too large");
  return value.get<Number>();
}

class Reader {
 public:
  explicit Reader(Read& result) : result_(result), trace_(result.trace) {}

  // False: nothing more can be read.
  bool read_header(std::string_view line) {
    json header = json::parse(line, nullptr, false);
    if (!header.is_object() || !header.contains("format") || header["format"] != kFormat) return false;
    result_.condition = Condition::OtherVersion;
    try {
      if (header.contains("selvage")) trace_.selvage_version = text_of(header["selvage"]);
      if (header.contains("finding")) trace_.finding.message = text_of(header["finding"]);
      if (header.contains("contract")) trace_.contract_version = number_of<uint32_t>(header["contract"]);
      if (!header.contains("version")) refuse("the version is missing");
      result_.version = number_of<uint64_t>(header["version"]);
    } catch (const Problem& problem) {
      result_.condition = Condition::Damaged;
      result_.problem = problem.what;
      return false;
    }
    return result_.version == kTraceVersion;
  }

  void read_line(std::string_view line) {
    ++lines_;
    if (ended_) refuse("there is something behind its end");
    json object = json::parse(line, nullptr, false);
    if (!object.is_object() || object.size() != 1) refuse("this is not what a line of it looks like");
    const std::string& kind = object.begin().key();
    const json& value = object.begin().value();
    // Lines of other kinds may be there one day.
    if (kind == "program") {
      decode(value, trace_.program);
      has_program_ = true;
    } else if (kind == "settings") {
      read_settings(value);
    } else if (kind == "finding") {
      decode(value, trace_.finding);
    } else if (kind == "threads") {
      decode(value, trace_.threads);
      check_threads();
    } else if (kind == "shared") {
      decode(value, trace_.shared);
    } else if (kind == "schedule") {
      decode(value, trace_.schedule);
      has_schedule_ = true;
    } else if (kind == "original") {
      decode(value, original().schedule);
    } else if (kind == "original_shared") {
      original().shared = number_of<uint64_t>(value);
    } else if (kind == "original_finding") {
      decode(value, original().finding);
    } else if (kind == "site") {
      append(value, trace_.recording.sites);
    } else if (kind == "object") {
      append(value, trace_.recording.objects);
    } else if (kind == "step") {
      append_step(value, trace_.recording.steps);
    } else if (kind == "original_step") {
      append_step(value, original().steps);
    } else if (kind == "place") {
      places_.emplace_back();
      decode_fields(value, places_.back());
    } else if (kind == "stack") {
      read_stack(value);
    } else if (kind == "shown") {
      decode(value, trace_.shown);
    } else if (kind == "shown_thread") {
      append(value, trace_.shown.threads);
    } else if (kind == "shown_object") {
      append(value, trace_.shown.objects);
    } else if (kind == "shown_step") {
      append(value, trace_.shown.steps);
    } else if (kind == "source") {
      append(value, trace_.sources);
    } else if (kind == "end") {
      if (number_of<uint64_t>(value) != lines_) refuse("lines are missing");
      ended_ = true;
    }
  }

  bool ended() const { return ended_; }
  bool can_be_executed() const { return has_program_ && has_schedule_ && has_settings_; }

  // Numbers that refer to something refer to something that is there. What is shown is cut where it does not.
  void check_references() {
    report::Counterexample& shown = trace_.shown;
    auto thread_is_known = [&](report::ThreadIndex thread) { return thread < shown.threads.size(); };
    auto object_is_known = [&](report::ObjectIndex object) { return object < shown.objects.size(); };
    auto step_is_known = [&](report::StepIndex step) { return step < shown.steps.size(); };
    auto keep = [](auto& list, const auto& is_known) {
      std::erase_if(list, [&](auto number) { return !is_known(number); });
    };
    auto keep_one = [](auto& number, const auto& is_known) {
      if (number && !is_known(*number)) number.reset();
    };
    std::erase_if(shown.steps, [&](const report::Step& step) { return !thread_is_known(step.thread); });
    std::erase_if(shown.accesses, [&](const report::Access& access) { return !thread_is_known(access.thread); });
    for (report::Step& step : shown.steps) {
      keep_one(step.object, object_is_known);
      keep_one(step.woken_by, step_is_known);
      keep(step.enabled, thread_is_known);
      keep(step.held, object_is_known);
      keep(step.after, step_is_known);
      keep(step.reads_from, step_is_known);
      keep(step.overwrites, step_is_known);
    }
    auto block_is_known = [&](uint32_t block) { return block < shown.blocks.size(); };
    for (report::Object& object : shown.objects) keep_one(object.block, block_is_known);
    for (report::Thread& thread : shown.threads) {
      if (!thread.waiting) continue;
      keep_one(thread.waiting->object, object_is_known);
      keep(thread.waiting->held_by, thread_is_known);
    }
    for (report::Access& access : shown.accesses) keep_one(access.step, step_is_known);
    auto waits = [&](report::ThreadIndex thread) {
      return thread_is_known(thread) && shown.threads[thread].waiting && shown.threads[thread].waiting->is_blocked &&
             !shown.threads[thread].waiting->held_by.empty();
    };
    if (!std::ranges::all_of(shown.wait_cycle, waits)) shown.wait_cycle.clear();
    keep_one(shown.loop_begin, step_is_known);
    for (report::AtomRow& row : shown.atom_rows) keep_one(row.step, step_is_known);
    auto site_is_known = [&](SiteIndex site) { return site < trace_.recording.sites.size(); };
    auto keep_sites = [&](Finding& finding) {
      keep_one(finding.site, site_is_known);
      keep_one(finding.other_site, site_is_known);
    };
    keep_sites(trace_.finding);
    if (trace_.original) keep_sites(trace_.original->finding);
  }

 private:
  class Visitor {
   public:
    Visitor(Reader& reader, const json& object) : reader_(reader), object_(object) {}
    template <typename Value>
    void operator()(const char* name, Value& value) {
      auto found = object_.find(name);
      if (found != object_.end()) reader_.decode(*found, value);
    }

   private:
    Reader& reader_;
    const json& object_;
  };

  template <typename Value>
  void decode(const json& from, Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
      if (!from.is_boolean()) refuse("a truth value is none");
      value = from.get<bool>();
    } else if constexpr (std::is_arithmetic_v<Value>) {
      value = number_of<Value>(from);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      value = text_of(from);
    } else if constexpr (std::is_same_v<Value, report::Place>) {
      value = element(places_, from, "place");
    } else if constexpr (std::is_same_v<Value, report::Stack>) {
      value = element(stacks_, from, "stack");
    } else if constexpr (std::is_same_v<Value, Step>) {
      decode_pair(from, value.thread, value.alternative);
      if (value.thread >= kMaxThreads) refuse("a thread's number is too large");
    } else if constexpr (std::is_same_v<Value, ThreadPath>) {
      decode_pair(from, value.parent, value.child_index);
    } else if constexpr (requires { value.has_value(); }) {
      decode(from, value.emplace());
    } else if constexpr (requires { value.push_back({}); }) {
      if (!from.is_array()) refuse("a list is none");
      value.clear();
      for (const json& one : from) append(one, value);
    } else {
      decode_fields(from, value);
    }
  }

  template <typename Value>
  void decode_fields(const json& from, Value& value) {
    if (!from.is_object()) refuse("an object is none");
    Visitor visitor(*this, from);
    fields(visitor, value);
  }

  void decode_pair(const json& from, uint16_t& first, uint16_t& second) {
    if (!from.is_array() || from.size() != 2) refuse("a pair of numbers is none");
    first = number_of<uint16_t>(from[0]);
    second = number_of<uint16_t>(from[1]);
  }

  template <typename Value>
  void append(const json& from, std::vector<Value>& list) {
    Value value{};
    decode(from, value);
    list.push_back(std::move(value));
  }

  template <typename Value>
  const Value& element(const std::vector<Value>& table, const json& from, const char* what) {
    auto index = number_of<size_t>(from);
    if (index >= table.size()) refuse(fmt::format("there is no such {}", what));
    return table[index];
  }

  Original& original() { return trace_.original ? *trace_.original : trace_.original.emplace(); }

  void append_step(const json& value, std::vector<RecordedStep>& steps) {
    RecordedStep step;
    decode(value, step);
    check_step(step);
    steps.push_back(std::move(step));
  }

  void read_stack(const json& value) {
    if (!value.is_array()) refuse("a list is none");
    report::Stack stack;
    for (const json& place : value) stack.push_back(element(places_, place, "place"));
    stacks_.push_back(std::move(stack));
  }

  void read_settings(const json& value) {
    Configuration unused{};
    std::string problem = apply_settings(value, unused);
    if (!problem.empty()) refuse(problem);
    trace_.settings = value.dump();
    has_settings_ = true;
  }

  void check_threads() {
    if (trace_.threads.size() > kMaxThreads) refuse("there are too many threads");
    for (size_t i = 1; i < trace_.threads.size(); ++i)
      if (trace_.threads[i].parent >= i) refuse(fmt::format("thread {} is older than its parent", i));
  }

  void check_step(const RecordedStep& step) {
    if (step.thread >= kMaxThreads) refuse("a thread's number is too large");
    if (step.object && *step.object >= trace_.recording.objects.size()) refuse("there is no such object");
    if (step.site && *step.site >= trace_.recording.sites.size()) refuse("there is no such site");
  }

  Read& result_;
  Trace& trace_;
  size_t lines_ = 0;
  bool ended_ = false, has_program_ = false, has_settings_ = false, has_schedule_ = false;
  std::vector<report::Place> places_;
  std::vector<report::Stack> stacks_;
};

std::string_view first_line(std::string_view& rest) {
  size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

void read_lines(std::string_view text, Read& result) {
  Reader reader(result);
  if (!reader.read_header(first_line(text))) return;
  result.condition = Condition::Whole;
  size_t number = 2;
  try {
    for (; !text.empty(); ++number) reader.read_line(first_line(text));
    if (!reader.ended()) refuse("its end is missing");
  } catch (const Problem& problem) {
    result.condition = Condition::Damaged;
    result.problem =
        text.empty() && !reader.ended() ? "its end is missing" : fmt::format("line {}: {}", number, problem.what);
  }
  result.has_schedule = reader.can_be_executed();
  reader.check_references();
}

}  // namespace

Read parse(std::string_view bytes) {
  Read result;
  if (!is_compressed(bytes)) {
    read_lines(bytes, result);
    return result;
  }
  Expanded expanded = expand(bytes, kLargestText);
  read_lines(expanded.text, result);
  bool is_read = result.condition == Condition::Whole || result.condition == Condition::Damaged;
  if (expanded.problem != nullptr && is_read) {
    result.condition = Condition::Damaged;
    result.problem = expanded.problem;
  }
  return result;
}

bool is_trace(std::string_view bytes) {
  Read result;
  std::string beginning;
  if (is_compressed(bytes)) {
    beginning = expand(bytes, kLongestHeader).text;
    bytes = beginning;
  }
  Reader(result).read_header(first_line(bytes));
  return result.condition != Condition::NotATrace;
}

}  // namespace selvage::trace

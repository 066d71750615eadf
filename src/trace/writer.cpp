#include "trace/writer.h"

#include <fmt/format.h>

#include <map>
#include <tuple>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "trace/compression.h"
#include "trace/fields.h"

namespace selvage::trace {
namespace {

using json = nlohmann::ordered_json;

bool is_utf8(const std::string& text) {
  try {
    // The library has no question for it.
    (void)json(text).dump();
    return true;
  } catch (const json::type_error&) {
    return false;
  }
}

// What is not text is written in hexadecimal digits.
json text_json(const std::string& text) {
  if (is_utf8(text)) return text;
  std::string digits;
  for (char c : text) digits += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return {{"bytes", digits}};
}

class LineWriter {
 public:
  template <typename Value>
  void line(const char* kind, const Value& value) {
    json encoded = encode(value);
    add({{kind, std::move(encoded)}});
  }
  void add(const json& object) {
    text_ += object.dump();
    text_ += '\n';
    ++lines_;
  }
  size_t lines() const { return lines_; }
  std::string take() { return std::move(text_); }

 private:
  // A field that is empty is left out.
  class Visitor {
   public:
    Visitor(LineWriter& writer, json& object) : writer_(writer), object_(object) {}
    template <typename Value>
    void operator()(const char* name, const Value& value) {
      if (is_empty(value)) return;
      object_[name] = writer_.encode(value);
    }

   private:
    template <typename Value>
    static bool is_empty(const Value& value) {
      if constexpr (std::is_arithmetic_v<Value>) {
        return value == Value{};
      } else if constexpr (requires { value.has_value(); }) {
        return !value.has_value();
      } else if constexpr (requires { value.is_known(); }) {
        return value.file.empty() && value.function.empty();
      } else if constexpr (requires { value.empty(); }) {
        return value.empty();
      } else {
        return false;
      }
    }

    LineWriter& writer_;
    json& object_;
  };

  template <typename Value>
  json encode(const Value& value) {
    if constexpr (std::is_arithmetic_v<Value>) {
      return value;
    } else if constexpr (std::is_same_v<Value, json>) {
      return value;
    } else if constexpr (std::is_same_v<Value, std::string>) {
      return text_json(value);
    } else if constexpr (std::is_same_v<Value, report::Place>) {
      return place_number(value);
    } else if constexpr (std::is_same_v<Value, report::Stack>) {
      return stack_number(value);
    } else if constexpr (std::is_same_v<Value, Step>) {
      return json::array({value.thread, value.alternative});
    } else if constexpr (std::is_same_v<Value, ThreadPath>) {
      return json::array({value.parent, value.child_index});
    } else if constexpr (requires { value.has_value(); }) {
      return encode(*value);
    } else if constexpr (requires { value.begin(); }) {
      json list = json::array();
      for (const auto& element : value) list.push_back(encode(element));
      return list;
    } else {
      return encode_fields(value);
    }
  }

  template <typename Value>
  json encode_fields(const Value& value) {
    json object = json::object();
    Visitor visitor(*this, object);
    fields(visitor, const_cast<Value&>(value));
    return object;
  }

  // Places and stacks are written once, on lines of their own before the first that refers to them.
  size_t place_number(const report::Place& place) {
    auto [found, is_new] =
        places_.emplace(std::tie(place.file, place.line, place.column, place.function), places_.size());
    if (is_new) add({{"place", encode_fields(place)}});
    return found->second;
  }
  size_t stack_number(const report::Stack& stack) {
    std::vector<size_t> numbers;
    for (const report::Place& place : stack) numbers.push_back(place_number(place));
    auto [found, is_new] = stacks_.emplace(numbers, stacks_.size());
    if (is_new) add({{"stack", numbers}});
    return found->second;
  }

  std::string text_;
  size_t lines_ = 0;
  std::map<std::tuple<std::string, uint32_t, uint32_t, std::string>, size_t> places_;
  std::map<std::vector<size_t>, size_t> stacks_;
};

}  // namespace

std::string to_lines(const Trace& trace) {
  LineWriter writer;
  writer.add({{"format", "selvage-counterexample"},
              {"version", kTraceVersion},
              {"selvage", trace.selvage_version},
              {"contract", trace.contract_version},
              {"finding", text_json(trace.finding.message)}});
  writer.line("program", trace.program);
  writer.line("settings", trace.settings.empty() ? json::object() : json::parse(trace.settings));
  writer.line("finding", trace.finding);
  writer.line("threads", trace.threads);
  writer.line("shared", trace.shared);
  writer.line("schedule", trace.schedule);
  if (trace.original) {
    writer.line("original", trace.original->schedule);
    writer.add({{"original_shared", trace.original->shared}});
    writer.line("original_finding", trace.original->finding);
  }
  for (const Site& site : trace.recording.sites) writer.line("site", site);
  for (const Object& object : trace.recording.objects) writer.line("object", object);
  for (const RecordedStep& step : trace.recording.steps) writer.line("step", step);
  if (trace.original)
    for (const RecordedStep& step : trace.original->steps) writer.line("original_step", step);
  writer.line("shown", trace.shown);
  for (const report::Thread& thread : trace.shown.threads) writer.line("shown_thread", thread);
  for (const report::Object& object : trace.shown.objects) writer.line("shown_object", object);
  for (const report::Step& step : trace.shown.steps) writer.line("shown_step", step);
  for (const SourcePart& part : trace.sources) writer.line("source", part);
  // A file without it has lost its end.
  size_t lines = writer.lines();
  writer.add({{"end", lines}});
  return writer.take();
}

std::string to_bytes(const Trace& trace) { return compress(to_lines(trace)); }

}  // namespace selvage::trace

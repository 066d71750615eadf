#include "cli/run/schedule_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

#include <nlohmann/json.hpp>

#include "cli/show/trace_file.h"
#include "target/error.h"
#include "trace/reader.h"
#include "trace/settings.h"

namespace selvage::cli {
namespace {

using nlohmann::json;
using target::Error;
using target::ExitCode;

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  ScheduleFile read() {
    std::string_view first = text_.substr(0, text_.find('\n'));
    json header = json::parse(first, nullptr, false);
    if (header.is_object() && header.contains("format")) {
      read_trace();
    } else {
      read_plain();
    }
    return std::move(result_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ExitCode::Usage, fmt::format("{}, line {}: {}; give a file that --trace or selvage check wrote, or "
                                             "{{\"steps\":[[thread,alternative],...]}}.",
                                             name_, line_, what));
  }

  uint64_t number(const json& value, const char* what, uint64_t limit) const {
    if (!value.is_number_unsigned()) refuse(fmt::format("{} is not a number", what));
    auto number = value.get<uint64_t>();
    if (number >= limit) refuse(fmt::format("{} {} is too large", what, number));
    return number;
  }

  uint64_t member(const json& object, const char* name, uint64_t limit) const {
    auto found = object.find(name);
    if (found == object.end()) refuse(fmt::format("\"{}\" is missing", name));
    return number(*found, name, limit);
  }

  void read_plain() {
    json value;
    try {
      value = json::parse(text_);
    } catch (const json::parse_error& error) {
      size_t position = std::min(error.byte, text_.size());
      line_ = 1 + static_cast<size_t>(std::ranges::count(text_.substr(0, position), '\n'));
      refuse("this is not JSON");
    } catch (const json::out_of_range&) {
      // The library does not say where.
      refuse("a number is too large");
    }
    if (!value.is_object() || !value.contains("steps") || !value["steps"].is_array()) refuse("there are no \"steps\"");
    std::vector<Step> steps;
    for (const json& step : value["steps"]) {
      auto [thread, alternative] = pair(step, "a step", kMaxThreads);
      steps.push_back({thread, alternative});
    }
    result_.executions.push_back(std::move(steps));
    if (value.contains("threads")) read_thread_list(value["threads"]);
    if (value.contains("shared")) read_shared(value["shared"]);
    if (!value.contains("settings")) return;
    Configuration unused{};
    std::string problem = trace::apply_settings(value["settings"], unused);
    if (!problem.empty()) refuse(problem);
    result_.settings = value["settings"].dump();
  }

  void read_thread_list(const json& threads) {
    if (!threads.is_array()) refuse("\"threads\" is not a list");
    for (const json& thread : threads) {
      auto [parent, child] = pair(thread, "a thread", kMaxThreads);
      add_path(result_.thread_paths.size(), {parent, child});
    }
  }

  void read_shared(const json& locations) {
    if (!locations.is_array()) refuse("\"shared\" is not a list");
    for (const json& location : locations)
      result_.shared.push_back(number(location, "a shared location", ~uint64_t{0}));
  }

  std::pair<uint16_t, uint16_t> pair(const json& value, const char* what, uint64_t first_limit) const {
    if (!value.is_array() || value.size() != 2) refuse(fmt::format("{} is not a pair of numbers", what));
    return {static_cast<uint16_t>(number(value[0], what, first_limit)),
            static_cast<uint16_t>(number(value[1], what, uint64_t{1} << 16))};
  }

  void read_trace() {
    std::string_view rest = text_;
    while (!rest.empty()) {
      size_t end = rest.find('\n');
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
      if (line_ > 1 && !line.empty()) read_trace_line(line);
      ++line_;
    }
  }

  void read_trace_line(std::string_view line) {
    json value = json::parse(line, nullptr, false);
    if (!value.is_object()) refuse("this is not a JSON object");
    uint64_t execution = member(value, "execution", ~uint64_t{0});
    if (current_ != execution) {
      result_.executions.emplace_back();
      current_ = execution;
    }
    std::vector<Step>& steps = result_.executions.back();
    if (value.contains("outcome")) {
      read_threads(value);
      current_.reset();
      return;
    }
    if (value.contains("local")) return;
    if (member(value, "step", ~uint64_t{0}) != steps.size() + 1) refuse("a step is missing before this one");
    steps.push_back({static_cast<uint16_t>(member(value, "thread", kMaxThreads)),
                     static_cast<uint16_t>(member(value, "alternative", uint64_t{1} << 16))});
  }

  void read_threads(const json& value) {
    auto threads = value.find("threads");
    if (threads == value.end()) return;
    if (!threads->is_array()) refuse("\"threads\" is not a list");
    for (const json& thread : *threads) {
      if (!thread.is_object()) refuse("a thread is not an object");
      uint64_t index = member(thread, "thread", kMaxThreads);
      // Only the thread table tells; numbers without a path do not matter.
      if (!thread.contains("parent")) continue;
      add_path(index, {static_cast<uint16_t>(member(thread, "parent", kMaxThreads)),
                       static_cast<uint16_t>(member(thread, "child", uint64_t{1} << 16))});
    }
  }

  void add_path(size_t index, ThreadPath path) {
    std::vector<ThreadPath>& paths = result_.thread_paths;
    if (index < paths.size()) {
      if (paths[index].parent != path.parent || paths[index].child_index != path.child_index) {
        refuse(fmt::format("thread {} has two origins", index));
      }
      return;
    }
    if (index != paths.size()) refuse(fmt::format("the origin of thread {} is missing", paths.size()));
    if (index > 0 && path.parent >= index) refuse(fmt::format("thread {} is older than its parent", index));
    paths.push_back(path);
  }

  std::string_view text_;
  const std::string& name_;
  size_t line_ = 1;
  std::optional<uint64_t> current_;  // number of the execution being read
  ScheduleFile result_;
};

ScheduleFile schedule_of_finding(std::string_view bytes, const std::string& name) {
  trace::Read read = trace::parse(bytes);
  if (!read.has_schedule)
    throw Error(ExitCode::Usage,
                fmt::format("{} has no schedule that can be read: selvage replay shows what there is.", name));
  return {.executions = {read.trace.schedule},
          .thread_paths = read.trace.threads,
          .shared = read.trace.shared,
          .settings = read.trace.settings};
}

}  // namespace

ScheduleFile parse_schedules(std::string_view text, const std::string& name) {
  return trace::is_trace(text) ? schedule_of_finding(text, name) : Reader(text, name).read();
}

void ScheduleFile::apply(Configuration& configuration) const {
  if (!settings.empty()) trace::apply_settings(json::parse(settings), configuration);
}

ScheduleFile read_schedule_file(const std::string& path) {
  return parse_schedules(read_whole_file(path, "schedule"), path);
}

}  // namespace selvage::cli

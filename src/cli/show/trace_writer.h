// `--trace`: executions as JSON lines.
//
// A header, then for each execution its events and a closing object. Nothing that depends on how the
// execution was carried out is written (carrier, restart, time), so that traces of the same schedules compare
// byte for byte.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>

#include "cli/show/names.h"
#include "contract/channel.h"
#include "target/execution_view.h"

namespace selvage::cli {

class TraceWriter {
 public:
  // Throws Error if the file cannot be written. "-" is standard output.
  explicit TraceWriter(const std::string& path);
  ~TraceWriter();
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;

  void write_header(const std::string& program, std::span<const std::string> arguments);
  void write_execution(uint64_t index, const target::ExecutionView& execution, Names& names,
                       std::span<const ThreadPath> paths);
  // Throws Error if anything could not be written, for example on a full disk.
  void finish();

 private:
  void write_event(uint64_t index, uint64_t step, const target::EventView& event, Names& names);
  void write_end(uint64_t index, const target::ExecutionView& execution, Names& names,
                 std::span<const ThreadPath> paths);
  void write_object(ObjectKind kind, uint64_t object, Names& names);
  void write_place(uint32_t site, Names& names);
  void write_stack(const std::vector<target::Frame>& stack);
  template <typename... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(fmt::appender(buffer_), format, std::forward<Values>(values)...);
  }
  void flush();

  std::string path_;
  std::FILE* file_;
  bool failed_ = false;
  fmt::memory_buffer buffer_;
  std::unordered_map<uint32_t, std::string> places_;  // JSON of each site
};

}  // namespace selvage::cli

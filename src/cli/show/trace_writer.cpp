#include "cli/show/trace_writer.h"

#include <cerrno>
#include <cstring>

#include "cli/show/outcome_text.h"
#include "cli/text.h"
#include "model/roles.h"
#include "target/demangle.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

constexpr size_t kFlushBytes = 1 << 20;
constexpr int kTraceFormatVersion = 1;

struct FlagName {
  uint8_t flag;
  const char* name;
};
constexpr FlagName kFlagNames[] = {{kEventFailed, "failed"},
                                   {kEventTimedOut, "timed_out"},
                                   {kEventSpurious, "spurious"},
                                   {kEventLocal, "local"},
                                   {kEventMisuse, "misuse"}};

const char* state_name(ThreadState state) {
  return state == ThreadState::Alive ? "alive" : state == ThreadState::Exited ? "exited" : "not_created";
}

}  // namespace

TraceWriter::TraceWriter(const std::string& path)
    : path_(path), file_(path == "-" ? stdout : std::fopen(path.c_str(), "we")) {
  if (file_ == nullptr) {
    throw Error(ExitCode::Usage, fmt::format("The trace {} cannot be written: {}.", path, std::strerror(errno)));
  }
}

TraceWriter::~TraceWriter() {
  flush();
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
}

void TraceWriter::finish() {
  flush();
  if (std::fflush(file_) != 0) failed_ = true;
  if (failed_) {
    throw Error(ExitCode::Usage,
                fmt::format("The trace {} could not be written completely: {}.", path_, std::strerror(errno)));
  }
}

void TraceWriter::flush() {
  if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size()) failed_ = true;
  buffer_.clear();
}

void TraceWriter::write_header(const std::string& program, std::span<const std::string> arguments) {
  print("{{\"format\":\"selvage-trace\",\"version\":{},\"program\":", kTraceFormatVersion);
  append_json_string(buffer_, program);
  print(",\"arguments\":[");
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (i != 0) print(",");
    append_json_string(buffer_, arguments[i]);
  }
  print("]}}\n");
}

void TraceWriter::write_execution(uint64_t index, const target::ExecutionView& execution, Names& names,
                                  std::span<const ThreadPath> paths) {
  uint64_t step = 0;
  for (target::EventView event : execution.events()) {
    if (!event.is_local()) ++step;
    write_event(index, step, event, names);
    if (buffer_.size() >= kFlushBytes) flush();
  }
  write_end(index, execution, names, paths);
  if (buffer_.size() >= kFlushBytes) flush();
}

void TraceWriter::write_event(uint64_t index, uint64_t step, const target::EventView& view, Names& names) {
  const Event& event = *view.event;
  print("{{\"execution\":{},\"step\":{},\"thread\":{},\"operation\":\"{}\"", index, step, event.thread,
        traits(event.operation).text);
  write_object(traits(event.operation).object, event.object, names);
  print(",\"value\":{},\"size\":{}", event.value, event.size);
  write_place(event.site, names);
  print(",\"alternative\":{},\"alternatives\":{}", event.alternative, event.alternatives);
  // A spurious wake-up and a wait in a loop share a flag.
  uint8_t flags = event.flags;
  if (model::waits_in_loop(footprint_of(event))) flags &= static_cast<uint8_t>(~kEventSpin);
  for (const FlagName& flag : kFlagNames) {
    if ((flags & flag.flag) != 0) print(",\"{}\":true", flag.name);
  }
  if (!view.is_local()) {
    print(",\"enabled\":[");
    const char* separator = "";
    for (size_t word = 0; word < view.enabled.size(); ++word) {
      for (uint64_t bits = view.enabled[word]; bits != 0; bits &= bits - 1) {
        print("{}{}", separator, word * 64 + static_cast<unsigned>(__builtin_ctzll(bits)));
        separator = ",";
      }
    }
    print("]");
  }
  if (!view.stack.empty()) {
    write_stack(names.symbolizer.stack(view.stack, target::Symbolizer::First::ReturnAddress));
  }
  print("}}\n");
}

void TraceWriter::write_object(ObjectKind kind, uint64_t object, Names& names) {
  if (kind == ObjectKind::None) return;
  print(",\"object\":");
  append_json_string(buffer_, names.objects.name(kind, object));
  if (target::is_address(kind)) print(",\"address\":\"{:#x}\"", object);
}

void TraceWriter::write_place(uint32_t number, Names& names) {
  auto found = places_.find(number);
  if (found == places_.end()) {
    target::Site site = names.modules.site(target::SiteId{number});
    fmt::memory_buffer text;
    if (!site.file.empty()) {
      text.append(std::string_view(",\"file\":"));
      append_json_string(text, site.file);
      fmt::format_to(fmt::appender(text), ",\"line\":{},\"function\":", site.line);
      append_json_string(text, target::demangle(site.function));
    }
    found = places_.emplace(number, fmt::to_string(text)).first;
  }
  buffer_.append(found->second);
}

void TraceWriter::write_stack(const std::vector<target::Frame>& stack) {
  print(",\"stack\":[");
  const char* separator = "";
  for (const target::Frame& frame : stack) {
    print("{}{{\"address\":\"{:#x}\"", separator, target::number(frame.address));
    separator = ",";
    if (!frame.function.empty()) {
      print(",\"function\":");
      append_json_string(buffer_, frame.function);
    }
    if (!frame.file.empty()) {
      print(",\"file\":");
      append_json_string(buffer_, frame.file);
      print(",\"line\":{}", frame.line);
    }
    print("}}");
  }
  print("]");
}

void TraceWriter::write_end(uint64_t index, const target::ExecutionView& execution, Names& names,
                            std::span<const ThreadPath> paths) {
  const ExecutionRecord& record = execution.record();
  print("{{\"execution\":{},\"outcome\":\"{}\",\"steps\":{},\"thread\":{},\"status\":{}", index,
        outcome_name(record.outcome), record.step_count, record.thread, record.status);
  if (record.signal != 0) print(",\"signal\":{},\"fault_address\":\"{:#x}\"", record.signal, record.fault_address);
  write_place(record.site, names);
  if (!execution.message().empty()) {
    print(",\"message\":");
    append_json_string(buffer_, execution.message());
  }
  print(",\"output_bytes\":{},\"error_bytes\":{},\"threads\":[", record.output_bytes, record.error_bytes);
  const char* separator = "";
  for (const ThreadRecord& thread : execution.threads()) {
    print("{}{{\"thread\":{}", separator, thread.thread);
    separator = ",";
    if (thread.thread < paths.size()) {
      print(",\"parent\":{},\"child\":{}", paths[thread.thread].parent, paths[thread.thread].child_index);
    }
    print(",\"state\":\"{}\"", state_name(thread.state));
    if (thread.state == ThreadState::Alive && thread.pending != Operation::None) {
      print(",\"pending\":\"{}\"", traits(thread.pending).text);
      write_object(traits(thread.pending).object, thread.object, names);
      write_place(thread.site, names);
      print(",\"enabled\":{}", thread.enabled != 0);
    }
    print("}}");
  }
  print("],\"held\":[");
  separator = "";
  for (const HeldRecord& held : execution.held()) {
    print("{}{{\"thread\":{},\"kind\":\"{}\"", separator, held.thread, object_kind_name(held.kind));
    separator = ",";
    write_object(held.kind, held.object, names);
    print(",\"shared\":{}", held.shared != 0);
    write_place(held.site, names);
    print("}}");
  }
  print("]");
  if (!execution.stack().empty()) write_stack(names.symbolizer.stack(execution));
  print("}}\n");
}

}  // namespace selvage::cli

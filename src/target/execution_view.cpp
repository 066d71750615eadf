#include "target/execution_view.h"

namespace selvage::target {

static_assert(sizeof(ExecutionRecord) % 8 == 0 && sizeof(Event) % 8 == 0);
static_assert(sizeof(ThreadRecord) % 8 == 0 && sizeof(HeldRecord) % 8 == 0);

// Takes parts off the front of a record, never more than is there.
class RecordParser {
 public:
  RecordParser(std::span<const uint64_t> words, uint32_t flags) : rest_(words), flags_(flags) {}

  const char* parse(ExecutionView& view) {
    view.words_ = rest_;
    std::span<const ExecutionRecord> header;
    if (!take(1, header)) return "a record is cut off";
    const ExecutionRecord& record = header.front();
    if (record.magic != kRecordMagic) return "a record does not start where it should";
    if (record.bytes != view.words_.size_bytes()) return "a record's length is wrong";
    if (record.outcome > Outcome::Livelock || record.defect > Defect::StackOverflow)
      return "a record has an unknown outcome";
    if (record.enabled_words > kThreadWords) return "a record has too many threads";
    if (record.thread >= kMaxThreads || record.stack_depth > kMaxStackDepth || record.found_count > kMaxFound)
      return "a record's header is damaged";
    view.record_ = &record;

    if (record.events_bytes % 8 != 0 || record.events_bytes / 8 > rest_.size()) return "events reach past a record";
    std::span<const uint64_t> events = rest_.first(record.events_bytes / 8);
    rest_ = rest_.subspan(events.size());
    if (const char* problem = check_events(events, record)) return problem;
    view.events_ = EventRange(events, record.enabled_words, flags_);

    if (!take(record.thread_count, view.threads_) || !take(record.held_count, view.held_) ||
        !take(record.stack_depth, view.stack_) || !take(record.found_count, view.found_)) {
      return "a record's lists reach past it";
    }
    if (const char* problem = check_lists(view)) return problem;

    // Padding may include a final zero.
    if (record.message_bytes > rest_.size_bytes() || rest_.size_bytes() - record.message_bytes > 8) {
      return "a record's message does not fit";
    }
    view.message_ = {reinterpret_cast<const char*>(rest_.data()), record.message_bytes};
    return nullptr;
  }

 private:
  template <typename Part>
  bool take(uint64_t count, std::span<const Part>& parts) {
    if (count > rest_.size_bytes() / sizeof(Part)) return false;
    parts = {reinterpret_cast<const Part*>(rest_.data()), static_cast<size_t>(count)};
    rest_ = rest_.subspan(parts.size_bytes() / 8);
    return true;
  }

  const char* check_events(std::span<const uint64_t> words, const ExecutionRecord& record) const {
    uint64_t count = 0;
    while (!words.empty()) {
      if (words.size() < sizeof(Event) / 8) return "an event is cut off";
      const Event& event = *reinterpret_cast<const Event*>(words.data());
      if (event.thread >= kMaxThreads) return "an event has an impossible thread";
      if (event.operation == Operation::None || event.operation >= Operation::Count) {
        return "an event has an unknown operation";
      }
      size_t length = sizeof(Event) / 8 + ((event.flags & kEventLocal) != 0 ? 0 : record.enabled_words);
      if ((flags_ & kRecordValues) != 0) length += kValueWords;
      if ((flags_ & kRecordStacks) != 0) {
        if (length >= words.size() || words[length] > kMaxStackDepth) return "an event's stack is damaged";
        length += 1 + static_cast<size_t>(words[length]);
      }
      if (length > words.size()) return "an event is cut off";
      words = words.subspan(length);
      ++count;
    }
    return count == record.event_count ? nullptr : "events are missing";
  }

  static const char* check_lists(const ExecutionView& view) {
    for (const ThreadRecord& thread : view.threads_) {
      if (thread.thread >= kMaxThreads || thread.state > ThreadState::Exited || thread.pending >= Operation::Count) {
        return "a thread's state is damaged";
      }
    }
    for (const HeldRecord& held : view.held_) {
      if (held.thread >= kMaxThreads || held.kind > ObjectKind::UnseenCode) return "a held lock is damaged";
    }
    return nullptr;
  }

  std::span<const uint64_t> rest_;
  uint32_t flags_;
};

const char* parse_execution(std::span<const uint64_t> words, uint32_t schedule_flags, ExecutionView& view) {
  return RecordParser(words, schedule_flags).parse(view);
}

}  // namespace selvage::target

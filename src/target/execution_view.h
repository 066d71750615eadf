// One execution as the program reported it, after every length in it has been checked.
//
// The view stands on the explorer's private copy of the record: the program cannot change it any more. It is
// valid until the visitor that received it returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

#include "contract/channel.h"

namespace selvage::target {

struct EventView {
  const Event* event;
  std::span<const uint64_t> enabled;  // set of threads, one bit each; empty in local events
  std::span<const uint64_t> values;   // kValueWords of them; empty unless asked for
  std::span<const uint64_t> stack;    // empty unless asked for

  bool is_local() const { return (event->flags & kEventLocal) != 0; }
  bool has_written() const { return !values.empty() && values[1] != 0; }
  uint64_t written() const { return values[0]; }
  // Where the object lies, and what the value points into; address 0 where that is no block of the heap, or not known.
  HeapBlock object_block() const { return values.empty() ? HeapBlock{} : blocks()[0]; }
  HeapBlock value_block() const { return values.empty() ? HeapBlock{} : blocks()[1]; }
  const HeapBlock* blocks() const { return reinterpret_cast<const HeapBlock*>(values.data() + 2); }
};

// Events have no fixed size: they can only be walked forward.
class EventRange {
 public:
  class Iterator {
   public:
    using value_type = EventView;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    Iterator(const uint64_t* position, uint8_t enabled_words, uint32_t flags)
        : position_(position), enabled_words_(enabled_words), flags_(flags) {}

    EventView operator*() const {
      EventView view{reinterpret_cast<const Event*>(position_), {}, {}, {}};
      const uint64_t* next = position_ + sizeof(Event) / 8;
      view.enabled = {next, enabled_count()};
      next += view.enabled.size();
      view.values = {next, value_count()};
      next += view.values.size();
      if ((flags_ & kRecordStacks) != 0) view.stack = {next + 1, static_cast<size_t>(*next)};
      return view;
    }
    Iterator& operator++() {
      const uint64_t* next = position_ + sizeof(Event) / 8 + enabled_count() + value_count();
      if ((flags_ & kRecordStacks) != 0) next += 1 + *next;
      position_ = next;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const { return position_ == other.position_; }

   private:
    size_t enabled_count() const {
      bool local = (reinterpret_cast<const Event*>(position_)->flags & kEventLocal) != 0;
      return local ? 0 : enabled_words_;
    }

    size_t value_count() const { return (flags_ & kRecordValues) != 0 ? kValueWords : 0; }

    const uint64_t* position_ = nullptr;
    uint8_t enabled_words_ = 0;
    uint32_t flags_ = 0;
  };

  EventRange() = default;
  // `flags` are those of the schedule.
  EventRange(std::span<const uint64_t> words, uint8_t enabled_words, uint32_t flags)
      : words_(words), enabled_words_(enabled_words), flags_(flags) {}

  Iterator begin() const { return {words_.data(), enabled_words_, flags_}; }
  Iterator end() const { return {words_.data() + words_.size(), enabled_words_, flags_}; }
  std::span<const uint64_t> words() const { return words_; }

 private:
  std::span<const uint64_t> words_;
  uint8_t enabled_words_ = 0;
  uint32_t flags_ = 0;
};

class ExecutionView {
 public:
  const ExecutionRecord& record() const { return *record_; }
  // The whole record, as parse_execution takes it.
  std::span<const uint64_t> words() const { return words_; }
  Outcome outcome() const { return record_->outcome; }
  EventRange events() const { return events_; }
  std::span<const ThreadRecord> threads() const { return threads_; }
  std::span<const HeldRecord> held() const { return held_; }
  std::span<const uint64_t> stack() const { return stack_; }
  std::span<const SharedLocation> found() const { return found_; }
  std::string_view message() const { return message_; }

 private:
  friend class RecordParser;

  const ExecutionRecord* record_ = nullptr;
  std::span<const uint64_t> words_;
  EventRange events_;
  std::span<const ThreadRecord> threads_;
  std::span<const HeldRecord> held_;
  std::span<const uint64_t> stack_;
  std::span<const SharedLocation> found_;
  std::string_view message_;
};

// Parses one record that fills `words` exactly. `schedule_flags` are those that the execution was asked for
// with: they decide whether events carry values and stacks. Returns null, or what is wrong.
const char* parse_execution(std::span<const uint64_t> words, uint32_t schedule_flags, ExecutionView& view);

}  // namespace selvage::target

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
  std::span<const uint64_t> stack;    // empty unless asked for

  bool is_local() const { return (event->flags & kEventLocal) != 0; }
};

// Events have no fixed size: they can only be walked forward.
class EventRange {
 public:
  class Iterator {
   public:
    using value_type = EventView;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    Iterator(const uint64_t* position, uint8_t enabled_words, bool stacks)
        : position_(position), enabled_words_(enabled_words), stacks_(stacks) {}

    EventView operator*() const {
      EventView view{reinterpret_cast<const Event*>(position_), {}, {}};
      const uint64_t* next = position_ + sizeof(Event) / 8;
      view.enabled = {next, enabled_count()};
      next += view.enabled.size();
      if (stacks_) view.stack = {next + 1, static_cast<size_t>(*next)};
      return view;
    }
    Iterator& operator++() {
      const uint64_t* next = position_ + sizeof(Event) / 8 + enabled_count();
      if (stacks_) next += 1 + *next;
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

    const uint64_t* position_ = nullptr;
    uint8_t enabled_words_ = 0;
    bool stacks_ = false;
  };

  EventRange() = default;
  EventRange(std::span<const uint64_t> words, uint8_t enabled_words, bool stacks)
      : words_(words), enabled_words_(enabled_words), stacks_(stacks) {}

  Iterator begin() const { return {words_.data(), enabled_words_, stacks_}; }
  Iterator end() const { return {words_.data() + words_.size(), enabled_words_, stacks_}; }
  std::span<const uint64_t> words() const { return words_; }

 private:
  std::span<const uint64_t> words_;
  uint8_t enabled_words_ = 0;
  bool stacks_ = false;
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
// with: they decide whether events carry stacks. Returns null, or what is wrong.
const char* parse_execution(std::span<const uint64_t> words, uint32_t schedule_flags, ExecutionView& view);

}  // namespace selvage::target

// The parser of execution records, on good and on damaged ones.
#include "target/execution_view.h"

#include <gtest/gtest.h>

#include <cstring>

#include "byte_mutations.h"
#include "target/stored_execution.h"
#include "target/synthetic_execution.h"

namespace selvage::target {
namespace {

constexpr uint32_t kFlags[] = {0, kRecordStacks, kRecordValues, kRecordStacks | kRecordValues};

class RecordBuilder {
 public:
  explicit RecordBuilder(uint32_t flags) : flags_(flags) { bytes_.resize(sizeof(ExecutionRecord)); }

  std::vector<uint64_t> build() {
    for (uint16_t i = 0; i < 5; ++i) append_event(i);
    header_.magic = kRecordMagic;
    header_.outcome = Outcome::Deadlock;
    header_.enabled_words = 2;
    header_.events_bytes = bytes_.size() - sizeof(header_);
    append(ThreadRecord{.thread = 1,
                        .state = ThreadState::Alive,
                        .pending = Operation::MutexLock,
                        .enabled = 0,
                        .flags = 0,
                        .size = 0,
                        .site = 7,
                        .begin_site = 0,
                        .object = 16,
                        .value = 0,
                        .loop_site = 0,
                        .held_back = 0,
                        .is_endless = 0,
                        .may_go_on = 0,
                        .found = 0,
                        .function = 0,
                        .caller = 0});
    append(HeldRecord{.object = 16, .thread = 2, .kind = ObjectKind::Mutex, .shared = 0, .site = 3});
    append(uint64_t{0x401000});
    append(uint64_t{0x402000});
    header_.thread_count = 1;
    header_.held_count = 1;
    header_.stack_depth = 2;
    std::string message = "they wait";
    header_.message_bytes = static_cast<uint32_t>(message.size());
    message.resize(16);
    bytes_.insert(bytes_.end(), message.begin(), message.end());
    header_.bytes = bytes_.size();
    std::memcpy(bytes_.data(), &header_, sizeof(header_));
    std::vector<uint64_t> words(bytes_.size() / 8);
    std::memcpy(words.data(), bytes_.data(), bytes_.size());
    return words;
  }

 private:
  template <typename Part>
  void append(const Part& part) {
    const char* raw = reinterpret_cast<const char*>(&part);
    bytes_.insert(bytes_.end(), raw, raw + sizeof(part));
  }

  void append_event(uint16_t i) {
    bool local = i == 2;
    append(Event{.thread = i,
                 .operation = Operation::Write,
                 .flags = local ? uint8_t{kEventLocal} : uint8_t{0},
                 .alternative = 0,
                 .alternatives = 1,
                 .site = 9,
                 .size = 4,
                 .object = 64,
                 .value = i});
    if (!local) {
      append(uint64_t{3});
      append(uint64_t{i});
    }
    if ((flags_ & kRecordValues) != 0) {
      append(uint64_t{100} + i);
      append(uint64_t{i % 2U});
      append(HeapBlock{0x1000U + i, 16, 5});
      append(HeapBlock{});
    }
    if ((flags_ & kRecordStacks) != 0) {
      append(uint64_t{i});
      for (uint64_t depth = 0; depth < i; ++depth) append(uint64_t{0x1000 + depth});
    }
    ++header_.event_count;
  }

  uint32_t flags_;
  ExecutionRecord header_{};
  std::vector<char> bytes_;
};

TEST(ExecutionView, ParsesARecord) {
  for (uint32_t flags : kFlags) {
    bool stacks = (flags & kRecordStacks) != 0;
    std::vector<uint64_t> words = RecordBuilder(flags).build();
    ExecutionView view;
    ASSERT_EQ(parse_execution(words, flags, view), nullptr);
    EXPECT_EQ(view.outcome(), Outcome::Deadlock);
    EXPECT_EQ(view.message(), "they wait");
    ASSERT_EQ(view.threads().size(), 1U);
    EXPECT_EQ(view.threads()[0].site, 7U);
    ASSERT_EQ(view.held().size(), 1U);
    EXPECT_EQ(view.held()[0].thread, 2U);
    ASSERT_EQ(view.stack().size(), 2U);
    EXPECT_EQ(view.stack()[1], 0x402000U);
    uint16_t count = 0;
    for (EventView event : view.events()) {
      EXPECT_EQ(event.event->thread, count);
      EXPECT_EQ(event.is_local(), count == 2);
      EXPECT_EQ(event.enabled.size(), count == 2 ? 0U : 2U);
      if (count != 2) {
        EXPECT_EQ(event.enabled[1], count);
      }
      EXPECT_EQ(event.has_written(), (flags & kRecordValues) != 0 && count % 2 == 1);
      if (event.has_written()) {
        EXPECT_EQ(event.written(), 100U + count);
        EXPECT_EQ(event.object_block().address, 0x1000U + count);
        EXPECT_EQ(event.value_block().address, 0U);
      }
      EXPECT_EQ(event.stack.size(), stacks ? count : 0U);
      ++count;
    }
    EXPECT_EQ(count, 5);
  }
}

TEST(ExecutionView, StoredCopyOutlivesTheRecord) {
  std::vector<uint64_t> words = RecordBuilder(0).build();
  ExecutionView view;
  ASSERT_EQ(parse_execution(words, 0, view), nullptr);
  StoredExecution stored(view, 0);
  std::ranges::fill(words, 0);
  StoredExecution moved = std::move(stored);
  EXPECT_EQ(moved.view().message(), "they wait");
  EXPECT_EQ(moved.view().held()[0].thread, 2U);
}

TEST(ExecutionView, SynthesizedRecordsParse) {
  std::vector<uint64_t> words;
  for (std::string_view message : {"", "a", "exactly8", "more than eight"}) {
    ExecutionView view =
        synthesize_execution({.outcome = Outcome::Crash, .thread = 3, .signal = 11, .message = message}, words);
    EXPECT_EQ(view.message(), message);
    EXPECT_EQ(view.record().signal, 11U);
    EXPECT_EQ(view.record().thread, 3U);
  }
}

TEST(ExecutionView, RefusesEveryTruncation) {
  for (uint32_t flags : kFlags) {
    std::vector<uint64_t> words = RecordBuilder(flags).build();
    for (size_t size = 0; size < words.size(); ++size) {
      ExecutionView view;
      EXPECT_NE(parse_execution(std::span(words).first(size), flags, view), nullptr);
    }
  }
}

// What parses after damage must be safe to walk; the sanitizers watch.
TEST(ExecutionView, SurvivesDamage) {
  size_t parsed = 0;
  constexpr uint32_t kRounds = 200'000;
  for (uint32_t seed = 0; seed < kRounds; ++seed) {
    uint32_t flags = kFlags[seed % std::size(kFlags)];
    std::vector<uint64_t> words = test::damaged(RecordBuilder(flags).build(), seed);
    ExecutionView view;
    if (parse_execution(words, flags, view) != nullptr) continue;
    ++parsed;
    uint64_t sum = 0;
    for (EventView event : view.events()) {
      sum += traits(event.event->operation).text[0];
      for (uint64_t word : event.enabled) sum += word;
      for (uint64_t word : event.values) sum += word;
      for (uint64_t frame : event.stack) sum += frame;
    }
    for (const ThreadRecord& thread : view.threads()) sum += traits(thread.pending).text[0];
    for (char c : view.message()) sum += static_cast<unsigned char>(c);
    EXPECT_NE(sum, 0U);
  }
  EXPECT_GT(parsed, 0U);
  EXPECT_LT(parsed, kRounds);
}

}  // namespace
}  // namespace selvage::target

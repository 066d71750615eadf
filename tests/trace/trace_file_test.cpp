// Trace files: what is written is read, and nothing that is not one brings the reader down.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "../target/byte_mutations.h"
#include "trace/compression.h"
#include "trace/reader.h"
#include "trace/writer.h"

namespace selvage::trace {
namespace {

Trace example(size_t steps = 3) {
  Trace trace;
  trace.selvage_version = "1.2.3";
  trace.contract_version = 7;
  trace.program = {.files = {"a.c", "b.c"},
                   .directory = "/d",
                   .compiler_flags = "-O1",
                   .arguments = {"x", "\xff\x01"},
                   .hash = ~uint64_t{0},
                   .size = 9,
                   .input = std::string("\0\n\xfe", 3),
                   .input_bytes = 3};
  trace.finding = {.kind = "data_race",
                   .message = "data race on x",
                   .identity = 77,
                   .outcome = "prefix_done",
                   .step = 0,
                   .other_step = 2,
                   .site = 0,
                   .other_site = 1,
                   .observed = true,
                   .execution = 5};
  trace.settings = R"({"sharing":"dynamic"})";
  trace.threads = {{0, 0}, {0, 0}, {1, 0}};
  trace.shared = {1, 0x555555555550};
  trace.original = Original{.schedule = {{2, 0}, {1, 3}},
                            .shared = 1,
                            .finding = {.kind = "data_race", .outcome = "completed", .step = 1, .site = 1},
                            .steps = {{.thread = 2, .operation = "write", .object = 0, .site = 1, .enabled = {1, 2}}}};
  trace.recording.sites = {{"a.c", 3, 4, "f", "x"}, {"b.c", 5, 0, "g", ""}};
  trace.recording.objects = {{"memory", "x", 0x555555555550}};
  report::Counterexample& shown = trace.shown;
  shown.kind = "data_race";
  shown.message = "data race on x";
  shown.place = {"a.c", 3, 4, "f"};
  shown.threads = {{.name = "main", .function = "main"}, {.name = "thread 1", .function = "f"}};
  shown.threads[1].waiting = report::Waiting{.text = "waits", .operation = "mutex_lock", .held_by = {0}};
  shown.objects = {{"memory", "x", 8}};
  shown.accesses = {{.thread = 1, .step = 0, .verb = "writes", .what = "x", .place = {"a.c", 3, 4, "f"}}};
  shown.notes = {{.text = "freed here", .place = {"b.c", 5, 0, "g"}}};
  shown.original = report::Original{30, 4, 2};
  shown.output = "out\n";
  for (size_t i = 0; i < steps; ++i) {
    trace.schedule.push_back({1, static_cast<uint16_t>(i % 3)});
    trace.recording.steps.push_back({.thread = 1,
                                     .alternative = static_cast<uint16_t>(i % 3),
                                     .alternatives = 3,
                                     .operation = "read",
                                     .object = 0,
                                     .site = static_cast<SiteIndex>(i % 2),
                                     .value = i,
                                     .size = 4,
                                     .failed = i == 1,
                                     .enabled = {0, 1}});
    report::Step step;
    step.thread = 1;
    step.position = static_cast<uint32_t>(i);
    step.operation = "read";
    step.text = "read x";
    step.object = 0;
    step.place = {"a.c", 3, 4, "f"};
    step.stack = {{"a.c", 3, 4, "f"}, {"b.c", 5, 0, "g"}};
    step.read = std::to_string(i);
    step.enabled = {0, 1};
    shown.steps.push_back(step);
  }
  trace.sources = {{"a.c", 2, {"int x;", "", "x = 1;"}}};
  return trace;
}

TEST(TraceFile, WhatIsWrittenIsRead) {
  Trace trace = example();
  Read read = parse(to_bytes(trace));
  EXPECT_EQ(read.condition, Condition::Whole) << read.problem;
  EXPECT_TRUE(read.has_schedule);
  // Every field is in the lines, so that they say whether all came back.
  EXPECT_EQ(to_lines(read.trace), to_lines(trace));
  EXPECT_EQ(read.trace.program.input, trace.program.input);
  EXPECT_EQ(read.trace.program.arguments, trace.program.arguments);
  EXPECT_EQ(read.trace.shown.steps[2].stack.size(), 2U);
  EXPECT_EQ(read.trace.shown.threads[1].waiting->held_by, std::vector<report::ThreadIndex>{0});
  EXPECT_EQ(read.trace.shown.notes[0].place.line, 5U);
  EXPECT_EQ(read.trace.original->schedule[1].alternative, 3);
  EXPECT_EQ(read.trace.original->shared, 1u);
  EXPECT_EQ(parse(to_lines(trace)).condition, Condition::Whole);
}

TEST(TraceFile, IsSmall) {
  std::string bytes = to_bytes(example(20'000));
  EXPECT_LT(bytes.size(), 20'000U * 20);
  EXPECT_EQ(parse(bytes).trace.recording.steps.size(), 20'000U);
}

TEST(TraceFile, IsKnownByItsBeginning) {
  EXPECT_TRUE(is_trace(to_bytes(example())));
  EXPECT_TRUE(is_trace(to_bytes(example(5'000))));
  EXPECT_TRUE(is_trace(to_lines(example())));
  for (const char* text : {"", "{}", "\x1f\x8b", "{\"steps\":[]}", "{\"format\":\"selvage-trace\",\"version\":1}"}) {
    EXPECT_FALSE(is_trace(text));
    EXPECT_EQ(parse(text).condition, Condition::NotATrace);
  }
}

TEST(TraceFile, OfAnotherVersionSaysWhatItIsAbout) {
  Read read = parse(R"({"format":"selvage-counterexample","version":2,"selvage":"9","finding":"it breaks"})"
                    "\n???\n");
  EXPECT_EQ(read.condition, Condition::OtherVersion);
  EXPECT_EQ(read.version, 2U);
  EXPECT_EQ(read.trace.finding.message, "it breaks");
  EXPECT_FALSE(read.has_schedule);
}

TEST(TraceFile, KeepsWhatCameBeforeTheDamage) {
  std::string lines = to_lines(example());
  size_t last = lines.rfind('\n', lines.size() - 2);
  Read read = parse(lines.substr(0, last + 1));
  EXPECT_EQ(read.condition, Condition::Damaged);
  EXPECT_EQ(read.problem, "its end is missing");
  EXPECT_EQ(read.trace.shown.steps.size(), 3U);
  EXPECT_TRUE(read.has_schedule);

  size_t schedule = lines.find("{\"schedule\"");
  read = parse(lines.substr(0, schedule) + "{\"schedule\":[[1]]}\n");
  EXPECT_EQ(read.condition, Condition::Damaged);
  EXPECT_FALSE(read.has_schedule);
  EXPECT_EQ(read.trace.finding.kind, "data_race");
}

TEST(TraceFile, ACircleOfThreadsThatDoNotWaitIsNone) {
  Trace trace = example();
  trace.shown.threads[0].waiting =
      report::Waiting{.text = "waits", .operation = "mutex_lock", .is_blocked = true, .held_by = {1}};
  trace.shown.threads[1].waiting->is_blocked = true;
  trace.shown.wait_cycle = {0, 1};
  EXPECT_EQ(parse(to_lines(trace)).trace.shown.wait_cycle.size(), 2U);
  trace.shown.threads[0].waiting.reset();
  EXPECT_TRUE(parse(to_lines(trace)).trace.shown.wait_cycle.empty());
}

TEST(TraceFile, LinesOfKindsToComeAreSkipped) {
  std::string lines = to_lines(example());
  size_t end = lines.find("{\"end\"");
  size_t count = std::stoul(lines.substr(end + 7));
  lines = lines.substr(0, end) + "{\"weather\":\"fine\"}\n{\"end\":" + std::to_string(count + 1) + "}\n";
  EXPECT_EQ(parse(lines).condition, Condition::Whole) << parse(lines).problem;
}

TEST(TraceFile, EveryBeginningIsSafe) {
  for (const std::string& whole : {to_bytes(example()), to_lines(example())}) {
    for (size_t length = 0; length < whole.size(); ++length) {
      Read read = parse(std::string_view(whole).substr(0, length));
      // The last newline may be missing.
      if (length + 1 < whole.size()) EXPECT_NE(read.condition, Condition::Whole) << length;
    }
  }
}

TEST(TraceFile, DamageIsSafe) {
  for (const std::string& whole : {to_bytes(example()), to_lines(example())}) {
    std::vector<char> bytes(whole.begin(), whole.end());
    for (uint32_t seed = 0; seed < 20'000; ++seed) {
      std::vector<char> broken = test::damaged(bytes, seed);
      Read read = parse({broken.data(), broken.size()});
      // Whatever was read refers to nothing that is not there.
      for (const report::Step& step : read.trace.shown.steps) {
        ASSERT_LT(step.thread, read.trace.shown.threads.size());
        if (step.object) ASSERT_LT(*step.object, read.trace.shown.objects.size());
      }
      for (report::ThreadIndex thread : read.trace.shown.wait_cycle)
        ASSERT_TRUE(read.trace.shown.threads.at(thread).waiting);
      for (const RecordedStep& step : read.trace.recording.steps) {
        if (step.site) ASSERT_LT(*step.site, read.trace.recording.sites.size());
      }
    }
  }
}

TEST(Compression, HasALimit) {
  std::string zeros(1 << 20, '\0');
  std::string bytes = compress(zeros);
  EXPECT_EQ(expand(bytes, 1 << 21).text, zeros);
  EXPECT_STREQ(expand(bytes, 1 << 18).problem, "it is too large");
  EXPECT_EQ(expand(compress(""), 10).problem, nullptr);
}

}  // namespace
}  // namespace selvage::trace

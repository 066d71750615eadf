// What the file of a counterexample holds (docs/trace-file.md): enough to execute it again, to notice where the program
// goes another way, and to show it without the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contract/channel.h"
#include "report/counterexample.h"

namespace selvage::trace {

// What was executed.
struct Program {
  std::vector<std::string> files = {};  // one executable, or the source files of one, as they were named
  std::string directory = {};           // that these names belong to
  std::string compiler_flags = {};
  std::vector<std::string> arguments = {};
  uint64_t hash = 0;  // of the executable
  uint64_t size = 0;
  std::string input = {};    // what it read as standard input
  uint64_t input_bytes = 0;  // more than there is in `input`: it was too long to be kept
};

struct Site {
  std::string file = {};
  uint32_t line = 0;
  uint32_t column = 0;
  std::string function = {};
  std::string variable = {};
};

struct Object {
  std::string kind = {};
  std::string name = {};
  uint64_t address = 0;  // or number
};

using SiteIndex = uint32_t;
using ObjectIndex = uint32_t;

// One step of the schedule, as it was executed.
struct RecordedStep {
  uint16_t thread = 0;
  uint16_t alternative = 0;
  uint16_t alternatives = 1;
  std::string operation = {};  // published name
  std::optional<ObjectIndex> object = {};
  std::optional<SiteIndex> site = {};
  uint64_t value = 0;
  uint32_t size = 0;  // bytes accessed
  bool failed = false, timed_out = false, spurious = false;
  std::vector<uint16_t> enabled = {};  // who could have gone
};

// What an execution did, step by step.
struct Recording {
  std::vector<Site> sites = {};
  std::vector<Object> objects = {};
  std::vector<RecordedStep> steps = {};
};

// Consecutive lines of a source file, so that what is shown needs no source.
struct SourcePart {
  std::string file = {};
  uint32_t first = 0;  // number of the first line, from 1
  std::vector<std::string> lines = {};
};

struct Finding {
  std::string kind = {};     // published, as in summaries
  std::string message = {};  // one sentence without a full stop
  uint64_t identity = 0;     // the same for the same finding of the same executable
  std::string outcome = {};  // how the execution ended, published
  std::optional<uint32_t> step = {}, other_step = {};
  std::optional<SiteIndex> site = {}, other_site = {};  // of the accesses of a race, or of the misuse
  bool observed = false;
  uint64_t execution = 0;
};

// The finding as the search came upon it, where the trace is about a shorter way to it.
struct Original {
  std::vector<Step> schedule = {};
  uint64_t shared = 0;  // it belongs to so many first ones of the trace's
  Finding finding = {};
  std::vector<RecordedStep> steps = {};  // their sites and objects are those of the trace's recording
};

struct Trace {
  std::string selvage_version = {};
  uint32_t contract_version = 0;
  Program program = {};
  Finding finding = {};
  std::string settings = {};  // JSON; see settings.h
  std::vector<ThreadPath> threads = {};
  std::vector<SharedLocation> shared = {};
  std::vector<Step> schedule = {};
  std::optional<Original> original = {};
  Recording recording = {};
  report::Counterexample shown = {};  // as it was shown when it was found
  std::vector<SourcePart> sources = {};
};

inline constexpr int kTraceVersion = 1;
inline constexpr uint64_t kLongestInput = uint64_t{1} << 20;  // that is kept

}  // namespace selvage::trace

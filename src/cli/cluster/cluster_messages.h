// What the processes of a run on many machines tell each other: entries of the run's log and items of its queue, as bytes.
// Reading is safe on any bytes.
//
//   run              what is searched, written by whoever asked for it
//   generation.G     the table of shared locations that the search began with for the G-th time
//   thread.N         which thread has the number N (cli/program/thread_agreement.h)
//   result.G.ID      what came of the sub-tree ID, written by the worker that was first
//   want.DIGEST      a library that a worker does not have, asked for by it
//   file.DIGEST      where the blob of it is
//   refusal.ID       why a worker does not take part
//   blob...          cluster/blobs.h
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/check/checkpoint.h"
#include "contract/channel.h"
#include "explore/counts.h"
#include "explore/search.h"

namespace selvage::cli {

// A library that the program loads: on another machine it has to be the same.
struct ModuleFile {
  std::string path;
  std::string digest;
  uint64_t load_address = 0;
};

// A file that the program reads.
struct SentFile {
  std::string path;  // absolute
  std::string blob;
  bool is_executable = false;
};

struct RunDescription {
  uint32_t contract_version = kContractVersion;
  uint64_t program_hash = 0;
  std::string identity;            // of the search, as in checkpoints
  std::vector<std::string> words;  // of the command line, without arguments of the program
  std::vector<uint8_t> left_out;   // reductions that are not used although the words say so
  std::string argument_zero;
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  std::string executable_path, folder;  // where it is, as it was called, and from where
  std::string executable, input;        // blobs
  std::vector<SentFile> files;
  std::string machine, features;          // the kind of processor, and what it can do, in words
  std::vector<std::string> suppressions;  // the contents of those files
  std::vector<ModuleFile> modules;        // without the executable
  uint64_t first_execution = 0;           // hash of what the program does by default
  bool has_jobs = false;                  // its items are searches of a campaign (cli/cluster/job_messages.h)
  bool has_samples = false;  // its items are stretches of a random strategy (cli/cluster/sample_messages.h)
  std::string threads_run;   // in whose log threads get their numbers; empty: in its own
  double budget = 0;         // seconds after which nobody waits for it any more; 0: whoever attaches does
  double began = 0;          // seconds since the epoch, by the clock of whoever began it
  double slice = 3;          // seconds for which a worker explores before it reports
  std::string started;
};

struct WorkItem {
  uint32_t generation = 0;
  std::string id, parent;  // no parent: the whole search
  std::string state;       // explore::SearchOptions::resume; empty: from the beginning
};

// What a worker found in a sub-tree, and what of it is left.
struct PartResult {
  Checkpoint seen;  // counts, findings, suppressed, seconds of this part alone
  explore::Counts counts;
  double share_done = 0;
  explore::End end = explore::End::Complete;
  std::vector<std::string> left;               // sub-trees that remain
  std::vector<SharedLocation> found;           // the search has to start over with these
  std::vector<explore::SectionSeen> sections;  // what critical sections did
  std::vector<uint32_t> endless_loops, waiting_loops;
  bool is_unmodelled = false;
  std::vector<Step> unmodelled;  // the schedule of an execution that called something that is not modelled
  std::vector<Step> suspect;     // one under which the program differed from before
  uint64_t unrepeated_ends = 0;
  std::string worker;      // who did it, for people
  int32_t error_code = 0;  // the exploration failed, with this exit code
  std::string error;
};

// Why a worker does not take part.
struct Refusal {
  std::string worker, reason;
};

// Bytes with a version and a checksum, compressed: beginnings of schedules are much alike.
std::string wrapped(std::string_view body);
// Nothing: these are no such bytes.
std::optional<std::string> unwrapped(std::string_view bytes);

std::string encode(const RunDescription& run);
std::string encode(const WorkItem& item);
std::string encode(const PartResult& result);
std::string encode_table(const std::vector<SharedLocation>& shared);
std::string encode_thread(const ThreadPath& path);
std::string encode(const Refusal& refusal);

// Nothing: these are no such bytes.
std::optional<RunDescription> decode_run(std::string_view bytes);
std::optional<WorkItem> decode_item(std::string_view bytes);
std::optional<PartResult> decode_result(std::string_view bytes);
std::optional<std::vector<SharedLocation>> decode_table(std::string_view bytes);
std::optional<ThreadPath> decode_thread(std::string_view bytes);
std::optional<Refusal> decode_refusal(std::string_view bytes);

inline constexpr const char* kRunEntry = "run";
std::string generation_entry(uint32_t generation);
std::string thread_entry(size_t number);
std::string result_entry(uint32_t generation, const std::string& id);
std::string want_entry(const std::string& digest);
std::string file_entry(const std::string& digest);
std::string refusal_entry(const std::string& worker);
// The digest in "want.DIGEST"; nothing: it is another entry.
std::optional<std::string> digest_of_want(std::string_view name);
bool is_refusal_entry(std::string_view name);
// The number in "generation.3"; nothing: it is another entry.
std::optional<uint32_t> generation_of_entry(std::string_view name);
bool is_thread_entry(std::string_view name);
struct ResultName {
  uint32_t generation;
  std::string id;
};
std::optional<ResultName> result_of_entry(std::string_view name);

// The sub-tree that is the whole search.
std::string whole_of(uint32_t generation);
// One that nobody else has.
std::string new_id();

}  // namespace selvage::cli

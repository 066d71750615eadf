// What lies outside memory and must come back at a restart: descriptors, file offsets, captured output, files.
//
// With the fork restart a child's descriptors die with it, but file offsets, flags and the contents of scratch files
// are shared with the parent. So the notes about what changed live in memory that both share, and the host acts on
// them at every restart, whatever its kind.
#pragma once

#include <stdint.h>

#include "contract/channel.h"

namespace selvage::runtime {

// At the start: standard output and error go to the explorer's files.
void prepare_output();
// At the snapshot: notes how descriptors stand.
void prepare_rewind();
// Before an execution: captured output is written over from its end at the snapshot.
void rewind_output();
// At the end of an execution: how much was written to standard output and error.
void record_output_lengths(ExecutionRecord& record);
// What has to be known of it in a batch.
void record_output(ExecutionRecord& record);
// Of all that was written to standard output up to here.
uint64_t output_hash();
// At a restart.
void rewind_descriptors();
// Nothing outside memory has changed since the last restart.
bool untouched_since_snapshot();

inline constexpr uint64_t kRewindState = 0x3900'0000'e000;
inline constexpr int kMaxDescriptors = 1024;
inline constexpr unsigned kDescriptorWords = kMaxDescriptors / 64;
inline constexpr unsigned kMaxWatched = 64;
inline constexpr uint32_t kMaxSavedFiles = 4096;
inline constexpr uint32_t kMaxFixedMappings = 64;

struct DescriptorSet {
  uint64_t words[kDescriptorWords];

  bool contains(int number) const { return (words[number / 64] >> (number % 64)) & 1; }
  void insert(int number) { words[number / 64] |= uint64_t{1} << (number % 64); }
};

// One of the two captured streams.
struct CapturedStream {
  int descriptor;  // a private duplicate; -1: not captured
  uint64_t snapshot_length;
  char* mark;  // bytes just past snapshot_length, mapped; see output.cpp
};

// A file that was open for writing at the snapshot. The program writes to it through stdio unseen.
struct WatchedFile {
  int descriptor;
  int64_t offset;
  int64_t size;
};

struct RewindState {
  int first_private;  // descriptors from here on are the runtime's own
  CapturedStream output, error;

  DescriptorSet open_at_snapshot;
  DescriptorSet touched;   // opened since the snapshot, or its offset or flags may have changed
  DescriptorSet replaced;  // open at the snapshot, closed or replaced since
  DescriptorSet flags_changed;
  int64_t offsets[kMaxDescriptors];  // at the snapshot; -1: has none
  int flags[kMaxDescriptors];
  int spares[kMaxDescriptors];  // private duplicates of what has ever been replaced; 0: none yet
  bool close_on_exec[kMaxDescriptors];

  uint32_t watched_count;
  WatchedFile watched[kMaxWatched];

  uint32_t scratch_files_at_snapshot;
  uint64_t files_saved[kMaxSavedFiles / 64];     // a copy exists
  uint64_t files_modified[kMaxSavedFiles / 64];  // since the restart
  bool any_file_modified;

  int directory;  // the working directory at the snapshot; 0: not needed yet
  bool directory_changed;
  bool umask_changed;
  int umask_at_snapshot;
  bool break_changed;
  uint64_t break_at_snapshot;

  bool mappings_made;
  uint32_t fixed_mapping_count;  // at addresses that the program chose
  uint64_t fixed_mapping_begin[kMaxFixedMappings];
  uint64_t fixed_mapping_end[kMaxFixedMappings];
  uint64_t mapping_threads[kThreadWords];
  uint64_t mapping_end[kMaxThreads];  // of each thread's own mappings since the snapshot
};

inline RewindState& rewind_state() { return *reinterpret_cast<RewindState*>(kRewindState); }

// A descriptor came into being: a restart closes it.
void note_opened(int number);
// Its offset may have changed, or its flags.
void note_used(int number);
void note_flags_changed(int number);
// It is about to be closed or replaced: a restart brings it back.
void note_replaced(int number);

// The size at the snapshot of the file behind a descriptor that was open for writing then; -1 for all others.
int64_t watched_size(int number);

// A duplicate among the runtime's own descriptors.
int duplicate_privately(int number);

// Parts of the restart that stand beside what they undo.
void prepare_output_rewind();
bool output_written_since_snapshot();
void rewind_files();

}  // namespace selvage::runtime

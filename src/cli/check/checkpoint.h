// How far a check has come, in a file: `--checkpoint` and Ctrl-C write it, `--resume` goes on from it.
//
//   magic, version | program, options | counts, findings | shared locations, thread paths | the search's own part | checksum
//
// It belongs to one executable and one set of options; anything else is refused, and so is a file that is damaged.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "check/finding.h"
#include "cli/check/examination.h"
#include "contract/channel.h"

namespace selvage::cli {

struct Checkpoint {
  uint64_t program_hash = 0;  // of the executable
  std::string program;        // its name, for messages
  std::string options;        // search_text of check_options.h
  ExaminationCounts counts;
  uint64_t restarts = 0;
  double seconds = 0;
  std::vector<check::Finding> findings;
  std::vector<SuppressedFinding> suppressed;
  std::vector<SharedLocation> shared;
  std::vector<ThreadPath> thread_paths;
  std::string drawing = {};  // what was drawn beside it (drawing_beside.h); empty: nothing
  std::string search;        // where the search stands; empty: it begins anew, with the shared locations known
};

std::string encode(const Checkpoint& checkpoint);
// Safe on any bytes. `name` is for messages. Throws Error (usage).
Checkpoint decode(std::string_view bytes, const std::string& name);

// All or nothing: a reader never sees half a file, and neither does one who comes after a crash. Throws Error (usage).
void write_checkpoint(const std::string& path, const Checkpoint& checkpoint);
Checkpoint read_checkpoint(const std::string& path);

// Throws Error (usage) that says why the checkpoint is not one of this search.
void require_same_search(const Checkpoint& checkpoint, const std::string& path, uint64_t program_hash,
                         const std::string& options);

uint64_t hash_of_file(const std::string& path);

}  // namespace selvage::cli

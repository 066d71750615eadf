// Blocks of the heap that threads are handed when they are created: by pthread_create, or by std::thread, which keeps in one what
// it is to call. Threads whose blocks have the same content may be alike (symmetry.h), if nobody uses a block but the thread that
// it was handed to: whoever created the threads knows which block is whose, and must not find out what became of it.
//
// That is watched (sharing.h), whether or not anything is written. Where contents differ, nobody may look at all. That threads know no
// block but their own, and tell nobody which one that is, the analyses have shown (kBlocksAnonymous).
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

// A thread is about to be created, and has not run yet.
void take_argument_block(const Thread& creator, Thread& child);

// Whether a thread with the same function has been handed the same: one argument, or blocks that are alike.
bool has_same_argument(const Thread& one, const Thread& other);
// The child joins a group: from here on the blocks of its threads are watched. False: somebody has looked already.
bool keep_blocks_apart(Thread& group, Thread& child);
// Its creator has joined a thread that is alone in its group, or in none: the block is the creator's again.
void return_block(const Thread& creator, const Thread& joined);
// All threads of the group have been joined by their creator. What is the same in all their blocks it may look at.
void return_blocks(const Thread& creator, const Thread& group);

// A block is about to be freed. True: it is one that is watched, and whoever frees it may; it is not to be touched otherwise.
bool free_argument_block(const Thread& self, uint64_t address);

// An address as a thread of a group sees it: in its own block it counts by where it points in there.
struct SeenAddress {
  uint64_t value;
  bool is_in_own_block;
  bool operator==(const SeenAddress&) const = default;
};
SeenAddress as_seen_by(const Thread& thread, uint64_t address);

}  // namespace selvage::runtime

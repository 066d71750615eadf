// What operations on channels record in Event::value: which channel it was, and how they found it.
//
// A channel is one direction of bytes: a pipe is one, a socket pair two; an eventfd is one as well. Its number is known
// when an operation is announced, and so is what a poll asks about; how it was found is filled in afterwards. A close
// concerns the channels of the end that it closes, and so does dup2 (a file_open) with what it replaces.
#pragma once

#include <stdint.h>

namespace selvage::transfer {

// Reads, writes: the channel. Polls: the one that was ready, where it was the only one and ready for one reason; else 0.
// Closed: the one that was read from. 0 in a write: a change of an epoll set.
constexpr uint64_t channel(uint64_t value) { return value & 0xffff; }
// Closed: the one that was written to.
constexpr uint64_t written_channel(uint64_t value) { return (value >> 16) & 0xffff; }
constexpr uint64_t closes(uint64_t read_from, uint64_t written_to) { return read_from | written_to << 16; }

// Reads: the room for more bytes that they found. Writes: the room that they need to go on.
inline constexpr uint64_t kMostRoom = 0xff'ffff;
constexpr uint64_t room(uint64_t value) { return (value >> 16) & kMostRoom; }
constexpr uint64_t with_room(uint64_t bytes) { return (bytes < kMostRoom ? bytes : kMostRoom) << 16; }

// Polls: the channels that they ask about, as a set of remainders.
inline constexpr unsigned kRemainders = 40;
constexpr uint64_t member(uint64_t channel) { return uint64_t{1} << (16 + channel % kRemainders); }

inline constexpr uint64_t kFoundEmpty = uint64_t{1} << 56;    // writes: the first bytes; reads: nothing to take
inline constexpr uint64_t kFoundFull = uint64_t{1} << 57;     // writes: not the room that they need
inline constexpr uint64_t kFoundEnd = uint64_t{1} << 58;      // they go on because the other side was closed
inline constexpr uint64_t kAsksForRoom = uint64_t{1} << 59;   // polls: some of it is about writing
inline constexpr uint64_t kReadyForRoom = uint64_t{1} << 60;  // polls: the reason is room to write
inline constexpr uint64_t kEdge = uint64_t{1} << 61;          // polls: the reason is any change since the last time
inline constexpr uint64_t kEpoll = uint64_t{1} << 62;         // polls: changes what an epoll set reports next

}  // namespace selvage::transfer

// What was done to memory so far, as far as later accesses can race with it or synchronise through it.
//
// Of every byte: the last plain write; and of what came after it, for every thread, the last plain read, the last
// atomic read and the last atomic write (compare FastTrack, Flanagan and Freund, PLDI 2009; atomics are kept per
// thread because two of them are no race and so do not order each other). An access that races with anything at all
// races with one of these, or something before it did.
//
// Memory is kept in granules of eight bytes, with masks of bytes. Very large accesses are kept aside and only entered
// into the granules that other accesses touch; two of them are compared with each other directly.
#pragma once

#include <cstdint>
#include <vector>

#include "check/keyed_stack.h"
#include "check/vector_clocks.h"
#include "model/path.h"

namespace selvage::check {

enum AccessKind : uint8_t { kPlainRead = 0, kPlainWrite = 1, kAtomicRead = 2, kAtomicWrite = 3 };

constexpr bool conflicts(uint8_t a, uint8_t b) { return ((a | b) & 1) && !(a & b & 2); }

struct Access {
  uint32_t time;
  model::Position position;
  uint16_t thread;
  uint8_t kind;   // AccessKind
  uint8_t inner;  // 1: not the head of its transition
};

class MemoryHistory {
  static constexpr uint32_t kEnd = UINT32_MAX;

  struct Granule {
    uint64_t key;
    uint32_t accesses = kEnd;
    uint32_t sequences = kEnd;
  };
  struct Entry {
    Access access;
    uint32_t older;
    uint32_t mask;  // bytes for which it counts; 0: free for another
  };
  struct Sequence {
    Release release;
    uint32_t older;
    uint32_t mask;
  };
  struct Large {
    Access access;
    uint64_t first, last;  // bytes, both included
  };

 public:
  struct Mark {
    KeyedStack<Granule>::Mark granules;
    model::UndoVector<Entry>::Mark accesses;
    model::UndoVector<Sequence>::Mark sequences;
    model::UndoVector<Large>::Mark large;
  };

  // Larger ones are kept aside.
  static constexpr uint64_t kMostGranules = 512;

  // Appends the accesses that this one races with to `racing`.
  void enter(const Access& access, uint64_t address, uint64_t size, const VectorClocks& clocks,
             std::vector<Access>& racing);
  // The same for a small access that is not entered.
  void compare(const Access& access, uint64_t address, uint64_t size, const VectorClocks& clocks,
               std::vector<Access>& racing) const;

  // Release sequences. What an atomic read synchronises with:
  Release released(uint64_t address, uint64_t size, VectorClocks& clocks) const;
  // A write heads a new sequence.
  void write(uint64_t address, uint64_t size, const Release& release, const VectorClocks& clocks);
  // A read-modify-write continues the one that is there.
  void update(uint64_t address, uint64_t size, const Release& release, VectorClocks& clocks);

  void save(Mark& mark) const {
    granules_.save(mark.granules);
    accesses_.save(mark.accesses);
    sequences_.save(mark.sequences);
    large_.save(mark.large);
  }
  void undo(const Mark& mark);

 private:
  uint32_t granule(uint64_t number, const VectorClocks& clocks);
  void enter_granule(uint32_t granule, uint32_t mask, const Access& access, const VectorClocks& clocks,
                     std::vector<Access>* racing);
  void enter_large(const Large& large, const VectorClocks& clocks, std::vector<Access>& racing);
  // What a plain write leaves in memory synchronises with nothing.
  void end_sequences(uint32_t granule, uint32_t mask, const Access& access) {
    if (access.kind == kPlainWrite && granules_[granule].sequences != kEnd) write_granule(granule, mask, {});
  }
  void add_sequence(uint32_t granule, uint32_t mask, const Release& release);
  void write_granule(uint32_t granule, uint32_t mask, const Release& release);
  void update_granule(uint32_t granule, uint32_t mask, const Release& release, VectorClocks& clocks);

  KeyedStack<Granule> granules_;
  model::UndoVector<Entry> accesses_;
  model::UndoVector<Sequence> sequences_;
  model::UndoVector<Large> large_;
};

}  // namespace selvage::check

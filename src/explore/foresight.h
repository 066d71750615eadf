// What analyses of the whole program know about what threads may still do (contract/facts.h, docs/pdp.md). Sites are numbers
// as in traces. Used by several workers at once.
#pragma once

#include <cstdint>
#include <vector>

namespace selvage::explore {

// All that a thread may still do behind a place.
struct Future {
  std::vector<uint32_t> accesses;  // sites: to memory that may be shared
  std::vector<uint32_t> mutexes;   // sites that acquire or give back a mutex
  bool has_others = false;         // also operations on other objects
  bool has_atomics = false;        // atomic accesses, or others that need not order threads
  bool is_open = false;            // it may execute code that was not analysed, or create threads
};

class Foresight {
 public:
  virtual ~Foresight() = default;
  // Whether what is read there may decide what any thread accesses and locks later on. Where in doubt it may.
  virtual bool decides_conduct(uint32_t site) const = 0;
  // What may come after a site, in the program's first thread or in another. It stays where it is.
  virtual const Future& behind(uint32_t site, bool is_first_thread) const = 0;
  // Whether the first may write memory that the second accesses.
  virtual bool may_write_same(uint32_t write, uint32_t access) const = 0;
  // Whether the two may access the same memory, one of them writing, with no lock that is certainly held at both.
  virtual bool may_conflict(uint32_t one, uint32_t other) const = 0;
  virtual bool is_atomic(uint32_t site) const = 0;
  // Whether the two may be about the same mutex.
  virtual bool may_meet(uint32_t one, uint32_t other) const = 0;
  virtual bool certainly_meet(uint32_t one, uint32_t other) const = 0;
};

}  // namespace selvage::explore

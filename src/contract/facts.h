// Facts: what the analyses of the whole program found out, beside the site table in the executable.
//
// Section selvage_facts: a FactsHeader, and right behind it, in this order,
//   SiteFacts[site_count]        one per site of selvage_sites, in the same order
//   ClassRecord[class_count]     memory; number 0 stands for all classes with kClassEscaped, and memory beyond them
//   LockRecord[lock_count]       locks
//   uint32_t[set_count]          where the members of each set end; set 0 is empty
//   uint32_t[member_count]       members of sets, ascending: numbers of classes, locks or sites
// docs/analyses.md says what each claim means and where it is weak.
#pragma once

#include <stdint.h>

namespace selvage {

inline constexpr uint32_t kFactsMagic = 0x53564641;
inline constexpr uint32_t kFactsVersion = 4;

struct FactsHeader {
  uint32_t magic;
  uint32_t version;
  uint32_t site_count;
  uint32_t class_count;
  uint32_t lock_count;
  uint32_t set_count;
  uint32_t member_count;
  uint32_t flags;  // ProgramFlags
  uint32_t reserved[4];
};
static_assert(sizeof(FactsHeader) == 48);

enum ProgramFlags : uint32_t {
  // No thread finds out which of several that were started alike it is: nothing but equality is asked of addresses, and nobody
  // asks for a thread's name.
  kThreadsAnonymous = 1,
  // Without a site, memory is read that may be shared and has kInfluencesConduct.
  kUnseenConduct = 2,
  // The same where each of the threads is handed a block of the heap of its own: none comes to know another one's block or makes
  // its own known, and all that is done to the contents has a hook.
  kBlocksAnonymous = 4,
};

// What an operation may have an influence on. A bit that is not set is a promise.
enum Influence : uint8_t {
  kInfluencesAssertion = 1,  // whether an assertion fails, the program aborts
  kInfluencesCrash = 2,      // whether a use of memory, a division or a call that may fail does
  kInfluencesDeadlock = 4,   // which blocking operations are executed, and on what
  kInfluencesOutput = 8,     // what the program writes, and its exit code
  kInfluencesProgress = 16,  // whether a loop comes to an end
  kInfluencesConduct = 32,   // which shared memory and which locks threads get to, in which order
};
inline constexpr unsigned kInfluenceCount = 6;

enum SiteFactsFlags : uint8_t {
  kFactsReads = 1,
  kFactsWrites = 2,
  kFactsPrivate = 4,  // no other thread can reach the memory; the hook is there for checks of the heap
  kFactsKnown = 8,    // the site has been analysed: where it is missing nothing is promised
  kFactsOpen = 16,    // before it gets to one of `next` the thread may execute code that was not analysed
  kFactsFirst = 32,   // only the program's first thread gets there
  kFactsValue = 64,   // a write: the value of its event is what it writes
  // A write: its thread writes the same memory again, without reading it or waiting in between.
  kFactsOverwritten = 128,
};

// An operation that does nothing but change memory in a way that commutes with its like: nobody uses what it reads. A plain
// read and the write that belongs to it have the same one; they are one operation only where nothing can come between.
enum class Update : uint8_t {
  None,
  Add,  // or subtract
  Or,
  And,
  Xor,
  Maximum,
  Minimum,
  UnsignedMaximum,
  UnsignedMinimum
};

struct SiteFacts {
  uint32_t classes;    // set: memory that the operation may access
  uint32_t held;       // set: locks that the thread certainly holds
  uint32_t locks;      // set: locks that the call may acquire or release
  uint32_t next;       // set of sites, without those of loops: where the thread may get to next
  uint8_t influences;  // Influence
  uint8_t flags;       // SiteFactsFlags
  Update update;
  uint8_t reserved;
};
static_assert(sizeof(SiteFacts) == 20);

enum class MemoryKind : uint8_t { Unknown, Global, ThreadLocal, Stack, Heap, Code };
enum ClassFlags : uint8_t {
  kClassEscaped = 1,  // code that was not analysed can reach it: overlaps class 0
  kClassShared = 2,   // two threads may access it, one of them writing
  kClassUnique = 4,   // one place in memory, not many of a kind
};

struct ClassRecord {
  uint32_t name;    // offset into selvage_strings, of the variable or of the function that creates the memory
  uint32_t offset;  // bytes from the beginning of the object to the first place of the class
  MemoryKind kind;
  uint8_t flags;  // ClassFlags
  uint16_t reserved;
};
static_assert(sizeof(ClassRecord) == 12);

struct LockRecord {
  uint32_t name, offset;  // as of a class
  uint32_t flags;         // ClassFlags
};
static_assert(sizeof(LockRecord) == 12);

}  // namespace selvage

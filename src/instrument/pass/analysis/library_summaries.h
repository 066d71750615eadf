// What functions of the C and C++ libraries do to the memory that they are given, for the whole-program analyses.
//
// A function that is neither defined in the program nor listed here may do anything with whatever it can reach.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>

namespace selvage::instrument {

enum class LibraryAction : uint8_t {
  None,
  StartThread,   // of calls[]: calls a function in another thread
  StartObject,   // std::thread: has another thread run an object that it is handed in a std::unique_ptr, and delete it
  Call,          // calls a function before it returns
  CallAtExit,    // calls a function when the program ends
  HandleSignal,  // calls a function whenever a signal comes
  DestroyKey,    // pthread_key_create: a destructor for values of keys
  StoreKey,      // pthread_setspecific
  LoadKey,       // pthread_getspecific
  EndThread,     // pthread_exit
  JoinThread,    // pthread_join: the result of a thread
  Allocate,      // nothing but a fresh block
};

struct LibrarySummary {
  // One letter per argument; the last one holds for all further arguments too.
  //   -  no pointer, or memory is not accessed through it      r  is read      w  is written      b  both
  //   e  becomes memory of the library, which later calls may return
  //   k  is kept or handed on: becomes known to code that is not analysed
  llvm::StringRef arguments;
  // What it returns: '.' nothing that points anywhere, 'f' a fresh block, 'l' memory of the library,
  // 'u' anything that unknown code can reach, 't' memory of the calling thread, 'R' the first argument or a fresh block,
  // a digit: that argument, a capital letter: somewhere in what the argument of that number points to (A: first).
  char result = '.';
  // Pairs of arguments: what the second points to is copied to where the first points.
  llvm::StringRef copies = {};
  // Pairs: a pointer is stored where the first argument points: into the second argument's memory (a digit), or to a
  // fresh block ('f').
  llvm::StringRef stores = {};
  LibraryAction action = LibraryAction::None;
  int function_argument = -1;  // of the function that is called
  int value_argument = -1;     // what it is called with, or what is stored
};

// Null where nothing is known.
const LibrarySummary* library_summary(llvm::StringRef name);

// Locks, by what the call does to the lock that its argument points to.
enum class LockAction : uint8_t { None, Acquire, TryAcquire, Release, Wait };
struct LockCall {
  LockAction action = LockAction::None;
  unsigned argument = 0;
};
LockCall lock_call(llvm::StringRef name);
// Blocks until another thread does something: locks, conditions, semaphores, barriers, joins.
bool may_block(llvm::StringRef name);
// Never comes back, because something is wrong: assertions, abort.
bool reports_failure(llvm::StringRef name);
// Ends the thread or the program in good order.
bool ends_thread(llvm::StringRef name);
// Signals and cancellations, and what decides whether they come through: a thread may do anything in a handler, or nothing more.
bool strikes_threads(llvm::StringRef name);
// What it writes can be seen outside of the program.
bool writes_output(llvm::StringRef name);

}  // namespace selvage::instrument

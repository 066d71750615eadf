// What searches on many machines need of a message broker. One run has a *log* of entries that are written once and stay
// until the run is removed, and a *queue* of items of which each goes to one worker, and to another one if that stays
// silent.
//
// Everything that has to be true after any process died at any moment rests on three promises:
//   - of several who write the same entry one succeeds, and everybody reads what that one wrote;
//   - entries are read in the order in which they were written;
//   - an item of the queue is there until somebody says that it is done. It may come to several workers.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "target/error.h"

namespace selvage::cluster {

using Milliseconds = std::chrono::milliseconds;

// The broker does not know the run: it is over, or was removed.
class RunGone : public target::Error {
 public:
  explicit RunGone(const std::string& run);
};

// The broker takes nothing more: its disk is full, or what it was told to use of it.
class NoRoom : public target::Error {
 public:
  explicit NoRoom(const std::string& details);
};

// Thrown where a call waits for a broker that does not answer, and the process is asked to end.
class Interrupted : public target::Error {
 public:
  Interrupted();
};

struct Entry {
  uint64_t number = 0;
  std::string name;
  std::string bytes;
  double seconds = 0;      // when the broker stored it, by its clock
  bool is_genuine = true;  // false: it was written by somebody who may not, and says nothing
};

// An item of the queue in the hands of a worker. Given up silently when it goes: then it comes again, later.
class Delivery {
 public:
  virtual ~Delivery() = default;
  virtual const std::string& bytes() const = 0;
  virtual uint64_t attempts() const = 0;  // how many-th delivery of this item it is
  // To be called every second: the item is being worked on. Any thread may.
  virtual void keep() = 0;
  virtual void done() = 0;
  virtual void give_back(Milliseconds delay) = 0;
};

struct QueueState {
  uint64_t waiting = 0;       // items that nobody has
  uint64_t taken = 0;         // items that workers have
  uint64_t idle_workers = 0;  // that ask for one
};

// Calls wait for a broker that is away for a while, and repeat what went unanswered. They throw Error where it refuses, and
// RunGone. One thread at a time, except for Delivery::keep and queue.
class Broker {
 public:
  virtual ~Broker() = default;

  // What is left of one whose removal was cut short is removed.
  virtual std::vector<std::string> runs() = 0;
  // Those of which only a part was made, or only a part up to now: nothing can be asked about them.
  virtual std::vector<std::string> half_made() = 0;
  virtual void create(const std::string& run) = 0;
  virtual void remove(const std::string& run) = 0;  // also one that is gone

  // False: another one has written it. Names are words, separated by dots.
  virtual bool write_once(const std::string& run, const std::string& name, std::string_view bytes) = 0;
  virtual std::optional<std::string> read(const std::string& run, const std::string& name) = 0;
  // Those behind the entry of this number, as far as there are some at the moment.
  virtual std::vector<Entry> read_after(const std::string& run, uint64_t number) = 0;
  virtual uint64_t last_entry(const std::string& run) = 0;  // its number; 0: there is none
  // What an entry or an item can hold.
  virtual size_t most_bytes() = 0;

  // Beside the log: what may be written again, so that only the last one is there; and the last one.
  virtual void replace(const std::string& run, const std::string& name, std::string_view bytes) = 0;
  virtual std::optional<std::string> latest(const std::string& run, const std::string& name) = 0;

  // Items of one generation can be dropped together.
  virtual void put(const std::string& run, uint32_t generation, const std::string& id, std::string_view bytes) = 0;
  virtual std::unique_ptr<Delivery> take(const std::string& run, Milliseconds wait) = 0;  // null: there is none
  virtual QueueState queue(const std::string& run) = 0;
  virtual void drop(const std::string& run, uint32_t generation) = 0;

  // A sentence for whoever looks after the run. Nobody keeps it: it has to be said again as long as it is true.
  virtual void tell(const std::string& run, const std::string& sentence) = 0;
  // What was told since the last call, from the first call on.
  virtual std::vector<std::string> told(const std::string& run) = 0;
};

struct ConnectionOptions {
  std::string url;                    // nats://host:port, tls://host:port, several with commas
  std::string credentials_file;       // empty: none
  std::string authority_file;         // certificates that servers are recognised by; empty: the system's
  std::function<bool()> interrupted;  // ends waiting
  std::function<void(const std::string&)>
      notice;  // a sentence for the user, when the broker is away and when it is back
};

// Throws Error: it cannot be reached, it refuses, or this build has no client for it.
std::unique_ptr<Broker> connect(const ConnectionOptions& options);

// Empty, or why one should not connect like that: work is programs, so that everybody who can reach the broker can have
// programs executed.
std::string danger_of(const ConnectionOptions& options);

// All addresses are this machine's own.
bool is_local(const ConnectionOptions& options);

}  // namespace selvage::cluster

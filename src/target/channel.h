// The explorer's end of the shared mapping (contract/channel.h).
//
// A channel serves one process: after a respawn there is a new one, because what the old process left running
// may still write into the old one. Its memory is sealed against resizing, so that the explorer cannot be
// made to fault.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contract/channel.h"
#include "target/descriptor.h"

namespace selvage::target {

class Channel {
 public:
  // Throws Error if the machine refuses the memory. `paths` are the threads known from earlier processes.
  Channel(const Configuration& configuration, std::span<const ThreadPath> paths);
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel();

  int descriptor() const { return file_.get(); }
  ControlBlock& control() { return *control_; }
  size_t schedules_size() const;

  // The table of shared locations, whole; for the next batch.
  void share(std::span<const SharedLocation> locations);
  // Threads that other processes have met, behind those that this one knows; between batches.
  void add_threads(std::span<const ThreadPath> paths);
  // Hands a batch over. Everything about the previous batch is forgotten.
  void post(std::span<const uint64_t> schedules, uint32_t count);
  bool finished();
  // Waits a moment for the batch to finish: spins first, since most batches are short.
  void spin_until_finished();

  // Copies the record at `offset` of the results into `words`; false if it is not one by its own length.
  bool copy_record(uint64_t offset, std::vector<uint64_t>& words) const;
  // True while the parts of the control block that only the explorer writes are as it left them.
  bool is_intact() const;
  // Gives memory of large results back.
  void trim_results(uint64_t used);

 private:
  std::byte* base() const { return reinterpret_cast<std::byte*>(control_); }

  Descriptor file_;
  ControlBlock* control_ = nullptr;
  Configuration configuration_;
  uint32_t posted_ = 0;
  uint32_t posted_count_ = 0;
  uint64_t shared_count_ = 0;
};

}  // namespace selvage::target

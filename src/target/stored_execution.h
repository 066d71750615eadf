// An execution that outlives its visit.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "target/execution_view.h"

namespace selvage::target {

class StoredExecution {
 public:
  StoredExecution(const ExecutionView& execution, uint32_t schedule_flags)
      : words_(execution.words().begin(), execution.words().end()), flags_(schedule_flags) {
    if (const char* problem = parse_execution(words_, flags_, view_)) throw std::logic_error(problem);
  }
  // The view points into words_, whose memory moves along.
  StoredExecution(StoredExecution&&) = default;
  StoredExecution& operator=(StoredExecution&&) = default;

  const ExecutionView& view() const { return view_; }

 private:
  std::vector<uint64_t> words_;
  uint32_t flags_;
  ExecutionView view_;
};

}  // namespace selvage::target

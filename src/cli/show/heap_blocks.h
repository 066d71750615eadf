// The blocks of the heap that an execution has to do with, named by what they were allocated for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "cli/show/names.h"
#include "report/counterexample.h"
#include "target/execution_view.h"

namespace selvage::cli {

class HeapBlocks {
 public:
  // Makes the names known: "Node #2" where the second Node begins, "Node #2+8" inside.
  HeapBlocks(const target::ExecutionView& execution, Names& names);

  // The block that the address lies in.
  std::optional<uint32_t> at(uint64_t address) const;
  // In the order in which the execution comes to them.
  const std::vector<report::Block>& all() const { return blocks_; }

 private:
  struct Known {
    HeapBlock block;
    uint32_t index;
  };

  void note(const HeapBlock& block);
  void name_them(const Names& names);

  std::map<uint64_t, Known> known_;  // by address
  std::vector<report::Block> blocks_;
  std::vector<HeapBlock> in_order_;
};

}  // namespace selvage::cli

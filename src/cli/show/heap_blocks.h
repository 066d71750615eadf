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
  HeapBlocks(const target::ExecutionView& execution, const Names& names);

  // Makes their names known: "Node #2" where the second Node begins, "Node #2+8" inside.
  void give_names(Names& names) const;

  // The block that the address lies in.
  std::optional<uint32_t> at(uint64_t address) const;
  // In the order in which the execution comes to them.
  const std::vector<report::Block>& all() const { return blocks_; }

 private:
  void note(const HeapBlock& block, uint64_t address);
  void describe(const Names& names);

  std::map<uint64_t, uint32_t> index_;  // by where they begin
  std::vector<HeapBlock> in_order_;
  std::vector<report::Block> blocks_;
  std::vector<uint64_t> addresses_;  // in them, that the execution has to do with
};

}  // namespace selvage::cli

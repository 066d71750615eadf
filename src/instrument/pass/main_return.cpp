#include "instrument/pass/main_return.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <vector>

namespace selvage::instrument {

using namespace llvm;

namespace {

// Return statements lead to one block, where their values meet: the sites of the statements meet beside them. On the way
// there may be destructors, which belong to no line.
class ReturnSites {
 public:
  explicit ReturnSites(SiteTable& sites) : sites_(sites) {}

  // The number of the statement that decided on `value`, for use at `end`.
  Value* site(Value* value, ReturnInst& end) {
    auto* meeting = dyn_cast<PHINode>(value);
    return meeting != nullptr && meeting->getParent() == end.getParent() ? meet(*meeting) : add(end);
  }

 private:
  Value* meet(PHINode& meeting) {
    if (auto known = meetings_.find(&meeting); known != meetings_.end()) return known->second;
    auto* result = PHINode::Create(Type::getInt32Ty(meeting.getContext()), meeting.getNumIncomingValues(), "",
                                   meeting.getParent()->begin());
    meetings_[&meeting] = result;
    for (unsigned i = 0; i < meeting.getNumIncomingValues(); ++i) {
      BasicBlock* from = meeting.getIncomingBlock(i);
      // A block that leads there in several ways leads there with one number.
      int earlier = result->getBasicBlockIndex(from);
      result->addIncoming(earlier >= 0 ? result->getIncomingValue(static_cast<unsigned>(earlier))
                                       : come_from(meeting.getIncomingValue(i), *from->getTerminator()),
                          from);
    }
    return result;
  }

  Value* come_from(Value* value, Instruction& end) {
    auto has_line = [](const Instruction& one) { return one.getDebugLoc() && one.getDebugLoc().getLine() != 0; };
    if (has_line(end)) return add(end);
    if (auto* meeting = dyn_cast<PHINode>(value)) return meet(*meeting);
    const BasicBlock* block = end.getParent();
    for (unsigned distance = 0; block != nullptr && distance < kMostBlocks; ++distance) {
      for (const Instruction& one : reverse(*block))
        if (has_line(one)) return add(end, &one);
      block = block->getSinglePredecessor();
    }
    return add(end);
  }

  Value* add(Instruction& end, const Instruction* place = nullptr) {
    IRBuilder<> builder(&end);
    return sites_.add(builder, place == nullptr ? end : *place, {.flags = kSiteCall, .variable = {}});
  }

  static constexpr unsigned kMostBlocks = 64;

  SiteTable& sites_;
  std::map<PHINode*, PHINode*> meetings_;
};

}  // namespace

void mark_returns(Function& function, Announcer& announcer) {
  std::vector<ReturnInst*> returns;
  for (Instruction& instruction : instructions(function))
    if (auto* end = dyn_cast<ReturnInst>(&instruction); end != nullptr && end->getReturnValue() != nullptr)
      returns.push_back(end);
  ReturnSites sites(announcer.sites());
  for (ReturnInst* end : returns) announcer.place(*end, sites.site(end->getReturnValue(), *end));
}

}  // namespace selvage::instrument

#include "instrument/pass/site_table.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/Support/Path.h>

#include <algorithm>

#include "instrument/pass/sections.h"

namespace selvage::instrument {

using namespace llvm;

SiteTable::SiteTable(Module& module, LinkKind kind) : module_(module), strings_(1, '\0') {
  if (kind == LinkKind::SharedObject) {
    IntegerType* i32 = Type::getInt32Ty(module.getContext());
    base_ = new GlobalVariable(module, i32, /*isConstant=*/false, GlobalValue::InternalLinkage,
                               ConstantInt::get(i32, 0), "selvage_site_base");
  }
}

Value* SiteTable::add(IRBuilder<>& builder, const Instruction& instruction, const SiteDescription& description) {
  const uint32_t index = add(instruction, description);
  if (base_ == nullptr) return builder.getInt32(kExecutableSiteBase + index);
  return builder.CreateAdd(builder.CreateLoad(builder.getInt32Ty(), base_), builder.getInt32(index));
}

uint32_t SiteTable::add(const Instruction& instruction, const SiteDescription& description) {
  SiteRecord record = {};
  record.operation = description.operation;
  record.flags = description.flags;
  record.order = description.order;
  record.size = description.size;
  record.variable = intern(description.variable);

  const DISubprogram* subprogram = instruction.getFunction()->getSubprogram();
  if (const DILocation* location = instruction.getDebugLoc().get()) {
    subprogram = location->getScope()->getSubprogram();
    record.line = location->getLine();
    record.column = static_cast<uint16_t>(std::min(location->getColumn(), 0xffffU));
    record.file = intern_file(location->getFile());
  } else if (subprogram != nullptr) {
    record.file = intern_file(subprogram->getFile());
  }
  StringRef function = instruction.getFunction()->getName();
  if (subprogram != nullptr) {
    function = subprogram->getLinkageName().empty() ? subprogram->getName() : subprogram->getLinkageName();
  }
  record.function = intern(function);

  const uint32_t index = size();
  sites_.push_back(record);
  origins_.push_back({&instruction, description.address});
  return index;
}

GlobalVariable* SiteTable::emit_sites() {
  // The records go out as one byte string: the contract's layout is the compiler's, not LLVM's, to lay out.
  StringRef bytes(reinterpret_cast<const char*>(sites_.data()), sites_.size() * sizeof(SiteRecord));
  Constant* data = ConstantDataArray::getString(module_.getContext(), bytes, /*AddNull=*/false);
  return make_section_variable(module_, data, "selvage_sites", "selvage_site_table", Align(alignof(SiteRecord)));
}

GlobalVariable* SiteTable::emit_strings() {
  Constant* data = ConstantDataArray::getString(module_.getContext(), strings_, /*AddNull=*/false);
  return make_section_variable(module_, data, "selvage_strings", "selvage_string_table", Align(1));
}

uint32_t SiteTable::intern(StringRef text) {
  if (text.empty()) return 0;
  auto [entry, inserted] = offsets_.try_emplace(text, static_cast<uint32_t>(strings_.size()));
  if (inserted) {
    strings_.append(text.data(), text.size());
    strings_.push_back('\0');
  }
  return entry->second;
}

uint32_t SiteTable::intern_file(const DIFile* file) {
  if (file == nullptr) return 0;
  auto [entry, inserted] = files_.try_emplace(file, 0);
  if (inserted) {
    SmallString<256> path(file->getFilename());
    if (!sys::path::is_absolute(path) && !file->getDirectory().empty()) {
      path = file->getDirectory();
      sys::path::append(path, file->getFilename());
    }
    sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    entry->second = intern(path);
  }
  return entry->second;
}

}  // namespace selvage::instrument

#include "instrument/pass/module_record.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/Path.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <vector>

#include "contract/channel.h"
#include "contract/site.h"
#include "instrument/pass/attributes.h"
#include "instrument/pass/sections.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr const char* kRecordName = "selvage_module_record";

// Positions of the fields in contract/site.h's ModuleRecord.
enum Field : unsigned {
  kMagic,
  kVersion,
  kSiteCount,
  kFunctionCount,
  kSkippedFunctionCount,
  kInlineAssemblyCount,
  kStringsSize,
  kIsShared,
  kLibraryFunctionCount,
  kProperties,
  kSites,
  kStrings,
  kFunctions,
  kSiteBase,
};

StructType* record_type(LLVMContext& context) {
  Type* i32 = Type::getInt32Ty(context);
  Type* address = PointerType::getUnqual(context);
  return StructType::get(context,
                         {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, address, address, address, address});
}

void emit_constructor(Module& module, GlobalVariable* record) {
  LLVMContext& context = module.getContext();
  FunctionCallee registration = module.getOrInsertFunction("selvage_hook_register_module", Type::getVoidTy(context),
                                                           PointerType::getUnqual(context));
  Function* constructor = Function::Create(FunctionType::get(Type::getVoidTy(context), /*isVarArg=*/false),
                                           GlobalValue::InternalLinkage, "selvage_register_module", module);
  constructor->addFnAttr(Attribute::NoUnwind);
  constructor->addFnAttr("frame-pointer", "all");
  IRBuilder<> builder(BasicBlock::Create(context, "entry", constructor));
  builder.CreateCall(registration, {record});
  builder.CreateRetVoid();
  constexpr int kEarliest = 0;
  appendToGlobalCtors(module, constructor, kEarliest);
}

// A name for `function` that no other object can replace, for references within the linked file.
Constant* local_reference(Function& function) {
  if (function.hasLocalLinkage()) return &function;
  return GlobalAlias::create(function.getValueType(), /*AddressSpace=*/0, GlobalValue::PrivateLinkage,
                             "selvage_function." + function.getName(), &function, function.getParent());
}

Constant* function_distances(Module& module, ArrayRef<Function*> functions, GlobalVariable* table) {
  LLVMContext& context = module.getContext();
  Type* i32 = Type::getInt32Ty(context);
  Type* i64 = Type::getInt64Ty(context);
  ArrayType* type = ArrayType::get(i32, functions.size());
  std::vector<Constant*> distances;
  for (size_t index = 0; index < functions.size(); ++index) {
    Constant* entry = ConstantExpr::getGetElementPtr(
        type, table, ArrayRef<Constant*>{ConstantInt::get(i64, 0), ConstantInt::get(i64, index)});
    Constant* distance = ConstantExpr::getSub(ConstantExpr::getPtrToInt(local_reference(*functions[index]), i64),
                                              ConstantExpr::getPtrToInt(entry, i64));
    distances.push_back(ConstantExpr::getTrunc(distance, i32));
  }
  return ConstantArray::get(type, distances);
}

}  // namespace

bool is_of_library(const Function& function) {
  const DISubprogram* source = function.getSubprogram();
  if (source == nullptr) return false;
  SmallString<128> path(source->getFilename());
  if (!sys::path::is_absolute(path)) {
    path = source->getDirectory();
    sys::path::append(path, source->getFilename());
  }
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return is_library_file(path.c_str());
}

bool has_module_record(const Module& module) {
  return module.getGlobalVariable(kRecordName, /*AllowInternal=*/true) != nullptr;
}

void emit_module_record(Module& module, LinkKind kind, Instrumentation& instrumentation, uint32_t properties) {
  LLVMContext& context = module.getContext();
  Type* i32 = Type::getInt32Ty(context);
  Constant* null = ConstantPointerNull::get(PointerType::getUnqual(context));
  SiteTable& sites = instrumentation.announcer.sites();
  auto number = [&](uint64_t value) { return ConstantInt::get(i32, value); };

  Constant* fields[] = {
      number(kModuleMagic),
      number(kContractVersion),
      number(sites.size()),
      number(0),
      number(instrumentation.skipped_function_count),
      number(instrumentation.opaque_assembly_count),
      number(sites.strings_size()),
      number(kind == LinkKind::SharedObject ? 1 : 0),
      number(0),
      number(properties),
      sites.emit_sites(),
      sites.emit_strings(),
      null,
      sites.base() != nullptr ? static_cast<Constant*>(sites.base()) : null,
  };
  GlobalVariable* record = make_section_variable(module, ConstantStruct::get(record_type(context), fields),
                                                 "selvage_module", kRecordName, Align(alignof(ModuleRecord)));
  emit_constructor(module, record);
}

void emit_function_table(Module& module) {
  GlobalVariable* record = module.getGlobalVariable(kRecordName, /*AllowInternal=*/true);
  if (record == nullptr) return;
  std::vector<Function*> functions;
  for (Function& function : module) {
    if (!function.isDeclaration() && !function.hasAvailableExternallyLinkage() && is_instrumented(function)) {
      functions.push_back(&function);
    }
  }
  auto libraries_end =
      std::partition(functions.begin(), functions.end(), [](const Function* one) { return is_of_library(*one); });
  LLVMContext& context = module.getContext();
  ArrayType* type = ArrayType::get(Type::getInt32Ty(context), functions.size());
  GlobalVariable* table = make_section_variable(module, Constant::getNullValue(type), "selvage_functions",
                                                "selvage_function_table", Align(alignof(int32_t)));
  table->setInitializer(function_distances(module, functions, table));

  std::vector<Constant*> fields;
  Constant* initial = record->getInitializer();
  for (unsigned field = 0; field <= kSiteBase; ++field) fields.push_back(initial->getAggregateElement(field));
  fields[kFunctionCount] = ConstantInt::get(Type::getInt32Ty(context), functions.size());
  fields[kLibraryFunctionCount] = ConstantInt::get(Type::getInt32Ty(context), libraries_end - functions.begin());
  fields[kFunctions] = table;
  record->setInitializer(ConstantStruct::get(record_type(context), fields));
}

}  // namespace selvage::instrument

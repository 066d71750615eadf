#include "atoms/fixed_place.h"

#include <string>
#include <vector>

#include "atoms/atom_compiler.h"

namespace selvage::atoms {

namespace {

using ltl::ParseError;

[[noreturn]] void refuse() {
  throw ParseError("a secret is a variable, or a field or an element of one: what lies elsewhere cannot be set", 0);
}

// The code of an expression that is a place computes its address from numbers, and loads what is there at the end.
uint64_t address_by(const std::vector<SharedLocation>& code) {
  std::vector<uint64_t> stack;
  auto pop = [&] {
    if (stack.empty()) refuse();
    uint64_t top = stack.back();
    stack.pop_back();
    return top;
  };
  for (size_t i = 0; i + 1 < code.size(); i++) {
    switch (atom_code(code[i])) {
      case AtomCode::Constant:
        stack.push_back(static_cast<uint64_t>(atom_operand(code[i])));
        break;
      case AtomCode::Add:
        stack.push_back(pop() + pop());
        break;
      case AtomCode::Multiply:
        stack.push_back(pop() * pop());
        break;
      default:
        refuse();
    }
  }
  return stack.size() == 1 ? stack.back() : 0;
}

// The variable that the text begins with.
EntryId variable_of(std::string_view text, const DebugInformation& debug) {
  size_t end = text.find_first_of(".[- \t");
  std::vector<EntryId> found = debug.variables(text.substr(0, end));
  return found.size() == 1 ? found.front() : kNoEntry;
}

}  // namespace

FixedPlace fixed_place(std::string_view text, const DebugInformation& debug, uint64_t load_address) {
  std::vector<SharedLocation> code = compile_atom(text, debug, load_address);
  if (code.empty() || atom_code(code.back()) != AtomCode::Load) refuse();
  FixedPlace place;
  place.address = address_by(code);
  place.bytes = static_cast<uint32_t>(atom_operand(code.back()) % kAtomSigned);
  EntryId variable = variable_of(text, debug);
  if (variable == kNoEntry || place.address == 0) refuse();
  EntryId type = debug.type_of(variable);
  if (type != kNoEntry && debug[type].tag == dwarf::kConst)
    throw ParseError("this is a constant, which the compiler has put in place of the variable", 0);
  EntryId plain = debug.plain_type(type);
  place.is_boolean = plain != kNoEntry && debug[plain].tag == dwarf::kBase && debug[plain].encoding == dwarf::kBoolean;
  return place;
}

}  // namespace selvage::atoms

#include "atoms/atom_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>

#include "contract/positions.h"

namespace selvage::atoms {

namespace {

using ltl::ParseError;

// What an expression has left on the stack: the address of something with a type, or a number.
struct Operand {
  bool is_place = false;
  EntryId type = kNoEntry;   // of a place, or of a pointer
  bool is_pointer = false;   // a number that points to `type`
  bool is_unsigned = false;  // a number of 64 bits without a sign
  std::optional<int64_t> constant = {};
};

struct Binary {
  std::string_view sign;
  int level;
};
// Longer ones first where one begins another.
constexpr std::array kBinary{Binary{"||", 1}, Binary{"&&", 2}, Binary{"==", 6}, Binary{"!=", 6}, Binary{"<<", 8},
                             Binary{">>", 8}, Binary{"<=", 7}, Binary{">=", 7}, Binary{"<", 7},  Binary{">", 7},
                             Binary{"|", 3},  Binary{"^", 4},  Binary{"&", 5},  Binary{"+", 9},  Binary{"-", 9},
                             Binary{"*", 10}, Binary{"/", 10}, Binary{"%", 10}};
constexpr int kUnaryLevel = 11;
constexpr const char* kChangesNothing = "atoms look at memory and change nothing";

class Compiler {
 public:
  Compiler(std::string_view text, const DebugInformation& debug, uint64_t load_address, Positions* positions)
      : text_(text), debug_(debug), load_address_(load_address), positions_(positions) {}

  std::vector<SharedLocation> whole() {
    skip_blanks();
    if (at_ == text_.size()) throw ParseError("the condition is empty", at_);
    Operand result = binary(1);
    if (text_.substr(at_).starts_with("=")) throw ParseError(kChangesNothing, at_);
    if (at_ != text_.size()) throw ParseError("an operator is missing before this", at_);
    to_number(result, 0);
    return std::move(code_);
  }

 private:
  // --- text

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) at_++;
  }
  bool take(std::string_view sign) {
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    skip_blanks();
    return true;
  }
  void require(std::string_view sign, size_t opened) {
    if (take(sign)) return;
    if (at_ == text_.size()) throw ParseError(fmt::format("this is not closed by {}", sign), opened);
    throw ParseError(fmt::format("{} is expected here", sign), at_);
  }
  static bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
  std::string word() {
    size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) at_++;
    std::string result(text_.substr(begin, at_ - begin));
    skip_blanks();
    return result;
  }

  // --- code

  void emit(AtomCode code, int64_t operand = 0) { code_.push_back(atom_entry(code, operand)); }
  void emit_constant(int64_t value, size_t position) {
    if (value > kLargestAtomOperand || value < -kLargestAtomOperand)
      throw ParseError("numbers in atoms have at most 55 bits", position);
    emit(AtomCode::Constant, value);
  }

  const DebugEntry& entry(EntryId id) const { return debug_[id]; }

  // Loads what is at a place; classes that hold one number, as std::atomic does, count as that.
  void to_number(Operand& operand, size_t position) {
    if (!operand.is_place) return;
    EntryId type = debug_.plain_type(operand.type);
    for (int depth = 0; depth < 8 && type != kNoEntry && is_atomic_class(type); depth++) {
      auto [member, offset] = first_member(type);
      if (member == kNoEntry) break;
      if (offset != 0) {
        emit(AtomCode::Constant, offset);
        emit(AtomCode::Add);
      }
      type = debug_.plain_type(member);
    }
    if (type == kNoEntry) throw ParseError("this has no value", position);
    const DebugEntry& e = entry(type);
    operand.is_place = false;
    switch (e.tag) {
      case dwarf::kPointer:
        emit(AtomCode::Load, 8);
        operand.is_pointer = operand.is_unsigned = true;
        operand.type = e.type;
        return;
      case dwarf::kArray:
        // Its address is its value, as in C.
        operand.is_pointer = operand.is_unsigned = true;
        operand.type = e.type;
        return;
      case dwarf::kEnumeration:
      case dwarf::kBase:
        return load_base(operand, e, position);
      default:
        throw ParseError(fmt::format("this is {}, which is no number: name a field of it", debug_.type_text(type)),
                         position);
    }
  }

  void load_base(Operand& operand, const DebugEntry& e, size_t position) {
    uint64_t size = e.size.value_or(0);
    bool is_number = e.tag == dwarf::kEnumeration || e.encoding != dwarf::kFloat;
    if (!is_number || (size != 1 && size != 2 && size != 4 && size != 8))
      throw ParseError(fmt::format("this is {}: atoms look at integers, enumerations, booleans and pointers", e.name),
                       position);
    bool is_signed = e.encoding == dwarf::kSigned || e.encoding == dwarf::kSignedChar;
    if (e.tag == dwarf::kEnumeration && e.type != kNoEntry) {
      EntryId base = debug_.plain_type(e.type);
      is_signed = base != kNoEntry && entry(base).encoding == dwarf::kSigned;
    }
    emit(AtomCode::Load, static_cast<int64_t>(size) + (is_signed ? kAtomSigned : 0));
    operand.is_unsigned = !is_signed && size == 8;
    operand.type = kNoEntry;
  }

  bool is_atomic_class(EntryId type) const {
    const DebugEntry& e = entry(type);
    return (e.tag == dwarf::kStructure || e.tag == dwarf::kClass) &&
           (e.name.starts_with("atomic<") || e.name.starts_with("__atomic_base<") ||
            e.name.starts_with("atomic_flag") || e.name.starts_with("__atomic_flag_base") ||
            e.name.starts_with("__atomic_float"));
  }
  std::pair<EntryId, int64_t> first_member(EntryId type) const {
    for (EntryId child : entry(type).children) {
      const DebugEntry& e = entry(child);
      if ((e.tag == dwarf::kMember || e.tag == dwarf::kInheritance) && e.offset && e.type != kNoEntry &&
          debug_.size_of(e.type).value_or(0) > 0)
        return {e.type, *e.offset};
    }
    return {kNoEntry, 0};
  }

  // --- names

  Operand variable(const std::string& name, size_t position) {
    if (debug_.empty()) throw ParseError("the program has no debug information: build it with -g", position);
    std::vector<EntryId> found = debug_.variables(name);
    if (found.empty()) return enumerator(name, position);
    if (found.size() > 1)
      throw ParseError(fmt::format("there are {} variables {}: say which (function::{} or space::{})", found.size(),
                                   name, name, name),
                       position);
    const DebugEntry& e = entry(found.front());
    if (e.is_thread_local || !e.address)
      throw ParseError(fmt::format("{} is one variable for each thread", name), position);
    emit_constant(static_cast<int64_t>(*e.address + load_address_), position);
    return {.is_place = true, .type = debug_.type_of(found.front())};
  }

  Operand enumerator(const std::string& name, size_t position) {
    std::vector<EntryId> found = debug_.enumerators(name);
    if (found.empty()) throw ParseError(fmt::format("the program has no global variable {}", name), position);
    if (found.size() > 1) throw ParseError(fmt::format("{} stands for several numbers", name), position);
    return number(entry(found.front()).value.value_or(0), position);
  }

  Operand number(int64_t value, size_t position) {
    emit_constant(value, position);
    return {.constant = value};
  }

  // --- positions

  // at(function), in(function, thread 2), in(function, main)
  Operand thread_position(bool at_entry, size_t position) {
    if (positions_ == nullptr) throw ParseError("where threads are is for --atom", position);
    size_t opened = at_;
    take("(");
    size_t place = at_;
    std::string function = function_name();
    if (function.empty()) throw ParseError("the name of a function is expected here", place);
    unsigned thread = take(",") ? thread_number() + 1 : 0;
    require(")", opened);
    emit(AtomCode::Position, position_operand(positions_->number(function, place), at_entry, thread));
    return {};
  }

  // Up to a comma or a parenthesis that is not the name's own.
  std::string function_name() {
    size_t begin = at_;
    int depth = 0;
    for (; at_ < text_.size(); at_++) {
      char c = text_[at_];
      if (depth == 0 && (c == ',' || c == ')')) break;
      if (c == '(' || c == '<') depth++;
      if (c == ')' || c == '>') depth--;
    }
    std::string_view name = text_.substr(begin, at_ - begin);
    while (!name.empty() && std::isspace(static_cast<unsigned char>(name.back()))) name.remove_suffix(1);
    return std::string(name);
  }

  unsigned thread_number() {
    size_t place = at_;
    std::string who = word();
    if (who == "main") return 0;
    std::string digits = who == "thread" ? word() : "";
    unsigned number = 0;
    auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size())
      throw ParseError("a thread is expected here, as in 'thread 2', or main", place);
    if (number >= kMaxPositionThreads)
      throw ParseError(fmt::format("threads are followed up to number {}", kMaxPositionThreads - 1), place);
    return number;
  }

  // --- operands

  Operand primary() {
    size_t position = at_;
    if (take("(")) {
      Operand inner = binary(1);
      require(")", position);
      return inner;
    }
    if (at_ == text_.size()) throw ParseError("the condition ends where an operand is expected", at_);
    char c = text_[at_];
    if (std::isdigit(static_cast<unsigned char>(c))) return literal();
    if (c == '\'') return character();
    if (!is_word(c) && !text_.substr(at_).starts_with("::")) throw ParseError("an operand is expected here", at_);
    take("::");
    std::string name = word();
    while (take("::")) name += "::" + word();
    if (name == "true") return number(1, position);
    if ((name == "at" || name == "in") && text_.substr(at_).starts_with("("))
      return thread_position(name == "at", position);
    if (name == "false" || name == "NULL" || name == "nullptr") return number(0, position);
    return variable(name, position);
  }

  Operand literal() {
    size_t position = at_;
    std::string digits = word();
    while (!digits.empty() &&
           (digits.back() == 'u' || digits.back() == 'U' || digits.back() == 'l' || digits.back() == 'L'))
      digits.pop_back();
    int base = digits.starts_with("0x") || digits.starts_with("0X") ? 16
               : digits.size() > 1 && digits[0] == '0'              ? 8
                                                                    : 10;
    const char* begin = digits.data() + (base == 16 ? 2 : 0);
    int64_t value = 0;
    auto parsed = std::from_chars(begin, digits.data() + digits.size(), value, base);
    if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size())
      throw ParseError("this is no integer", position);
    return number(value, position);
  }

  Operand character() {
    size_t position = at_;
    std::string_view rest = text_.substr(at_);
    if (rest.size() < 3 || rest[2] != '\'' || rest[1] == '\\') throw ParseError("this is no character", position);
    at_ += 3;
    skip_blanks();
    return number(rest[1], position);
  }

  Operand postfix() {
    size_t begin = at_;
    Operand result = primary();
    for (;;) {
      size_t position = at_;
      if (take("->")) {
        to_number(result, begin);
        follow(result, position);
        field(result, position);
      } else if (take(".")) {
        field(result, position);
      } else if (take("[")) {
        element(result, begin, position);
      } else {
        return result;
      }
    }
  }

  void follow(Operand& operand, size_t position) {
    if (!operand.is_pointer || debug_.plain_type(operand.type) == kNoEntry)
      throw ParseError("what stands before this does not point to anything that is known", position);
    operand = {.is_place = true, .type = operand.type};
  }

  void field(Operand& operand, size_t position) {
    std::string name = word();
    EntryId type = operand.is_place ? debug_.plain_type(operand.type) : kNoEntry;
    if (type == kNoEntry) throw ParseError("what stands before this has no fields", position);
    int64_t offset = 0;
    EntryId found = find_field(type, name, offset);
    if (found == kNoEntry) throw ParseError(fmt::format("{} has no field {}", debug_.type_text(type), name), position);
    if (entry(found).is_bit_field) throw ParseError(fmt::format("{} is a bit field", name), position);
    if (offset != 0) {
      emit(AtomCode::Constant, offset);
      emit(AtomCode::Add);
    }
    operand = {.is_place = true, .type = entry(found).type};
  }

  // Also in what is inherited, and in structures and unions without a name.
  EntryId find_field(EntryId type, const std::string& name, int64_t& offset) {
    for (EntryId child : entry(type).children) {
      const DebugEntry& e = entry(child);
      if (e.tag == dwarf::kMember && e.name == name &&
          (e.offset || e.is_bit_field || entry(type).tag == dwarf::kUnion)) {
        offset += e.offset.value_or(0);
        return child;
      }
    }
    for (EntryId child : entry(type).children) {
      const DebugEntry& e = entry(child);
      bool is_part = e.tag == dwarf::kInheritance || (e.tag == dwarf::kMember && e.name.empty());
      EntryId inner = is_part ? debug_.plain_type(e.type) : kNoEntry;
      if (inner == kNoEntry) continue;
      int64_t within = offset + e.offset.value_or(0);
      EntryId found = find_field(inner, name, within);
      if (found == kNoEntry) continue;
      offset = within;
      return found;
    }
    return kNoEntry;
  }

  void element(Operand& operand, size_t begin, size_t position) {
    std::optional<uint64_t> count;
    EntryId type = operand.is_place ? debug_.plain_type(operand.type) : kNoEntry;
    size_t dimensions = 0;
    if (type != kNoEntry && entry(type).tag == dwarf::kArray)
      for (EntryId child : entry(type).children)
        if (entry(child).tag == dwarf::kSubrange && dimensions++ == 0) count = entry(child).count;
    if (dimensions > 1) throw ParseError("arrays of arrays are not looked into", position);
    to_number(operand, begin);
    auto size = debug_.size_of(operand.type);
    if (!operand.is_pointer || !size) throw ParseError("what stands before this has no elements", position);
    EntryId of = operand.type;
    size_t index_position = at_;
    Operand index = binary(1);
    to_number(index, index_position);
    if (index.constant && count && (*index.constant < 0 || static_cast<uint64_t>(*index.constant) >= *count))
      throw ParseError(fmt::format("there are only {} elements", *count), index_position);
    require("]", position);
    emit(AtomCode::Constant, static_cast<int64_t>(*size));
    emit(AtomCode::Multiply);
    emit(AtomCode::Add);
    operand = {.is_place = true, .type = of};
  }

  Operand unary() {
    size_t position = at_;
    if (++depth_ > 100) throw ParseError("the condition is nested too deeply", position);
    Operand result;
    if (at_ < text_.size() && text_[at_] == '!' && !text_.substr(at_).starts_with("!=")) {
      take("!");
      result = computed(AtomCode::Not);
    } else if (take("~")) {
      result = computed(AtomCode::Complement);
    } else if (take("-")) {
      result = computed(AtomCode::Negate);
    } else if (take("*")) {
      size_t begin = at_;
      result = unary();
      to_number(result, begin);
      follow(result, position);
    } else if (!text_.substr(at_).starts_with("&&") && take("&")) {
      result = unary();
      if (!result.is_place) throw ParseError("this has no address", position);
      result = {.is_place = false, .type = result.type, .is_pointer = true, .is_unsigned = true};
    } else {
      result = postfix();
    }
    depth_--;
    return result;
  }

  Operand computed(AtomCode code) {
    size_t begin = at_;
    Operand operand = unary();
    to_number(operand, begin);
    emit(code);
    Operand result{.is_unsigned = operand.is_unsigned && code != AtomCode::Not};
    if (operand.constant && code == AtomCode::Negate) result.constant = -*operand.constant;
    return result;
  }

  const Binary* operator_here() const {
    for (const Binary& one : kBinary)
      if (text_.substr(at_).starts_with(one.sign)) return &one;
    return nullptr;
  }

  Operand binary(int level) {
    if (level >= kUnaryLevel) return unary();
    size_t begin = at_;
    Operand left = binary(level + 1);
    for (;;) {
      const Binary* found = operator_here();
      if (!found || found->level != level) return left;
      size_t position = at_;
      take(found->sign);
      if (at_ < text_.size() && text_[at_] == '=' && found->level != 6) throw ParseError(kChangesNothing, position);
      to_number(left, begin);
      left = level <= 2 ? short_circuit(level == 2) : combined(*found, left);
    }
  }

  Operand short_circuit(bool is_and) {
    size_t skip = code_.size();
    emit(is_and ? AtomCode::SkipIfFalse : AtomCode::SkipIfTrue);
    size_t begin = at_;
    Operand right = binary(is_and ? 3 : 2);
    to_number(right, begin);
    emit(AtomCode::Not);
    emit(AtomCode::Not);
    code_[skip] = atom_entry(is_and ? AtomCode::SkipIfFalse : AtomCode::SkipIfTrue,
                             static_cast<int64_t>(code_.size() - skip - 1));
    return {};
  }

  Operand combined(const Binary& op, const Operand& left) {
    size_t begin = at_;
    Operand right = binary(op.level + 1);
    to_number(right, begin);
    bool is_unsigned = left.is_unsigned || right.is_unsigned;
    std::string_view sign = op.sign;
    AtomCode less = is_unsigned ? AtomCode::LessUnsigned : AtomCode::Less;
    if ((left.is_pointer || right.is_pointer) && op.level >= 8)
      throw ParseError("pointers are only compared and followed", begin);
    if (is_unsigned && (sign == "/" || sign == "%" || sign == ">>"))
      throw ParseError("numbers of 64 bits without a sign are not divided or shifted", begin);
    if (sign == "==" || sign == "!=") {
      emit(AtomCode::Equal);
      if (sign == "!=") emit(AtomCode::Not);
      return {};
    }
    if (sign == "<") return emit(less), Operand{};
    if (sign == ">=") return emit(less), emit(AtomCode::Not), Operand{};
    if (sign == ">" || sign == "<=") {
      emit(is_unsigned ? AtomCode::GreaterUnsigned : AtomCode::Greater);
      if (sign == "<=") emit(AtomCode::Not);
      return {};
    }
    constexpr std::array kCodes{std::pair{"|", AtomCode::Or},          std::pair{"^", AtomCode::Exclusive},
                                std::pair{"&", AtomCode::And},         std::pair{"<<", AtomCode::ShiftLeft},
                                std::pair{">>", AtomCode::ShiftRight}, std::pair{"+", AtomCode::Add},
                                std::pair{"-", AtomCode::Subtract},    std::pair{"*", AtomCode::Multiply},
                                std::pair{"/", AtomCode::Divide},      std::pair{"%", AtomCode::Remainder}};
    for (const auto& [text, code] : kCodes)
      if (sign == text) emit(code);
    return {.is_unsigned = is_unsigned};
  }

  std::string_view text_;
  const DebugInformation& debug_;
  uint64_t load_address_;
  Positions* positions_;  // null: it is not for them
  size_t at_ = 0;
  int depth_ = 0;
  std::vector<SharedLocation> code_;
};

}  // namespace

std::vector<SharedLocation> compile_atom(std::string_view text, const DebugInformation& debug, uint64_t load_address,
                                         Positions* positions) {
  return Compiler(text, debug, load_address, positions).whole();
}

}  // namespace selvage::atoms

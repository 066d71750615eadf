#include "program.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace selvage::fuzz::loops {

namespace {

struct Form {
  std::string_view name, operands;
};

inline constexpr Form kForms[] = {
#define INSTRUCTION(name, operands) {#name, operands},
#include "instructions.def"
#undef INSTRUCTION
};

inline constexpr std::string_view kRegisterNames[] = {"values", "stack", "thread", "global"};

unsigned limit_of(char kind) {
  switch (kind) {
    case 'r':
      return kRegisters;
    case 'v':
      return kVariables;
    case 'c':
      return 16;
    default:
      return kLocks;
  }
}

Instruction parse_instruction(const std::string& word) {
  std::string_view name = std::string_view(word).substr(0, word.find('.'));
  const Form* form = std::ranges::find(kForms, name, &Form::name);
  if (form == std::end(kForms)) throw std::invalid_argument("no such instruction: " + word);
  Instruction instruction{static_cast<Code>(form - kForms)};
  size_t at = name.size();
  for (size_t i = 0; i < form->operands.size(); i++) {
    if (at >= word.size()) throw std::invalid_argument("a number is missing: " + word);
    auto number = static_cast<unsigned>(std::stoul(word.substr(at + 1)));
    if (number >= limit_of(form->operands[i])) throw std::invalid_argument("too large a number: " + word);
    instruction.numbers[i] = static_cast<uint8_t>(number);
    at = std::min(word.find('.', at + 1), word.size());
  }
  if (at != word.size()) throw std::invalid_argument("too many numbers: " + word);
  return instruction;
}

std::string text_of(const Instruction& instruction) {
  std::string text(name_of(instruction.code));
  for (size_t i = 0; i < operands_of(instruction.code).size(); i++) text += fmt::format(".{}", instruction.numbers[i]);
  return text;
}

void erase(Body& body, size_t begin, size_t end) {
  body.erase(body.begin() + static_cast<ptrdiff_t>(begin), body.begin() + static_cast<ptrdiff_t>(end));
}

}  // namespace

std::string_view name_of(Code code) { return kForms[static_cast<size_t>(code)].name; }
std::string_view operands_of(Code code) { return kForms[static_cast<size_t>(code)].operands; }

bool opens_block(Code code) {
  return code == Code::loop_ || code == Code::times_ || code == Code::if_ || code == Code::unless_ ||
         code == Code::call_;
}

size_t end_of_block(const Body& body, size_t begin) {
  unsigned depth = 0;
  for (size_t at = begin; at < body.size(); at++) {
    depth += opens_block(body[at].code);
    if (body[at].code == Code::end_ && --depth == 0) return at;
  }
  throw std::invalid_argument("a block without end");
}

Body parse_body(std::string_view text) {
  Body body;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) body.push_back(parse_instruction(word));
  return body;
}

std::string Program::text() const {
  std::string result;
  if (registers != Registers::Values) result = fmt::format("{}: ", kRegisterNames[static_cast<size_t>(registers)]);
  for (const Body& body : threads) {
    if (&body != &threads.front()) result += "| ";
    for (const Instruction& instruction : body) result += text_of(instruction) + ' ';
  }
  if (!result.empty()) result.pop_back();
  return result;
}

Program Program::parse(std::string_view text) {
  Program program;
  if (size_t colon = text.find(':'); colon != std::string_view::npos) {
    const auto* name = std::ranges::find(kRegisterNames, text.substr(0, colon));
    if (name == std::end(kRegisterNames)) throw std::invalid_argument("no such place for registers");
    program.registers = static_cast<Registers>(name - kRegisterNames);
    text.remove_prefix(colon + 1);
  }
  while (true) {
    size_t bar = text.find('|');
    program.threads.push_back(parse_body(text.substr(0, bar)));
    if (bar == std::string_view::npos) return program;
    text.remove_prefix(bar + 1);
  }
}

std::vector<Program> smaller_programs(const Program& program) {
  std::vector<Program> result;
  auto add = [&](auto&& change) {
    result.push_back(program);
    change(result.back());
  };
  for (size_t t = 0; t < program.threads.size() && program.threads.size() > 1; t++)
    add([&](Program& p) { p.threads.erase(p.threads.begin() + static_cast<ptrdiff_t>(t)); });
  for (size_t t = 0; t < program.threads.size(); t++) {
    const Body& body = program.threads[t];
    for (size_t i = 0; i < body.size(); i++) {
      if (body[i].code == Code::end_) continue;
      if (!opens_block(body[i].code)) {
        add([&](Program& p) { erase(p.threads[t], i, i + 1); });
        continue;
      }
      size_t end = end_of_block(body, i);
      add([&](Program& p) { erase(p.threads[t], i, end + 1); });
      add([&](Program& p) {
        erase(p.threads[t], end, end + 1);
        erase(p.threads[t], i, i + 1);
      });
    }
  }
  if (program.registers != Registers::Values) add([](Program& p) { p.registers = Registers::Values; });
  for (size_t t = 0; t < program.threads.size(); t++)
    for (size_t i = 0; i < program.threads[t].size(); i++)
      for (size_t n = 0; n < operands_of(program.threads[t][i].code).size(); n++)
        if (program.threads[t][i].numbers[n] > 0) add([&](Program& p) { p.threads[t][i].numbers[n]--; });
  return result;
}

}  // namespace selvage::fuzz::loops

#include "ltl/parser.h"

#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace selvage::ltl {

namespace {

enum class Kind : uint8_t {
  End,
  Name,
  True,
  False,
  Open,
  Close,
  Not,
  Always,
  Eventually,
  Next,
  Until,
  Release,
  WeakUntil,
  StrongRelease,
  And,
  Or,
  Implies,
  Equivalent
};

struct Token {
  Kind kind = Kind::End;
  std::string_view text;
  size_t position = 0;
};

struct Spelling {
  std::string_view text;
  Kind kind;
};

// Longer ones first where one begins another.
constexpr std::array kSigns{
    Spelling{"<->", Kind::Equivalent}, Spelling{"<=>", Kind::Equivalent}, Spelling{"->", Kind::Implies},
    Spelling{"=>", Kind::Implies},     Spelling{"[]", Kind::Always},      Spelling{"<>", Kind::Eventually},
    Spelling{"&&", Kind::And},         Spelling{"||", Kind::Or},          Spelling{"/\\", Kind::And},
    Spelling{"\\/", Kind::Or},         Spelling{"!", Kind::Not},          Spelling{"~", Kind::Not},
    Spelling{"&", Kind::And},          Spelling{"|", Kind::Or},           Spelling{"(", Kind::Open},
    Spelling{")", Kind::Close},
};

constexpr std::array kWords{
    Spelling{"true", Kind::True},
    Spelling{"false", Kind::False},
    Spelling{"1", Kind::True},
    Spelling{"0", Kind::False},
    Spelling{"G", Kind::Always},
    Spelling{"always", Kind::Always},
    Spelling{"F", Kind::Eventually},
    Spelling{"eventually", Kind::Eventually},
    Spelling{"X", Kind::Next},
    Spelling{"next", Kind::Next},
    Spelling{"U", Kind::Until},
    Spelling{"until", Kind::Until},
    Spelling{"stronguntil", Kind::Until},
    Spelling{"R", Kind::Release},
    Spelling{"V", Kind::Release},
    Spelling{"release", Kind::Release},
    Spelling{"W", Kind::WeakUntil},
    Spelling{"weakuntil", Kind::WeakUntil},
    Spelling{"M", Kind::StrongRelease},
    Spelling{"not", Kind::Not},
    Spelling{"and", Kind::And},
    Spelling{"or", Kind::Or},
    Spelling{"implies", Kind::Implies},
    Spelling{"equivalent", Kind::Equivalent},
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool is_binary_temporal(Kind kind) {
  return kind == Kind::Until || kind == Kind::Release || kind == Kind::WeakUntil || kind == Kind::StrongRelease;
}

class Parser {
 public:
  Parser(std::string_view text, Formulas& formulas) : text_(text), formulas_(formulas) { advance(); }

  FormulaId whole() {
    if (token_.kind == Kind::End) throw ParseError("the formula is empty", 0);
    FormulaId result = equivalence();
    if (token_.kind == Kind::Close) throw ParseError("this parenthesis closes nothing", token_.position);
    if (token_.kind != Kind::End) throw ParseError("an operator is missing before this", token_.position);
    return result;
  }

 private:
  FormulaId equivalence() {
    FormulaId left = implication();
    if (token_.kind != Kind::Equivalent) return left;
    Token sign = take();
    FormulaId right = implication();
    refuse_chain(sign, token_.kind == Kind::Equivalent);
    FormulaId both = formulas_.conjunction(left, right);
    FormulaId neither = formulas_.conjunction(formulas_.negation(left), formulas_.negation(right));
    return formulas_.disjunction(both, neither);
  }

  FormulaId implication() {
    FormulaId left = disjunction();
    if (token_.kind != Kind::Implies) return left;
    Token sign = take();
    FormulaId right = disjunction();
    refuse_chain(sign, token_.kind == Kind::Implies);
    return formulas_.disjunction(formulas_.negation(left), right);
  }

  FormulaId disjunction() {
    FormulaId result = conjunction();
    while (token_.kind == Kind::Or) {
      take();
      result = formulas_.disjunction(result, conjunction());
    }
    return result;
  }

  FormulaId conjunction() {
    FormulaId result = temporal();
    while (token_.kind == Kind::And) {
      take();
      result = formulas_.conjunction(result, temporal());
    }
    return result;
  }

  FormulaId temporal() {
    FormulaId left = unary();
    if (!is_binary_temporal(token_.kind)) return left;
    Token sign = take();
    FormulaId right = unary();
    refuse_chain(sign, is_binary_temporal(token_.kind));
    switch (sign.kind) {
      case Kind::Until:
        return formulas_.until(left, right);
      case Kind::Release:
        return formulas_.release(left, right);
      case Kind::WeakUntil:
        return formulas_.release(right, formulas_.disjunction(left, right));
      default:
        return formulas_.until(right, formulas_.conjunction(left, right));
    }
  }

  FormulaId unary() {
    if (++depth_ > kMostNested) throw ParseError("the formula is nested too deeply", token_.position);
    Token token = take();
    FormulaId result = operand(token);
    depth_--;
    return result;
  }

  FormulaId operand(const Token& token) {
    switch (token.kind) {
      case Kind::Not:
        return formulas_.negation(unary());
      case Kind::Next:
        return formulas_.next(unary());
      case Kind::Always:
        return formulas_.release(formulas_.constant(false), unary());
      case Kind::Eventually:
        return formulas_.until(formulas_.constant(true), unary());
      case Kind::True:
        return formulas_.constant(true);
      case Kind::False:
        return formulas_.constant(false);
      case Kind::Name:
        return named(token);
      case Kind::Open: {
        FormulaId inner = equivalence();
        if (token_.kind != Kind::Close) {
          if (token_.kind == Kind::End) throw ParseError("this parenthesis is not closed", token.position);
          throw ParseError("an operator is missing before this", token_.position);
        }
        take();
        return inner;
      }
      case Kind::End:
        throw ParseError("the formula ends where an operand is expected", token.position);
      default:
        throw ParseError("an operand is expected here", token.position);
    }
  }

  FormulaId named(const Token& token) {
    if (std::isdigit(static_cast<unsigned char>(token.text[0])))
      throw ParseError("a number is no atom; name a condition with --atom 'name: condition'", token.position);
    FormulaId atom = formulas_.atom(std::string(token.text));
    if (formulas_.atoms().size() > kMostAtoms) throw ParseError("more than 64 different atoms", token.position);
    return atom;
  }

  static void refuse_chain(const Token& sign, bool is_chain) {
    if (is_chain)
      throw ParseError("two operators like this in a row can be read in two ways; put parentheses", sign.position);
  }

  Token take() { return std::exchange(token_, read()); }
  void advance() { token_ = read(); }

  Token read() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) at_++;
    size_t begin = at_;
    if (begin == text_.size()) return {Kind::End, {}, begin};
    std::string_view rest = text_.substr(begin);
    for (const Spelling& sign : kSigns)
      if (rest.starts_with(sign.text)) {
        at_ += sign.text.size();
        return {sign.kind, sign.text, begin};
      }
    while (at_ < text_.size() && is_word(text_[at_])) at_++;
    std::string_view word = text_.substr(begin, at_ - begin);
    if (word.empty()) throw ParseError("this sign belongs to no formula", begin);
    for (const Spelling& known : kWords)
      if (word == known.text) return {known.kind, word, begin};
    return {Kind::Name, word, begin};
  }

  static constexpr unsigned kMostNested = 200;

  std::string_view text_;
  Formulas& formulas_;
  size_t at_ = 0;
  unsigned depth_ = 0;
  Token token_;
};

}  // namespace

FormulaId parse(std::string_view text, Formulas& formulas) { return Parser(text, formulas).whole(); }

std::string point_at(std::string_view text, size_t position) {
  std::string line(text);
  for (char& c : line)
    if (std::iscntrl(static_cast<unsigned char>(c))) c = ' ';
  // A character of several bytes takes one column.
  size_t column = 0;
  for (size_t i = 0; i < position && i < text.size(); i++)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) column++;
  return "  " + line + "\n  " + std::string(column, ' ') + "^";
}

}  // namespace selvage::ltl

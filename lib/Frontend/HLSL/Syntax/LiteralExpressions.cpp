//===- LiteralExpressions.cpp - Operators of literals ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A parser of expressions by precedence, which gives up where an operand is not a
// literal. What it does not understand keeps Clang's value.

#include "Syntax/LiteralExpressions.h"

#include "clang/Basic/OperatorPrecedence.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

using namespace clang;
using namespace mlir::wave;
using llvm::ArrayRef;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {
struct Value {
  enum class Kind { Bool, Integer, Float };

  Kind kind = Kind::Integer;
  /// dxc's value of a bool or an integer, and of a float.
  int64_t integer = 0;
  double real = 0;
  /// The value of a float that Clang computes.
  float clang = 0;
  /// Whether Clang computes another value, or may do so.
  bool differs = false;
  bool hasOperator = false;

  bool isFloat() const { return kind == Kind::Float; }
  bool isTrue() const { return isFloat() ? real != 0 : integer != 0; }
  double toReal() const {
    return isFloat() ? real : static_cast<double>(integer);
  }
  float toFloat() const {
    return isFloat() ? clang : static_cast<float>(integer);
  }
};
} // namespace

static bool fits(int64_t value) {
  return value >= std::numeric_limits<int32_t>::min() &&
         value <= std::numeric_limits<int32_t>::max();
}

static Value makeInteger(uint64_t integer, bool differs) {
  Value made;
  made.integer = static_cast<int64_t>(integer);
  made.differs = differs || !fits(made.integer);
  return made;
}

static Value makeFloat(double real, float clang, bool differs) {
  Value made;
  made.kind = Value::Kind::Float;
  made.real = real;
  made.clang = clang;
  made.differs = differs;
  return made;
}

static Value makeBool(bool value, bool differs) {
  Value made;
  made.kind = Value::Kind::Bool;
  made.integer = value ? 1 : 0;
  made.differs = differs;
  return made;
}

/// Returns the value of a literal without a suffix; none for others.
static std::optional<Value> parseLiteral(const hlsl::LiteralToken &token) {
  if (token.token.isOneOf(tok::kw_true, tok::kw_false))
    return makeBool(token.token.is(tok::kw_true), false);
  StringRef text = token.text;
  if (!token.token.is(tok::numeric_constant) || text.empty())
    return std::nullopt;
  uint64_t integer = 0;
  if (!text.getAsInteger(0, integer))
    // Of 64 bits with the sign bit set, Clang has an unsigned type.
    return makeInteger(
        integer,
        integer > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()));
  if (text.find_first_not_of("0123456789.eE+-") != StringRef::npos)
    return std::nullopt;
  llvm::APFloat real(llvm::APFloat::IEEEdouble()),
      clang(llvm::APFloat::IEEEsingle());
  for (llvm::APFloat *each : {&real, &clang}) {
    auto status =
        each->convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      return std::nullopt;
    }
  }
  return makeFloat(real.convertToDouble(), clang.convertToFloat(), false);
}

static std::optional<Value> applyUnary(tok::TokenKind kind, Value operand) {
  const uint64_t bits = static_cast<uint64_t>(operand.integer);
  Value made;
  if (kind == tok::exclaim)
    made = makeBool(!operand.isTrue(), operand.differs);
  else if (operand.kind == Value::Kind::Bool)
    return std::nullopt;
  else if (kind == tok::plus)
    made = operand;
  else if (kind == tok::tilde)
    if (operand.isFloat())
      return std::nullopt;
    else
      made = makeInteger(~bits, operand.differs);
  else
    made = operand.isFloat()
               ? makeFloat(-operand.real, -operand.clang, operand.differs)
               : makeInteger(0 - bits, operand.differs);
  made.hasOperator = true;
  return made;
}

template <typename T>
static std::optional<bool> compare(tok::TokenKind kind, T a, T b) {
  switch (kind) {
  case tok::less:
    return a < b;
  case tok::greater:
    return a > b;
  case tok::lessequal:
    return a <= b;
  case tok::greaterequal:
    return a >= b;
  case tok::equalequal:
    return a == b;
  case tok::exclaimequal:
    return a != b;
  default:
    return std::nullopt;
  }
}

template <typename T>
static std::optional<T> computeFloat(tok::TokenKind kind, T a, T b) {
  switch (kind) {
  case tok::plus:
    return a + b;
  case tok::minus:
    return a - b;
  case tok::star:
    return a * b;
  case tok::slash:
    return b == 0 ? std::nullopt : std::optional<T>(a / b);
  default:
    return std::nullopt;
  }
}

/// Computes with 64 bits, which wrap.
static std::optional<Value> computeInteger(tok::TokenKind kind, Value left,
                                           Value right) {
  const int64_t a = left.integer, b = right.integer;
  const uint64_t x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
  bool differs = left.differs || right.differs;
  switch (kind) {
  case tok::plus:
    return makeInteger(x + y, differs);
  case tok::minus:
    return makeInteger(x - y, differs);
  case tok::star:
    return makeInteger(x * y, differs);
  case tok::slash:
  case tok::percent:
    if (b == 0 || (b == -1 && a == std::numeric_limits<int64_t>::min()))
      return std::nullopt;
    return makeInteger(
        static_cast<uint64_t>(kind == tok::slash ? a / b : a % b), differs);
  case tok::amp:
    return makeInteger(x & y, differs);
  case tok::pipe:
    return makeInteger(x | y, differs);
  case tok::caret:
    return makeInteger(x ^ y, differs);
  case tok::lessless:
  case tok::greatergreater:
    differs |= y >= 32;
    return makeInteger(kind == tok::lessless
                           ? x << (y & 63)
                           : static_cast<uint64_t>(a >> (y & 63)),
                       differs);
  default:
    return std::nullopt;
  }
}

static std::optional<Value> applyBinary(tok::TokenKind kind, Value left,
                                        Value right) {
  const bool differs = left.differs || right.differs;
  const bool isFloat = left.isFloat() || right.isFloat();
  std::optional<Value> made;
  if (kind == tok::ampamp || kind == tok::pipepipe) {
    made = makeBool(kind == tok::ampamp ? left.isTrue() && right.isTrue()
                                        : left.isTrue() || right.isTrue(),
                    differs);
  } else if (std::optional<bool> found =
                 isFloat ? compare(kind, left.toReal(), right.toReal())
                         : compare(kind, left.integer, right.integer)) {
    const bool isOther =
        isFloat && found != compare(kind, left.toFloat(), right.toFloat());
    made = makeBool(*found, differs || isOther);
  } else if (left.kind == Value::Kind::Bool ||
             right.kind == Value::Kind::Bool) {
    // An int, which is not a literal.
    return std::nullopt;
  } else if (!isFloat) {
    made = computeInteger(kind, left, right);
  } else if (auto real = computeFloat(kind, left.toReal(), right.toReal())) {
    auto clang = computeFloat(kind, left.toFloat(), right.toFloat());
    if (!clang)
      return std::nullopt;
    made = makeFloat(*real, *clang, differs);
  }
  if (made)
    made->hasOperator = true;
  return made;
}

static std::optional<Value> applyCondition(Value condition, Value yes,
                                           Value no) {
  const bool isBool =
      yes.kind == Value::Kind::Bool && no.kind == Value::Kind::Bool;
  if (!isBool &&
      (yes.kind == Value::Kind::Bool || no.kind == Value::Kind::Bool))
    return std::nullopt;
  Value made = condition.isTrue() ? yes : no;
  if (yes.isFloat() || no.isFloat())
    made = makeFloat(made.toReal(), made.toFloat(), false);
  made.differs = condition.differs || yes.differs || no.differs;
  made.hasOperator = true;
  return made;
}

static std::string spellFloat(const llvm::APFloat &real, unsigned digits) {
  llvm::SmallString<32> text;
  real.toString(text, digits, /*FormatMaxPadding=*/0);
  return text.str().str();
}

/// Returns the value as a literal for Clang; empty if Clang computes it, or has no literal
/// of it.
static std::string spellValue(const Value &value) {
  if (value.isFloat()) {
    const auto rounded = static_cast<float>(value.real);
    if (!std::isfinite(rounded) || (!value.differs && rounded == value.clang))
      return "";
    return spellFloat(llvm::APFloat(rounded), 9);
  }
  if (!value.differs)
    return "";
  if (value.kind == Value::Kind::Bool)
    return value.integer != 0 ? "true" : "false";
  const int64_t number = value.integer;
  if (number >= 0)
    return "0x" + llvm::utohexstr(static_cast<uint64_t>(number), true);
  // Clang has no negative literals, and a wider type for these positive ones.
  if (number == std::numeric_limits<int32_t>::min() ||
      number == std::numeric_limits<int64_t>::min())
    return std::to_string(number + 1) + " - 1";
  return std::to_string(number);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

namespace {
class Parser {
public:
  Parser(ArrayRef<hlsl::LiteralToken> tokens,
         llvm::function_ref<bool(size_t)> isType,
         llvm::function_ref<bool(size_t)> isTemplate)
      : tokens(tokens), isType(isType), isTemplate(isTemplate) {}

  std::vector<hlsl::LiteralExpression> run();

private:
  struct Part {
    Value value;
    /// The index behind the last token.
    size_t end = 0;
  };
  struct Bracket {
    tok::TokenKind kind;
    size_t place;
  };

  tok::TokenKind kindAt(size_t index) const {
    return index < tokens.size() ? tokens[index].token.getKind() : tok::eof;
  }
  prec::Level levelAt(size_t index) const {
    return getBinOpPrecedence(kindAt(index), greaterIsOperator, true);
  }
  std::optional<prec::Level> startAt(size_t index) const;
  bool isBinaryAt(size_t index) const;
  bool closesCast(size_t index) const;
  void step(size_t index);
  std::optional<Part> parse(size_t index, prec::Level above, bool isWhole);
  std::optional<Part> parseOperand(size_t index);
  std::optional<Part> parseCondition(const Part &condition);

  ArrayRef<hlsl::LiteralToken> tokens;
  llvm::function_ref<bool(size_t)> isType, isTemplate;
  std::vector<Bracket> brackets;
  /// Whether `>` is an operator, not the end of a template's arguments.
  bool greaterIsOperator = true;
  /// Where the last bracket that closed had opened.
  size_t opened = 0;
  /// The last token that ends the arguments of a template.
  std::optional<size_t> templateEnd;
  unsigned depth = 0;
};
} // namespace

/// The level of operators that nothing binds tighter than.
static constexpr auto kTightest = prec::PointerToMember;

/// Whether the token ends an operand, so that an operator after it has two.
static bool endsOperand(tok::TokenKind kind) {
  switch (kind) {
  case tok::identifier:
  case tok::numeric_constant:
  case tok::char_constant:
  case tok::kw_true:
  case tok::kw_false:
  case tok::kw_this:
  case tok::r_paren:
  case tok::r_square:
  case tok::r_brace:
  case tok::plusplus:
  case tok::minusminus:
    return true;
  default:
    return false;
  }
}

/// Whether the brackets that end with this token are a cast, `(uint)`.
bool Parser::closesCast(size_t index) const {
  if (kindAt(index) != tok::r_paren || opened + 1 >= index)
    return false;
  // `f(x)` is a call.
  if (opened != 0 && kindAt(opened - 1) != tok::r_paren &&
      (endsOperand(kindAt(opened - 1)) || templateEnd == opened - 1))
    return false;
  const size_t last = index - 1;
  switch (kindAt(last)) {
  case tok::identifier:
    return isType(last);
  case tok::greater:
  case tok::kw_int:
  case tok::kw_float:
  case tok::kw_bool:
  case tok::kw_half:
  case tok::kw_double:
  case tok::kw_unsigned:
    return true;
  default:
    return false;
  }
}

bool Parser::isBinaryAt(size_t index) const {
  return index != 0 && endsOperand(kindAt(index - 1)) &&
         getBinOpPrecedence(kindAt(index), true, true) > prec::Assignment;
}

/// Returns the level of the operator before an operand that begins here; none if no
/// operand begins.
std::optional<prec::Level> Parser::startAt(size_t index) const {
  if (index == 0)
    return prec::Comma;
  const tok::TokenKind before = kindAt(index - 1);
  if (templateEnd == index - 1)
    return std::nullopt;
  if (closesCast(index - 1))
    return kTightest;
  switch (before) {
  case tok::less:
    // Behind a template's name no operator comes first.
    if (!brackets.empty() && brackets.back().kind == tok::less &&
        brackets.back().place == index - 1)
      return prec::Assignment;
    break;
  case tok::l_paren:
  case tok::l_square:
  case tok::l_brace:
  case tok::comma:
  case tok::colon:
  case tok::question:
  case tok::semi:
  case tok::kw_return:
  case tok::kw_case:
    return prec::Assignment;
  case tok::tilde:
  case tok::exclaim:
    return kTightest;
  default:
    break;
  }
  const prec::Level level = getBinOpPrecedence(before, true, true);
  if (level == prec::Assignment)
    return level;
  if (isBinaryAt(index - 1))
    return level;
  if (before == tok::minus || before == tok::plus)
    return kTightest;
  return std::nullopt;
}

std::optional<Parser::Part> Parser::parseOperand(size_t index) {
  constexpr unsigned kMostDepth = 100;
  if (depth > kMostDepth)
    return std::nullopt;
  switch (kindAt(index)) {
  case tok::minus:
  case tok::plus:
  case tok::tilde:
  case tok::exclaim: {
    ++depth;
    std::optional<Part> operand = parseOperand(index + 1);
    --depth;
    if (!operand)
      return std::nullopt;
    std::optional<Value> value = applyUnary(kindAt(index), operand->value);
    return value ? std::optional<Part>({*value, operand->end}) : std::nullopt;
  }
  case tok::l_paren: {
    const bool outer = std::exchange(greaterIsOperator, true);
    ++depth;
    std::optional<Part> inner =
        parse(index + 1, prec::Assignment, /*isWhole=*/true);
    --depth;
    greaterIsOperator = outer;
    if (!inner || kindAt(inner->end) != tok::r_paren)
      return std::nullopt;
    ++inner->end;
    switch (kindAt(inner->end)) {
    // More of the operand follows, such as a swizzle.
    case tok::period:
    case tok::l_square:
    case tok::l_paren:
    case tok::plusplus:
    case tok::minusminus:
      return std::nullopt;
    default:
      return inner;
    }
  }
  default:
    if (index < tokens.size())
      if (std::optional<Value> value = parseLiteral(tokens[index]))
        return Part{*value, index + 1};
    return std::nullopt;
  }
}

std::optional<Parser::Part> Parser::parseCondition(const Part &condition) {
  const bool outer = std::exchange(greaterIsOperator, true);
  std::optional<Part> yes =
      parse(condition.end + 1, prec::Assignment, /*isWhole=*/true);
  greaterIsOperator = outer;
  if (!yes || kindAt(yes->end) != tok::colon)
    return std::nullopt;
  std::optional<Part> no =
      parse(yes->end + 1, prec::Assignment, /*isWhole=*/true);
  if (!no)
    return std::nullopt;
  std::optional<Value> value =
      applyCondition(condition.value, yes->value, no->value);
  return value ? std::optional<Part>({*value, no->end}) : std::nullopt;
}

/// Parses operators that bind tighter than a level. `isWhole`: none of them may be left.
std::optional<Parser::Part> Parser::parse(size_t index, prec::Level above,
                                          bool isWhole) {
  std::optional<Part> left = parseOperand(index);
  if (!left)
    return std::nullopt;
  while (levelAt(left->end) > above) {
    const prec::Level level = levelAt(left->end);
    std::optional<Part> next;
    if (level == prec::Conditional) {
      next = parseCondition(*left);
    } else if (auto right = parse(left->end + 1, level, /*isWhole=*/true)) {
      if (auto value =
              applyBinary(kindAt(left->end), left->value, right->value))
        next = Part{*value, right->end};
    }
    if (!next)
      return isWhole ? std::nullopt : left;
    left = next;
  }
  return left;
}

/// Takes the brackets of a token that is not part of an expression of literals.
void Parser::step(size_t index) {
  switch (kindAt(index)) {
  case tok::l_paren:
  case tok::l_square:
  case tok::l_brace:
    brackets.push_back({kindAt(index), index});
    break;
  case tok::less:
    if (index != 0 && kindAt(index - 1) == tok::identifier &&
        isTemplate(index - 1))
      brackets.push_back({tok::less, index});
    break;
  case tok::greater:
  case tok::greatergreater:
    for (size_t ends = kindAt(index) == tok::greater ? 1 : 2;
         ends != 0 && !brackets.empty() && brackets.back().kind == tok::less;
         --ends) {
      brackets.pop_back();
      templateEnd = index;
    }
    break;
  case tok::r_paren:
  case tok::r_square:
  case tok::r_brace:
    while (!brackets.empty() && brackets.back().kind == tok::less)
      brackets.pop_back();
    if (!brackets.empty()) {
      opened = brackets.back().place;
      brackets.pop_back();
    }
    break;
  default:
    break;
  }
  greaterIsOperator = brackets.empty() || brackets.back().kind != tok::less;
}

std::vector<hlsl::LiteralExpression> Parser::run() {
  std::vector<hlsl::LiteralExpression> found;
  for (size_t index = 0; index < tokens.size();) {
    std::optional<Part> part;
    if (std::optional<prec::Level> above = startAt(index))
      part = parse(index, *above, /*isWhole=*/false);
    // dxc's literals have a sign.
    const bool isNegative =
        part && !part->value.isFloat() && part->value.integer < 0;
    if (!part || (!part->value.hasOperator && !isNegative)) {
      step(index++);
      continue;
    }
    if (std::string value = spellValue(part->value); !value.empty()) {
      if (!part->value.hasOperator)
        value += "L";
      std::string exact = part->value.isFloat()
                              ? spellFloat(llvm::APFloat(part->value.real), 17)
                              : value;
      found.push_back(
          {index, part->end - 1, std::move(value), std::move(exact)});
    }
    // Brackets of the part are closed, but not those of a cast.
    opened = index;
    index = part->end;
  }
  return found;
}

std::vector<hlsl::LiteralExpression>
hlsl::findLiteralExpressions(ArrayRef<LiteralToken> statement,
                             llvm::function_ref<bool(size_t)> isType,
                             llvm::function_ref<bool(size_t)> isTemplate) {
  return Parser(statement, isType, isTemplate).run();
}

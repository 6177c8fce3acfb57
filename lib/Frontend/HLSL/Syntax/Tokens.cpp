//===- Tokens.cpp - Changes of tokens before Clang parses them ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Clang calls a watcher for each token, after macros are expanded and before the
// parser gets the token. Places in the user's text stay right, which they would not
// if the text were changed.

#include "Syntax/Tokens.h"

#include "Diagnostics.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace mlir::wave;

Token hlsl::TokenRule::make(tok::TokenKind kind, const Token &after,
                            int distance) {
  Token made;
  made.startToken();
  made.setKind(kind);
  made.setLocation(after.getLocation().getLocWithOffset(distance));
  made.setLength(1);
  return made;
}

Token hlsl::TokenRule::makeName(llvm::StringRef name, const Token &after,
                                int distance) const {
  Token made = make(tok::identifier, after, distance);
  made.setIdentifierInfo(preprocessor.getIdentifierInfo(name));
  return made;
}

Token hlsl::TokenRule::makeNumber(unsigned number, const Token &after,
                                  int distance) const {
  Token made = make(tok::numeric_constant, after, distance);
  setNumber(made, number);
  return made;
}

void hlsl::TokenRule::setNumber(Token &token, unsigned number) const {
  setNumber(token, std::to_string(number));
}

void hlsl::TokenRule::setNumber(Token &token, llvm::StringRef spelling) const {
  // The table of identifiers keeps the text.
  llvm::StringRef text = preprocessor.getIdentifierInfo(spelling)->getName();
  token.setKind(tok::numeric_constant);
  token.setLiteralData(text.data());
  token.setLength(text.size());
}

void hlsl::TokenRule::insert(llvm::ArrayRef<Token> tokens) {
  auto copy = std::make_unique<Token[]>(tokens.size());
  llvm::copy(tokens, copy.get());
  preprocessor.EnterTokenStream(std::move(copy), tokens.size(),
                                /*DisableMacroExpansion=*/true,
                                /*IsReinject=*/true);
}

void hlsl::TokenRule::insertAgain(const Token &token) {
  auto copy = std::make_unique<Token[]>(1);
  copy[0] = token;
  preprocessor.EnterTokenStream(std::move(copy), 1,
                                /*DisableMacroExpansion=*/true,
                                /*IsReinject=*/false);
}

namespace {
class Watcher {
public:
  Watcher(Preprocessor &preprocessor,
          std::vector<std::unique_ptr<hlsl::TokenRule>> rules)
      : sources(preprocessor.getSourceManager()), rules(std::move(rules)) {}

  void operator()(const Token &token) {
    if (!isOfUser(token.getLocation()))
      return;
    // The parser's own token, which Clang passes on after this call. Clang's
    // watchers only read; changing the token is what replaces it.
    auto &changed = const_cast<Token &>(token);
    for (const auto &rule : rules)
      if (rule->apply(changed))
        return;
  }

private:
  /// All tokens of a file have the same answer, also those of macros that the file
  /// uses.
  bool isOfUser(SourceLocation location) {
    const FileID found = sources.getFileID(sources.getFileLoc(location));
    if (found != file) {
      file = found;
      isUserFile = hlsl::isInUserFile(sources, location);
    }
    return isUserFile;
  }

  const SourceManager &sources;
  std::vector<std::unique_ptr<hlsl::TokenRule>> rules;
  FileID file;
  bool isUserFile = false;
};
} // namespace

void hlsl::watchTokens(CompilerInstance &instance,
                       std::vector<std::unique_ptr<TokenRule>> rules) {
  Preprocessor &preprocessor = instance.getPreprocessor();
  preprocessor.setTokenWatcher(Watcher(preprocessor, std::move(rules)));
}

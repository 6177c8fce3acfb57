//===- SourceText.cpp - Reading and checking source files -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceText.h"

#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir::wave;
using llvm::StringRef;

/// A thousand times the longest shaders that people write.
static constexpr uint64_t kMostBytes = uint64_t(16) << 20;

static bool reportSize(StringRef file, uint64_t size,
                       std::vector<compiler::Diagnostic> &diagnostics) {
  if (size <= kMostBytes)
    return true;
  diagnostics.push_back(
      {"error",
       ("has " + llvm::Twine(size) + " bytes, which exceeds the limit of " +
        llvm::Twine(kMostBytes) + " [hlsl-file]")
           .str(),
       file.str(),
       0,
       0,
       {}});
  return false;
}

std::optional<std::string>
hlsl::readFile(const std::string &file,
               std::vector<compiler::Diagnostic> &diagnostics) {
  auto fail = [&](const llvm::Twine &message) {
    diagnostics.push_back(
        {"error", (message + " [hlsl-file]").str(), file, 0, 0, {}});
    return std::nullopt;
  };
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(file, status))
    return fail("cannot read the file: " + error.message());
  if (llvm::sys::fs::is_directory(status))
    return fail("is a directory: give the path of a file");
  if (!reportSize(file, status.getSize(), diagnostics))
    return std::nullopt;
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (std::error_code error = buffer.getError())
    return fail("cannot read the file: " + error.message());
  return (*buffer)->getBuffer().str();
}

/// Returns the error at a byte of the text.
static compiler::Diagnostic makeError(StringRef file, StringRef text,
                                      size_t offset, std::string message) {
  compiler::Diagnostic error{"error", std::move(message), file.str(), 0, 0, {}};
  StringRef before = text.take_front(offset);
  error.line = 1 + static_cast<int>(before.count('\n'));
  error.column = 1 + static_cast<int>(before.size() - (before.rfind('\n') + 1));
  return error;
}

/// Whether a text has a mark or the zeros of UTF-16 or UTF-32.
static bool isWide(StringRef text) {
  constexpr size_t kSample = 64;
  StringRef start = text.take_front(kSample);
  return start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff") ||
         (start.size() >= 4 && 3 * start.count('\0') > start.size());
}

bool hlsl::checkText(StringRef file, StringRef text,
                     std::vector<compiler::Diagnostic> &diagnostics) {
  if (!reportSize(file, text.size(), diagnostics))
    return false;
  if (isWide(text)) {
    diagnostics.push_back({"error",
                           "the file is UTF-16 or UTF-32: save it as UTF-8 "
                           "[hlsl-encoding]",
                           file.str(),
                           0,
                           0,
                           {}});
    return false;
  }
  if (size_t null = text.find('\0'); null != StringRef::npos) {
    diagnostics.push_back(makeError(file, text, null,
                                    "the text contains a null character "
                                    "[hlsl-encoding]"));
    return false;
  }
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  const auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  const llvm::UTF8 *place = begin;
  if (llvm::isLegalUTF8String(&place, end))
    return true;
  diagnostics.push_back(makeError(file, text, place - begin,
                                  "the text is not UTF-8: save the file in "
                                  "this encoding [hlsl-encoding]"));
  return false;
}

//===- SourceLocation.cpp - Source positions of a location ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/SourceLocation.h"

using namespace mlir;
using namespace mlir::wave;

FileLineColLoc wave::findSource(Location location) {
  FileLineColLoc found;
  location->walk([&](Location nested) {
    found = dyn_cast<FileLineColLoc>(nested);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

SmallVector<FileLineColLoc> wave::findCallers(Location location) {
  SmallVector<FileLineColLoc> callers;
  while (auto call = dyn_cast<CallSiteLoc>(location)) {
    location = call.getCaller();
    if (FileLineColLoc source = findSource(location))
      callers.push_back(source);
  }
  return callers;
}

//===- ShortTables.cpp - Tables of a few constants --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortTables.h"

#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::wave;

/// An index that the table does not have gives the last element.
static Value createSelects(LookupOp lookup, DenseElementsAttr table) {
  OpBuilder builder(lookup);
  Location loc = lookup.getLoc();
  auto getElement = [&](int64_t place) -> Value {
    return arith::ConstantOp::create(
        builder, loc, cast<TypedAttr>(table.getValues<Attribute>()[place]));
  };
  int64_t last = lookup.getLength() - 1;
  Value chosen = getElement(last);
  for (int64_t place = last - 1; place >= 0; --place) {
    Value number = arith::ConstantOp::create(builder, loc,
                                             builder.getI32IntegerAttr(place));
    Value isHere = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         lookup.getIndex(), number);
    chosen = arith::SelectOp::create(builder, loc, isHere, getElement(place),
                                     chosen);
  }
  return chosen;
}

void wave::selectFromShortTables(Operation *function, int64_t length) {
  SmallVector<LookupOp> lookups;
  function->walk([&](LookupOp lookup) {
    if (lookup.getLength() <= length)
      lookups.push_back(lookup);
  });
  for (LookupOp lookup : lookups)
    if (auto table = dyn_cast<DenseElementsAttr>(lookup.getTable())) {
      lookup.replaceAllUsesWith(createSelects(lookup, table));
      lookup.erase();
    }
}

//===- TableOps.cpp - Tables of constants -----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

static constexpr int64_t kMostBytes = 65536;

LogicalResult LookupOp::verify() {
  auto type = cast<ShapedType>(getTable().getType());
  if (type.getRank() == 1 && isMemoryElementType(type.getElementType()) &&
      type.getNumElements() > 0 &&
      type.getNumElements() * getScalarBytes(type.getElementType()) <=
          kMostBytes &&
      type.getElementType() == getType()) // C1
    return success();
  return emitOpError("takes a table of rank one, from 1 to ")
         << kMostBytes
         << " bytes of i16, i32, i64, f16, bf16, f32 or f64, and returns an "
            "element, "
            "got "
         << type << " and " << getType() << " [lookup-table]";
}

OpFoldResult LookupOp::fold(FoldAdaptor adaptor) {
  auto table = dyn_cast<DenseElementsAttr>(getTable());
  if (!table)
    return {};
  if (table.isSplat())
    return table.getSplatValue<Attribute>();
  auto index = dyn_cast_if_present<IntegerAttr>(adaptor.getIndex());
  if (!index || index.getValue().uge(table.getNumElements()))
    return {};
  return table.getValues<Attribute>()[index.getValue().getZExtValue()];
}

void LookupOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                 SetIntRangeFn setResultRange) {
  auto table = dyn_cast<DenseIntElementsAttr>(getTable());
  if (!table)
    return;
  std::optional<ConstantIntRanges> all;
  for (const APInt &element : table.getValues<APInt>()) {
    ConstantIntRanges one = ConstantIntRanges::constant(element);
    all = all ? all->rangeUnion(one) : one;
  }
  setResultRange(getResult(), *all);
}

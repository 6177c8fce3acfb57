//===- ByteToDXIL.cpp - Loads and stores of bytes in buffers --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// DXIL has no accesses of 8 bits, so a buffer of bytes is a structured buffer of
// 32-bit words. A store is two atomics on the word: the first clears the bits
// of the byte, the second sets them. Neither changes another byte, so lanes may
// store different bytes of one word. Lanes that store the same value to one
// byte leave that value: the last atomic of each of them sets all its bits, and
// only their own first atomics clear any.

#include "DXILKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// One byte of a word.
class ByteAccess {
public:
  ByteAccess(Operation *op, DXILKernel &kernel, Value buffer, Value index)
      : builder(op), loc(op->getLoc()), kernel(kernel),
        handle(kernel.getHandle(buffer)) {
    Type i32 = builder.getI32Type();
    index = arith::IndexCastUIOp::create(builder, loc, i32, index);
    word = arith::ShRUIOp::create(builder, loc, index, kernel.getConstant(2));
    shift = arith::AndIOp::create(builder, loc, index,
                                  kernel.getConstant(kByteWord - 1));
    shift = arith::ShLIOp::create(builder, loc, shift, kernel.getConstant(3));
  }

  /// Returns the byte, extended to 32 bits.
  Value load(bool isSigned) {
    Value bits = loadWord();
    if (!isSigned) {
      bits = arith::ShRUIOp::create(builder, loc, bits, shift);
      return arith::AndIOp::create(builder, loc, bits, kernel.getConstant(255));
    }
    Value toTop =
        arith::XOrIOp::create(builder, loc, shift, kernel.getConstant(24));
    bits = arith::ShLIOp::create(builder, loc, bits, toTop);
    return arith::ShRSIOp::create(builder, loc, bits, kernel.getConstant(24));
  }

  /// Stores the low 8 bits of `value`.
  void store(Value value) {
    Value ones = kernel.getConstant(255);
    Value place = arith::ShLIOp::create(builder, loc, ones, shift);
    change(dxil::AtomicKind::And,
           arith::XOrIOp::create(builder, loc, place, kernel.getConstant(-1)));
    Value byte = arith::AndIOp::create(builder, loc, value, ones);
    change(dxil::AtomicKind::Or,
           arith::ShLIOp::create(builder, loc, byte, shift));
  }

private:
  Value loadWord() {
    Type i32 = builder.getI32Type();
    Type type = dxil::ResRetType::get(builder.getContext(), i32);
    Value offset = kernel.getConstant(0), loaded;
    if (kernel.has(dxil::Feature::RawBufferAccess))
      loaded = dxil::RawBufferLoadOp::create(builder, loc, type, handle, word,
                                             offset, /*mask=*/1, kByteWord);
    else
      loaded =
          dxil::BufferLoadOp::create(builder, loc, type, handle, word, offset);
    return dxil::ExtractOp::create(builder, loc, i32, loaded, 0);
  }

  void change(dxil::AtomicKind kind, Value bits) {
    dxil::AtomicBinOpOp::create(builder, loc, bits.getType(), handle, kind,
                                word, kernel.getConstant(0),
                                kernel.getUndef(bits.getType()), bits);
  }

  OpBuilder builder;
  Location loc;
  DXILKernel &kernel;
  Value handle, word, shift;
};
} // namespace

FailureOr<bool> wave::lowerByteAccess(Operation *op, DXILKernel &kernel) {
  if (auto load = dyn_cast<ByteLoadOp>(op)) {
    ByteAccess access(op, kernel, load.getMemory(), load.getIndex());
    load.replaceAllUsesWith(access.load(load.getIsSigned()));
  } else if (auto store = dyn_cast<ByteStoreOp>(op)) {
    ByteAccess(op, kernel, store.getMemory(), store.getIndex())
        .store(store.getValue());
  } else {
    return false;
  }
  op->erase();
  return true;
}

//===- Memory.cpp - Values in buffers, arrays and constants --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Memory has one dimension and consists of scalars, its words. A value consists of
// numbers at offsets (`Leaf`). A number is one or more words, or part of a word.

#include "Emitter.h"
#include "PartNames.h"

#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/IR/IndexLookups.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "clang/AST/Attr.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

/// The most leaves that one access of a whole value loads or stores.
static constexpr unsigned kMostLeaves = 1024;

static Type getWord(const MemoryAddress &address) {
  return cast<MemRefType>(address.array.getType()).getElementType();
}

unsigned Emitter::wordBytes(const MemoryAddress &address) const {
  return getScalarBytes(getWord(address));
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// The index of a word of a value.
Value Emitter::wordIndex(const MemoryAddress &address, unsigned word) {
  Value place = address.element;
  if (place && address.elementWords > 1)
    place = builder.createOrFold<arith::MulIOp>(loc(), place,
                                                integer(address.elementWords));
  auto add = [&](Value more) {
    place =
        place ? builder.createOrFold<arith::AddIOp>(loc(), place, more) : more;
  };
  if (address.dynamic)
    add(address.dynamic);
  if (word || !place)
    add(integer(word));
  // An index for which the product would wrap around is out of bounds of every buffer,
  // and so are the words behind it.
  if (address.isBuffer && address.element && address.elementWords > 1) {
    Value limit = integer(~0u / address.elementWords),
          last = integer(-address.elementWords);
    Value fits = builder.createOrFold<arith::CmpIOp>(
        loc(), arith::CmpIPredicate::ult, address.element, limit);
    place = select(fits, place, last);
  }
  Value index = builder.createOrFold<arith::IndexCastUIOp>(
      loc(), builder.getIndexType(), place);
  // Not a sum of indices of arrays.
  if (auto cast = index.getDefiningOp<arith::IndexCastUIOp>();
      cast && address.holdsComponent)
    cast->setAttr(kWatchedName, builder.getUnitAttr());
  return index;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// An access of coherent memory is one of each word, because no machine accesses
/// several words at once for other groups.
Value Emitter::loadPiece(const MemoryAddress &address, unsigned first,
                         unsigned count) {
  if (address.isCoherent) {
    SmallVector<Value> words;
    for (unsigned i = 0; i < count; ++i)
      words.push_back(CoherentLoadOp::create(builder, loc(), address.array,
                                             wordIndex(address, first + i)));
    return vector(words);
  }
  Value index = wordIndex(address, first);
  if (count == 1)
    return memref::LoadOp::create(builder, loc(), address.array, index);
  return vector::LoadOp::create(builder, loc(),
                                VectorType::get(count, getWord(address)),
                                address.array, index);
}

void Emitter::storePiece(const MemoryAddress &address, unsigned first,
                         Value words) {
  if (address.isCoherent) {
    for (int64_t i = 0; i < getNumComponents(words.getType()); ++i)
      CoherentStoreOp::create(builder, loc(), component(words, i),
                              address.array, wordIndex(address, first + i));
    return;
  }
  Value index = wordIndex(address, first);
  if (isa<VectorType>(words.getType()))
    vector::StoreOp::create(builder, loc(), words, address.array, index);
  else
    memref::StoreOp::create(builder, loc(), words, address.array, index);
}

/// Consecutive words, in accesses of at most four.
SmallVector<Value> Emitter::loadWords(const MemoryAddress &address,
                                      unsigned first, unsigned count) {
  SmallVector<Value> words;
  while (words.size() < count) {
    unsigned size = std::min<unsigned>(count - words.size(), kMaxComponents);
    Value piece = loadPiece(address, first + words.size(), size);
    for (unsigned i = 0; i < size; ++i)
      words.push_back(component(piece, i));
  }
  return words;
}

/// The number in memory that has these bits: a bool is any number other than 0.
static Type getStoredType(Type scalar, MLIRContext *context) {
  return scalar.isInteger(1) ? IntegerType::get(context, 32) : scalar;
}

Value Emitter::loadNumber(const MemoryAddress &address, const Leaf &leaf) {
  unsigned bytes = layouts.bytesOfScalar(leaf.type), word = wordBytes(address);
  unsigned count = types.widthOf(leaf.type);
  Type value = types.valueOf(leaf.type);
  Type stored = getStoredType(getScalarType(value), &context);
  unsigned offset = address.offset + leaf.offset;
  auto fromStored = [&](Value number) {
    if (!types.isBool(leaf.type))
      return number;
    return builder.createOrFold<arith::CmpIOp>(loc(), arith::CmpIPredicate::ne,
                                               number, zero(number.getType()));
  };
  if (bytes == word && (leaf.stride == bytes || count == 1)) {
    Value words = loadPiece(address, offset / word, count);
    return fromStored(convertBits(words, getTypeOfComponents(stored, count)));
  }
  SmallVector<Value> scalars;
  if (bytes > word && leaf.stride == bytes) {
    // Each scalar consists of several words, the lowest first.
    unsigned each = bytes / word;
    SmallVector<Value> words = loadWords(address, offset / word, count * each);
    Type whole = builder.getIntegerType(8 * bytes);
    for (unsigned i = 0; i < count; ++i) {
      Value made;
      for (unsigned part = 0; part < each; ++part) {
        Value bits = builder.createOrFold<arith::ExtUIOp>(
            loc(), whole,
            convertBits(words[i * each + part],
                        builder.getIntegerType(8 * word)));
        if (unsigned shift = 8 * word * part)
          bits = builder.createOrFold<arith::ShLIOp>(loc(), bits,
                                                     integer(shift, 8 * bytes));
        made =
            made ? builder.createOrFold<arith::OrIOp>(loc(), made, bits) : bits;
      }
      scalars.push_back(convertBits(made, stored));
    }
    return fromStored(vector(scalars));
  }
  for (unsigned i = 0; i < count; ++i) {
    Leaf scalar{types.scalarOf(leaf.type), leaf.offset + i * leaf.stride,
                bytes};
    if (bytes >= word) {
      scalars.push_back(loadNumber(address, scalar));
      continue;
    }
    // A part of a word. That of a byte address is known only when the kernel runs.
    unsigned begin = offset + i * leaf.stride;
    MemoryAddress there = address;
    unsigned skipped = 8 * (begin % word);
    Value shift = integer(skipped, 8 * word);
    if (address.byte) {
      Value place = builder.createOrFold<arith::AddIOp>(loc(), address.byte,
                                                        integer(begin));
      there.element =
          builder.createOrFold<arith::ShRUIOp>(loc(), place, integer(2));
      Value within =
          builder.createOrFold<arith::AndIOp>(loc(), place, integer(word - 1));
      shift = builder.createOrFold<arith::MulIOp>(loc(), within, integer(8));
      begin = 0;
    }
    Value bits = loadWords(there, begin / word, 1).front();
    bits = builder.createOrFold<arith::ShRUIOp>(loc(), bits, shift);
    bits = builder.createOrFold<arith::TruncIOp>(
        loc(), builder.getIntegerType(8 * bytes), bits);
    scalars.push_back(fromStored(convertBits(bits, stored)));
  }
  return vector(scalars);
}

void Emitter::storeNumber(const MemoryAddress &address, const Leaf &leaf,
                          Value value, SourceLocation location) {
  unsigned bytes = layouts.bytesOfScalar(leaf.type), word = wordBytes(address);
  unsigned count = getNumComponents(value.getType());
  Type stored = getStoredType(getScalarType(value.getType()), &context);
  unsigned offset = address.offset + leaf.offset;
  if (types.isBool(leaf.type))
    value = builder.createOrFold<arith::ExtUIOp>(
        loc(), getTypeOfComponents(stored, count), value);
  auto storeWords = [&](unsigned first, Value words) {
    storePiece(address, first, words);
  };
  if (bytes < word) {
    if (!address.byte)
      return unsupported(location, Twine("a store of ") + Twine(8 * bytes) +
                                       " bits into words of " +
                                       Twine(8 * word));
    // Other lanes may store the other part of a word at the same time, so atomics change
    // only these bits.
    for (unsigned i = 0; i < count; ++i) {
      Value bits =
          convertBits(component(value, i), builder.getIntegerType(8 * bytes));
      Value place = builder.createOrFold<arith::AddIOp>(
          loc(), address.byte, integer(offset + i * leaf.stride));
      MemoryAddress there = address;
      there.element =
          builder.createOrFold<arith::ShRUIOp>(loc(), place, integer(2));
      Value within =
          builder.createOrFold<arith::AndIOp>(loc(), place, integer(3));
      Value shift =
          builder.createOrFold<arith::MulIOp>(loc(), within, integer(8));
      Value mask = builder.createOrFold<arith::ShLIOp>(
          loc(), integer((1 << (8 * bytes)) - 1), shift);
      Value others =
          builder.createOrFold<arith::XOrIOp>(loc(), mask, integer(-1));
      Value shifted = builder.createOrFold<arith::ShLIOp>(
          loc(),
          builder.createOrFold<arith::ExtUIOp>(loc(), builder.getI32Type(),
                                               bits),
          shift);
      Value index = wordIndex(there, 0);
      AtomicRMWOp::create(builder, loc(), gpu::AllReduceOperation::AND, others,
                          address.array, index);
      AtomicRMWOp::create(builder, loc(), gpu::AllReduceOperation::OR, shifted,
                          address.array, index);
    }
    return;
  }
  if (bytes == word && (leaf.stride == bytes || count == 1)) {
    storeWords(offset / word, convertBits(value, getTypeOfComponents(
                                                     getWord(address), count)));
    return;
  }
  for (unsigned i = 0; i < count; ++i) {
    Value scalar = component(value, i);
    unsigned first = (offset + i * leaf.stride) / word;
    if (bytes == word) {
      storeWords(first, convertBits(scalar, getWord(address)));
      continue;
    }
    unsigned each = bytes / word;
    Value bits = convertBits(scalar, builder.getIntegerType(8 * bytes));
    SmallVector<Value> words;
    for (unsigned part = 0; part < each; ++part) {
      Value shifted = bits;
      if (unsigned shift = 8 * word * part)
        shifted = builder.createOrFold<arith::ShRUIOp>(
            loc(), bits, integer(shift, 8 * bytes));
      words.push_back(
          convertBits(builder.createOrFold<arith::TruncIOp>(
                          loc(), builder.getIntegerType(8 * word), shifted),
                      getWord(address)));
    }
    storeWords(first, vector(words));
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Groups of adjacent leaves that consist of whole words, at most four of them: one
/// access covers a group.
static SmallVector<std::pair<unsigned, unsigned>>
groupLeaves(const Types &types, const Layouts &layouts, ArrayRef<Leaf> leaves,
            unsigned word) {
  SmallVector<std::pair<unsigned, unsigned>> groups;
  unsigned words = 0, end = 0;
  for (auto [index, leaf] : llvm::enumerate(leaves)) {
    unsigned bytes = layouts.bytesOfScalar(leaf.type);
    unsigned size = types.widthOf(leaf.type);
    bool isPlain = bytes == word && (leaf.stride == bytes || size == 1);
    if (groups.empty() || !isPlain || leaf.offset != end ||
        words + size > kMaxComponents || !words) {
      groups.push_back({index, 1});
      words = isPlain ? size : 0;
    } else {
      ++groups.back().second;
      words += size;
    }
    end = leaf.offset + size * bytes;
  }
  return groups;
}

Tree Emitter::loadMemory(const MemoryAddress &address, QualType type) {
  Tree made = undefined(type);
  SmallVector<Leaf> leaves;
  layouts.leavesOf(type, 0, address.packing, address.rowMajor, leaves);
  if (leaves.size() > kMostLeaves) {
    unsupported(here, Twine("copying a value of ") + Twine(leaves.size()) +
                          " numbers at once");
    return made;
  }
  if (address.stride)
    for (Leaf &leaf : leaves)
      leaf.stride = address.stride;
  SmallVector<Value> values;
  unsigned word = wordBytes(address);
  for (auto [first, count] : groupLeaves(types, layouts, leaves, word)) {
    if (count == 1) {
      values.push_back(loadNumber(address, leaves[first]));
      continue;
    }
    ArrayRef<Leaf> group = ArrayRef(leaves).slice(first, count);
    unsigned size = 0;
    for (const Leaf &leaf : group)
      size += types.widthOf(leaf.type);
    ArrayRef<Value> words;
    SmallVector<Value> loaded = loadWords(
        address, (address.offset + group.front().offset) / word, size);
    words = loaded;
    for (const Leaf &leaf : group) {
      unsigned width = types.widthOf(leaf.type);
      Type value = types.valueOf(leaf.type);
      Value number = convertBits(
          vector(words.take_front(width)),
          getTypeOfComponents(getStoredType(getScalarType(value), &context),
                              width));
      if (types.isBool(leaf.type))
        number = builder.createOrFold<arith::CmpIOp>(
            loc(), arith::CmpIPredicate::ne, number, zero(number.getType()));
      values.push_back(number);
      words = words.drop_front(width);
    }
  }
  ArrayRef<Value> rest = values;
  replaceLeaves(made, rest);
  return made;
}

void Emitter::storeMemory(const MemoryAddress &address, QualType type,
                          const Tree &value, SourceLocation location) {
  SmallVector<Leaf> leaves;
  layouts.leavesOf(type, 0, address.packing, address.rowMajor, leaves);
  if (leaves.size() > kMostLeaves) {
    unsupported(location, Twine("copying a value of ") + Twine(leaves.size()) +
                              " numbers at once");
    return;
  }
  if (address.stride)
    for (Leaf &leaf : leaves)
      leaf.stride = address.stride;
  SmallVector<Value> values;
  flatten(value, values);
  unsigned word = wordBytes(address);
  for (auto [first, count] : groupLeaves(types, layouts, leaves, word)) {
    if (count == 1) {
      storeNumber(address, leaves[first], values[first], location);
      continue;
    }
    SmallVector<Value> words;
    for (unsigned i = first; i < first + count; ++i) {
      Value number = values[i];
      unsigned width = getNumComponents(number.getType());
      if (types.isBool(leaves[i].type))
        number = builder.createOrFold<arith::ExtUIOp>(
            loc(), getTypeOfComponents(builder.getI32Type(), width), number);
      number =
          convertBits(number, getTypeOfComponents(getWord(address), width));
      for (unsigned k = 0; k < width; ++k)
        words.push_back(component(number, k));
    }
    storePiece(address, (address.offset + leaves[first].offset) / word,
               vector(words));
  }
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// States the names of the scalars of an array in memory.
void Emitter::nameParts(Operation *array, QualType type, QualType word,
                        bool rowMajor) {
  SmallVector<std::string> names =
      namePartsOf(types, layouts, type, layouts.bytesOfScalar(word), rowMajor);
  if (names.empty())
    return;
  SmallVector<StringRef> parts(names.begin(), names.end());
  array->setAttr(kPartsAttribute, builder.getStrArrayAttr(parts));
}

/// A local variable in memory. It is allocated at the kernel's start.
Place Emitter::allocate(QualType type, StringRef name) {
  QualType word = layouts.wordOf(type);
  unsigned size = layouts.sizeOf(type, Packing::Natural, false);
  Type element = getStoredType(types.valueOf(word), &context);
  Location place = loc();
  if (!name.empty())
    place = NameLoc::get(builder.getStringAttr(name), place);
  OpBuilder::InsertionGuard inside(builder);
  if (prologueEnd)
    builder.setInsertionPointAfter(prologueEnd);
  else
    builder.setInsertionPointToStart(&function.getBody().front());
  auto array = memref::AllocaOp::create(
      builder, place,
      MemRefType::get({size / layouts.bytesOfScalar(word)}, element));
  prologueEnd = array;
  if (!name.empty())
    nameParts(array, type, word, /*rowMajor=*/false);
  Place made;
  made.kind = Place::Kind::Memory;
  made.type = types.plain(type);
  made.name = name.str();
  made.memory.array = array;
  return made;
}

/// Sets all words of a local variable in memory to zero.
void Emitter::storeZeros(const Place &array) {
  auto memory = cast<MemRefType>(array.memory.array.getType());
  // Short arrays may become values.
  if (memory.getNumElements() <= 16)
    return storeWhole(array, undefined(array.type), here);
  Value begin = integer(0), end = integer(memory.getNumElements());
  Value step = integer(1);
  auto loop = scf::ForOp::create(builder, loc(), begin, end, step);
  OpBuilder::InsertionGuard inside(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value index = arith::IndexCastUIOp::create(
      builder, loc(), builder.getIndexType(), loop.getInductionVar());
  memref::StoreOp::create(builder, loc(), zero(memory.getElementType()),
                          array.memory.array, index);
}

Place Emitter::groupshared(const VarDecl *variable) {
  QualType type = types.plain(variable->getType());
  QualType word = layouts.wordOf(type);
  bool rowMajor = layouts.isRowMajor(variable);
  unsigned size = layouts.sizeOf(type, Packing::Natural, rowMajor);
  Type element = getStoredType(types.valueOf(word), &context);
  auto space =
      gpu::AddressSpaceAttr::get(&context, gpu::AddressSpace::Workgroup);
  auto memory = MemRefType::get({size / layouts.bytesOfScalar(word)}, element,
                                MemRefLayoutAttrInterface(), space);
  Location location = NameLoc::get(builder.getStringAttr(variable->getName()),
                                   locate(variable->getLocation()));
  Place made;
  made.kind = Place::Kind::Memory;
  made.type = type;
  made.name = variable->getName().str();
  auto array =
      GroupsharedOp::create(builder, location, memory, /*size=*/Value());
  nameParts(array, type, word, rowMajor);
  made.memory.array = array;
  made.memory.rowMajor = rowMajor;
  return made;
}

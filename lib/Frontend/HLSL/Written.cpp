//===- Written.cpp - Which scalars of a variable have a value -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A variable that a path may use without a value has a hidden one of the same shape,
// whose bools say which scalars a lane has written. Control flow carries it like all
// variables. Where a lane uses a scalar that it has not written, it loads an element of
// a local array that nothing stores to: undefined in the IR as well, so an instrumented
// run reports it, and optimizers remove it.

#include "Emitter.h"
#include "Uninitialized.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "clang/AST/DeclCXX.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

/// Bools in the shape of a type.
Tree Emitter::makeFlags(QualType type, bool written) {
  return mapLeaves(undefined(type), [&](ArrayRef<Value> leaves) {
    return splat(
        boolean(written),
        getTypeOfComponents(builder.getI1Type(),
                            getNumComponents(leaves.front().getType())));
  });
}

static bool hasFlags(const Tree &value) {
  return value.written || llvm::any_of(value.parts, hasFlags);
}

/// Which scalars of a value have been written; bools in the shape of its type.
Tree Emitter::flagsOf(const Tree &value, QualType type) {
  if (value.written)
    return value.written->flags;
  if (value.parts.empty() || !hasFlags(value))
    return makeFlags(type, true);
  Tree made;
  SmallVector<QualType> parts = types.partsOf(type);
  for (auto [part, partType] : llvm::zip(value.parts, parts))
    made.parts.push_back(flagsOf(part, partType));
  return made;
}

void Emitter::forgetFlags(Tree &value) {
  value.written.reset();
  for (Tree &part : value.parts)
    forgetFlags(part);
}

bool Emitter::isWritten(const Tree &flags) const {
  SmallVector<Value> leaves;
  flatten(flags, leaves);
  return llvm::all_of(leaves, [&](Value leaf) {
    DenseElementsAttr known;
    return knownBool(leaf) == true ||
           (matchPattern(leaf, m_Constant(&known)) &&
            llvm::all_of(known.getValues<bool>(),
                         [](bool flag) { return flag; }));
  });
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// Adds a variable whose scalars are tracked: from its value, or as unwritten.
Variable *Emitter::addTracked(StringRef name, QualType type, Tree value,
                              const clang::Decl *declaration,
                              std::optional<bool> written) {
  Tree flags = written ? makeFlags(type, *written) : flagsOf(value, type);
  Variable *hidden = addVariable("", type, std::move(flags));
  Variable *made = addVariable(name, type, std::move(value));
  made->written = hidden;
  made->tracked = declaration;
  return made;
}

/// Adds a local variable, and what tracks it if it may be used without a value.
Variable *Emitter::addLocal(const VarDecl *variable, Tree value,
                            bool hasValue) {
  QualType type = types.plain(variable->getType());
  const bool isTracked =
      hasFlags(value) || options.uninitialized->contains(variable);
  std::optional<bool> written;
  if (!hasValue)
    written = false;
  Variable *made =
      isTracked ? addTracked(variable->getName(), type, std::move(value),
                             variable, written)
                : addVariable(variable->getName(), type, std::move(value));
  made->declaration = variable;
  return made;
}

/// The place of the flags of a variable or of a part of it.
static Place getFlagsPlace(const Place &place) {
  Place flags = place;
  flags.variable = place.variable->written;
  return flags;
}

/// Notes that lanes have written a value, or a part of it that has flags, to a place.
void Emitter::noteWritten(const Place &place, const Tree &value,
                          SourceLocation location) {
  if (place.kind == Place::Kind::Variable && place.variable->written) {
    const bool isPart = !place.components.empty() || place.component;
    if (!isPart)
      return storeWhole(getFlagsPlace(place), flagsOf(value, place.type),
                        location);
    Tree flags;
    unsigned width = place.component ? 1 : place.components.size();
    flags.leaf =
        splat(boolean(true), getTypeOfComponents(builder.getI1Type(), width));
    return store(getFlagsPlace(place), flags, location);
  }
  // Local arrays are watched element by element; other memory needs values.
  if (place.kind != Place::Kind::Variable && hasFlags(value) &&
      !(place.kind == Place::Kind::Memory &&
        place.memory.array.getDefiningOp<memref::AllocaOp>()))
    checkWritten(value, place.type);
}

/// Attaches to a value which of its scalars have been written; or, for the use of a
/// number, checks this.
void Emitter::followFlags(Tree &value, const Place &place, Use use) {
  Tree flags;
  const clang::Decl *declaration = nullptr;
  if (place.kind == Place::Kind::Variable && place.variable->written) {
    flags = follow(state.env[place.variable->written], place.path);
    declaration = place.variable->tracked;
  } else if (place.kind == Place::Kind::Temporary && place.temporary->written) {
    flags = follow(place.temporary->written->flags, place.path);
    declaration = place.temporary->written->declaration;
  } else {
    return;
  }
  QualType type = place.type;
  if (!place.components.empty())
    flags.leaf = swizzle(flags.leaf, place.components);
  if (place.component)
    flags.leaf = component(flags.leaf, place.component);
  if (isWritten(flags))
    return;
  auto written = std::make_shared<Written>();
  written->flags = std::move(flags);
  written->declaration = declaration;
  written->name = nameOf(place);
  written->components = place.components;
  written->isOneComponent = static_cast<bool>(place.component);
  value.written = std::move(written);
  if (use == Use::Value && (types.isNumber(type) || types.isMatrix(type) ||
                            types.isWaveMatrix(type))) {
    checkWritten(value, type);
    value.written.reset();
  }
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static std::string nameComponent(unsigned index) {
  return std::string(".") + "xyzw"[index];
}

static std::string nameElement(unsigned row, unsigned column) {
  return "._m" + std::to_string(row) + std::to_string(column);
}

/// The name of a part of a struct; empty for a base.
static std::string nameField(const Types &types, QualType type, unsigned part) {
  const clang::CXXRecordDecl *record =
      type->getAsCXXRecordDecl()->getDefinition();
  if (part < record->getNumBases())
    return "";
  return "." + types.firstFieldsOf(record)[part - record->getNumBases()]
                   ->getNameAsString();
}

/// The name of a place: the variable's, with fields and the row of a matrix, `m._m1`.
std::string Emitter::nameOf(const Place &place) {
  std::string name = place.kind == Place::Kind::Temporary
                         ? place.temporary->written->name
                         : place.variable->name;
  QualType type = place.root;
  for (const Step &step : place.path) {
    if (step.dynamic)
      break;
    if (types.isMatrix(type))
      name += "._m" + std::to_string(step.index);
    else if (types.isArray(type))
      name += "[" + std::to_string(step.index) + "]";
    else
      name += nameField(types, type, step.index);
    SmallVector<QualType> parts = types.partsOf(type);
    if (step.index >= parts.size())
      break;
    type = parts[step.index];
  }
  return name;
}

void Emitter::checkWritten(const Tree &value, QualType type) {
  if (!value.written) {
    if (!hasFlags(value))
      return;
    SmallVector<QualType> parts = types.partsOf(type);
    for (auto [part, partType] : llvm::zip(value.parts, parts))
      checkWritten(part, partType);
    return;
  }
  const Written &written = *value.written;
  // The scalars with their names.
  SmallVector<std::pair<Value, std::string>> scalars;
  std::function<void(const Tree &, QualType, const std::string &)> visit =
      [&](const Tree &flags, QualType type, const std::string &name) {
        if (flags.leaf) {
          unsigned count = getNumComponents(flags.leaf.getType());
          const bool isRow = StringRef(name).contains("._m");
          for (unsigned i = 0; i < count; ++i) {
            unsigned index =
                &flags == &written.flags && i < written.components.size()
                    ? written.components[i]
                    : i;
            const bool isScalar = types.widthOf(type) == 1;
            std::string part = isRow ? std::to_string(index)
                               : isScalar || written.isOneComponent
                                   ? ""
                                   : nameComponent(index);
            scalars.push_back({component(flags.leaf, i), name + part});
          }
          return;
        }
        SmallVector<QualType> parts = types.partsOf(type);
        for (auto [i, part] : llvm::enumerate(flags.parts))
          visit(part, parts[i],
                name + (types.isMatrix(type)  ? nameElement(i, 0).substr(0, 4)
                        : types.isArray(type) ? "[" + std::to_string(i) + "]"
                                              : nameField(types, type, i)));
      };
  visit(written.flags, type, written.name);
  const bool isAlike = llvm::all_of(scalars, [&](const auto &scalar) {
    const auto &first = scalars.front();
    return scalar.first == first.first ||
           (knownBool(first.first) &&
            knownBool(scalar.first) == knownBool(first.first));
  });
  if (isAlike)
    scalars = {{scalars.front().first,
                scalars.size() == 1 ? scalars.front().second : written.name}};
  // Each lane reports its first scalar without a value.
  Value isFine = boolean(true);
  for (const auto &[flag, name] : scalars) {
    if (knownBool(flag) == true)
      continue;
    Value isUnwritten =
        builder.createOrFold<arith::XOrIOp>(loc(), flag, boolean(true));
    Value isFirst =
        builder.createOrFold<arith::AndIOp>(loc(), isFine, isUnwritten);
    isFine = builder.createOrFold<arith::AndIOp>(loc(), isFine, flag);
    loadUnwritten(isFirst, written.declaration, name);
  }
}

/// Loads from a local array that nothing stores to, in lanes where a condition is true.
void Emitter::loadUnwritten(Value condition, const clang::Decl *declaration,
                            const std::string &name) {
  auto [known, isNew] = unwritten.try_emplace({declaration, name});
  if (isNew) {
    At at(*this, declaration->getLocation());
    known->second = allocate(ast.UnsignedIntTy, name).memory.array;
  }
  Value array = known->second;
  if (knownBool(condition) == false)
    return;
  OpBuilder::InsertionGuard inside(builder);
  if (!knownBool(condition)) {
    auto branch = scf::IfOp::create(builder, loc(), condition,
                                    /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
  }
  Value first = arith::ConstantIndexOp::create(builder, loc(), 0);
  memref::LoadOp::create(builder, loc(), array, first);
}

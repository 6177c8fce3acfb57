//===- Emitter.h - Builds a kernel's wave IR --------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_FRONTEND_HLSL_EMITTER_H
#define WAVEDIALECT_LIB_FRONTEND_HLSL_EMITTER_H

#include "Emit.h"
#include "Types.h"
#include "mlir/IR/Builders.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace mlir::wave::hlsl {

using clang::Expr;
using clang::SourceLocation;
using clang::Stmt;
using clang::VarDecl;

class UsedVariables;

struct Written;

/// A value of an HLSL type: one SSA value for a number, the parts of any other type.
struct Tree {
  Value leaf;
  std::vector<Tree> parts;
  /// Which of its scalars have been written; null if all have.
  std::shared_ptr<const Written> written = {};
};

/// Which scalars of a value have been written.
struct Written {
  /// Bools in the shape of the value.
  Tree flags;
  /// The variable, parameter or function that the value is from, and its name.
  const clang::Decl *declaration = nullptr;
  std::string name;
  /// The components of a swizzle; or whether lanes have chosen one.
  SmallVector<unsigned, 4> components;
  bool isOneComponent = false;
};

/// A variable that control flow carries as SSA values: the user's, or a hidden one.
struct Variable {
  std::string name;
  QualType type;
  size_t number;
  const VarDecl *declaration = nullptr;
  /// The hidden variable that has which scalars a lane has written, and what checks name;
  /// null for variables that are not tracked.
  Variable *written = nullptr;
  const clang::Decl *tracked = nullptr;
};

/// Where a resource of the kernel is declared: alone, or as a part of an array or struct.
struct ResourceSource {
  const clang::NamedDecl *declaration = nullptr;
  /// With the part, as in `lights[1].table`.
  std::string name;
  std::optional<unsigned> set, slot;
  /// A part is an argument only if the kernel may access it. The variable has `count`
  /// parts of this kind, and `index` is the position of this one among them.
  bool isPart = false;
  unsigned index = 0, count = 0;
  /// Whether it is the hidden counter of a structured buffer.
  bool isCounter = false;
  /// The declared type of the resource, or of an array of it: only this has the order of
  /// matrices in memory.
  QualType written = {};
  /// Whether a declaration of it is `globallycoherent`.
  bool isCoherent = false;
  /// Of a part: the indices of the path to it. They order the parts of a variable.
  SmallVector<unsigned> path = {};
};

/// A resource of the kernel: its argument, and what it holds.
struct Resource {
  enum class Kind { Buffer, Bytes, Texture, Constants, Refused } kind;
  bool isWritable = false;
  /// Whether a texture is an array: a texel has a layer as well.
  bool isArray = false;
  /// The type of an element, of a texel or of the constants.
  QualType element;
  /// Whether an element that is a matrix is row-major.
  bool rowMajor = false;
  /// The type of the resource itself.
  QualType type;
  ResourceSource source;
  /// Its number, and its argument.
  unsigned number = 0;
  Value argument;
  /// The buffer with the hidden counter of a structured buffer; null until it is used.
  Value counter = {};
  unsigned getRank() const { return isArray ? 3 : 2; }
};

/// The most elements of a table of i32.
inline constexpr size_t kMostTableElements = 16384;

/// The number of a resource variable to which nothing is assigned.
inline constexpr uint32_t kNoResource = ~0u;

/// The parts of each kind among the resources of a variable.
using PartCounts = std::map<BindingKind, unsigned>;

/// The resources that an expression may mean.
struct ResourceChoice {
  SmallVector<const Resource *> candidates;
  /// The number of the resource, if there are several candidates.
  Value number;
  /// Whether it may be another number: such lanes access nothing.
  bool mayBeNone = false;

  bool isKnown() const { return candidates.size() == 1 && !mayBeNone; }
};

/// A step from a value to a part or component of it: a constant, or an i32.
struct Step {
  unsigned index = 0;
  Value dynamic;
  /// The type of the part, if an index out of range gives an undefined value of it.
  QualType undefined = {};
};

/// Where the words of a value are. The word at which it begins is `element *
/// elementWords + dynamic`, and `offset` bytes.
struct MemoryAddress {
  Value array;
  Value element, dynamic;
  unsigned elementWords = 1;
  unsigned offset = 0;
  /// The distance of the components of a vector, in bytes; 0 if they are adjacent.
  unsigned stride = 0;
  Packing packing = Packing::Natural;
  bool rowMajor = false;
  bool isBuffer = false;
  bool isWritable = true;
  /// Whether other groups see the accesses while they run.
  bool isCoherent = false;
  /// Whether an index of a vector or a matrix is part of `dynamic`.
  bool holdsComponent = false;
  /// In a byte address buffer, the address in bytes; `element` is its word.
  Value byte;
};

/// The bits of an integer that are a bit-field, and its type.
struct BitRange {
  unsigned shift, width;
  QualType type;
};

/// What an expression with an address refers to.
struct Place {
  enum class Kind { None, Variable, Temporary, Memory, Texel, Table, Elements };
  Kind kind = Kind::None;
  /// The type of what is loaded, before `components` and `component`.
  QualType type;
  Variable *variable = nullptr;
  std::shared_ptr<Tree> temporary;
  MemoryAddress memory;
  const Resource *texture = nullptr;
  /// x, y, and the layer of an array.
  SmallVector<Value, 3> coordinates;
  /// The resources among which lanes choose; the place is then that of the first.
  std::shared_ptr<ResourceChoice> choice;
  /// A temporary that is a global variable of the file.
  bool isGlobal = false;
  const clang::APValue *table = nullptr;
  /// The scalars of a vector that consists of elements of a matrix, and the number
  /// of such an element.
  std::vector<Place> elements;
  unsigned element = 0;
  /// The type at which `path` begins: that of the variable, temporary or table.
  QualType root;
  SmallVector<Step> path;
  /// A swizzle of a vector, and the index of one of its components.
  SmallVector<unsigned, 4> components;
  Value component;
  /// A bit-field of the integer that is loaded.
  std::optional<BitRange> bits = std::nullopt;
  /// Elements of a matrix that cannot be assigned to, which Clang does not know.
  bool isReadOnly = false;
  std::string name;
};

/// A region that `break`, `continue` or a helper's `return` leaves. `active`: the lane is
/// in this iteration; `keep`: it takes part in further iterations.
struct Frame {
  enum class Kind { Function, Loop, Switch } kind;
  Variable *active = nullptr;
  Variable *keep = nullptr;
};

/// The variables' values at a point, whether all lanes have left, and the frames that
/// some lanes may have left.
struct State {
  llvm::MapVector<Variable *, Tree> env;
  bool done = false;
  llvm::SmallPtrSet<const Frame *, 4> left;
};

/// A helper that is being inlined.
struct Call {
  const clang::FunctionDecl *function;
  Location caller;
  SourceLocation place;
  Variable *result = nullptr;
  std::optional<Place> object = std::nullopt;
  /// The place of its frame.
  size_t frame = 0;
  /// The number of its first variable.
  size_t firstVariable = 0;
};

class Emitter {
public:
  Emitter(clang::ASTContext &ast, const KernelOptions &options,
          MLIRContext &context);

  /// The kernel's module; null after an error.
  OwningOpRef<ModuleOp> emit(const clang::FunctionDecl *entry);

private:
  /// Sets the location of new operations.
  class At {
  public:
    At(Emitter &emitter, SourceLocation location)
        : emitter(emitter), outer(emitter.here) {
      if (location.isValid())
        emitter.here = location;
    }
    ~At() { emitter.here = outer; }

  private:
    Emitter &emitter;
    SourceLocation outer;
  };

  // Diagnostics and locations (Emitter.cpp).

  /// Reports a violated rule; only the first error of a statement. Emission goes on
  /// with values that no shader has, to find errors of other statements.
  void fail(SourceLocation location, StringRef id, const Twine &message);
  void warn(SourceLocation location, StringRef id, const Twine &message);
  /// Reports what the front end does not support.
  void unsupported(SourceLocation location, const Twine &what);
  Location locate(SourceLocation location);
  Location loc() { return locate(here); }
  bool isInPrelude(SourceLocation location) const;
  /// Gives the operation of a value the name of the variable that it is assigned to.
  void nameValue(const Tree &value, StringRef name);

  // Values (Values.cpp).

  Value constant(Type type, const APInt &value);
  Value integer(int64_t value, unsigned bits = 32);
  Value boolean(bool value);
  Value real(QualType scalar, llvm::APFloat value);
  Value splat(Value scalar, Type type);
  Value zero(Type type);
  /// A value for variables without one, that no lane should read.
  Tree undefined(QualType type);
  Tree fromConstant(const clang::APValue &value, QualType type);
  std::optional<bool> knownBool(Value value) const;
  std::optional<int64_t> knownInteger(Value value) const;
  Value component(Value number, unsigned index);
  Value component(Value number, Value index);
  Value vector(ArrayRef<Value> scalars);
  Value swizzle(Value number, ArrayRef<unsigned> components);
  Value select(Value condition, Value a, Value b);
  Tree select(Value condition, const Tree &a, const Tree &b);
  void flatten(const Tree &value, SmallVectorImpl<Value> &leaves) const;
  void replaceLeaves(Tree &value, ArrayRef<Value> &leaves) const;
  Tree mapLeaves(ArrayRef<Tree> trees,
                 function_ref<Value(ArrayRef<Value>)> map);

  /// A copy may have scalars without a value, a use may not.
  enum class Use { Value, Copy };

  // Bit-fields (BitFields.cpp).

  Value extractBits(Value word, const BitRange &bits);
  Value insertBits(Value word, Value number, const BitRange &bits);
  Place bitsOf(Place place, const FieldPart &field);
  Tree loadBits(const Place &place, SourceLocation location, Use use);
  void storeBits(const Place &place, const Tree &value,
                 SourceLocation location);
  /// What a place holds after the assignment of a value: a bit-field, its low bits.
  Tree keptBy(const Place &place, Tree value);
  Tree fieldOf(const Tree &value, const FieldPart &field);
  /// A struct with the values of its bases and fields.
  Tree makeRecord(QualType type, std::vector<Tree> bases,
                  function_ref<Tree(const FieldPart &)> makeField);

  // Conversions (Conversions.cpp).

  /// A number converted to another scalar type, splatted or truncated to its width.
  Value convert(Value number, QualType from, QualType to);
  Value convertBits(Value number, Type to);
  /// A value whose scalars are those of another value, in order; or one for all.
  Tree convertElements(const Tree &value, QualType from, QualType to);
  void flattenScalars(const Tree &value, QualType type,
                      SmallVectorImpl<std::pair<Value, QualType>> &scalars);
  Tree fromScalars(QualType type,
                   ArrayRef<std::pair<Value, QualType>> &scalars);
  Tree convertToVector(const Expr *operand, QualType to);
  Tree emitCast(const clang::CastExpr *cast);

  // Places (Places.cpp).

  Place placeOf(const Expr *expression);
  /// The place of a base, which an initializer list evaluates once.
  Place placeOfBase(const Expr *base);
  Place placeOfName(const clang::DeclRefExpr *expression);
  Place placeOfVariable(const VarDecl *variable, SourceLocation location);
  Place constantOf(const VarDecl *variable);
  Tree specializationConstant(const VarDecl *variable);
  void checkSpecialization();
  Place temporary(Tree value, QualType type);
  Place partOf(Place place, unsigned part, QualType type);
  Place elementOf(Place place, Value index, QualType type);
  Place rowOf(Place place, Value index, QualType type);
  Place componentOf(Place place, Value index);
  Place elementsOf(const clang::CallExpr *call);
  Place elementsOf(const Place &matrix, const clang::CallExpr *call);
  Place subscript(const clang::ArraySubscriptExpr *expression);
  Step stepTo(Value index);
  Value emitIndex(const Expr *expression);

  // Indices (Indices.cpp).

  std::string nameIndexed(const Expr *expression) const;
  /// Whether the parts of a matrix or an array may be indexed again.
  bool isIndexedTwice(QualType type) const;
  bool isWatchedInMemory(const Place &place) const;
  void checkIndex(const Place &place, const Expr *base, StringRef part,
                  size_t count, const Expr *expression, Value index);

  // Loads and stores (Places.cpp).

  void advance(MemoryAddress &address, Value index, unsigned bytes);
  Tree load(const Place &place, SourceLocation location, Use use = Use::Value);
  void store(const Place &place, const Tree &value, SourceLocation location);
  Tree loadWhole(const Place &place, SourceLocation location);
  void storeWhole(const Place &place, const Tree &value,
                  SourceLocation location);
  Tree follow(const Tree &value, ArrayRef<Step> path);
  void replace(Tree &value, ArrayRef<Step> path, const Tree &with);
  Tree lookUp(const Place &place);
  Tree lookUp(ArrayRef<const clang::APValue *> choices, Value index,
              QualType type, bool isWatched);

  // Scalars without a value (Written.cpp).

  Tree makeFlags(QualType type, bool written);
  Tree flagsOf(const Tree &value, QualType type);
  static void forgetFlags(Tree &value);
  bool isWritten(const Tree &flags) const;
  Variable *addTracked(StringRef name, QualType type, Tree value,
                       const clang::Decl *declaration,
                       std::optional<bool> written);
  Variable *addLocal(const VarDecl *variable, Tree value, bool hasValue);
  void noteWritten(const Place &place, const Tree &value,
                   SourceLocation location);
  void followFlags(Tree &value, const Place &place, Use use);
  std::string nameOf(const Place &place);
  /// Reports, in an instrumented run, lanes that use a value without having written it.
  void checkWritten(const Tree &value, QualType type);
  void loadUnwritten(Value condition, const clang::Decl *declaration,
                     const std::string &name);

  // Memory (Memory.cpp).

  Tree loadMemory(const MemoryAddress &address, QualType type);
  void storeMemory(const MemoryAddress &address, QualType type,
                   const Tree &value, SourceLocation location);
  Value wordIndex(const MemoryAddress &address, unsigned word);
  Value loadNumber(const MemoryAddress &address, const Leaf &leaf);
  void storeNumber(const MemoryAddress &address, const Leaf &leaf, Value value,
                   SourceLocation location);
  /// Loads or stores one to four consecutive words as a scalar or a vector.
  Value loadPiece(const MemoryAddress &address, unsigned first, unsigned count);
  void storePiece(const MemoryAddress &address, unsigned first, Value words);
  SmallVector<Value> loadWords(const MemoryAddress &address, unsigned first,
                               unsigned count);
  Place allocate(QualType type, StringRef name);
  void nameParts(Operation *array, QualType type, QualType word, bool rowMajor);
  void storeZeros(const Place &array);
  Place groupshared(const VarDecl *variable);
  unsigned wordBytes(const MemoryAddress &address) const;

  // Expressions (Expressions.cpp, Operators.cpp).

  /// The kind of an expression that is not supported.
  static StringRef kindOf(const Expr *expression);
  Tree emitValue(const Expr *expression);
  Value emitNumber(const Expr *expression) {
    return emitValue(expression).leaf;
  }
  bool isWiderThanMatrix(const Expr *matrix, const Expr *scalar) const;
  bool reportOperator(const clang::BinaryOperator *expression);
  /// A condition, as an i1.
  Value emitCondition(const Expr *expression);
  void discard(const Expr *expression);
  Tree emitInitList(const clang::InitListExpr *list);
  /// A value and its type in HLSL, which is int where Clang computes with bool.
  std::pair<Tree, QualType> emitPromoted(const Expr *expression);
  std::pair<Tree, QualType> promote(Tree value, QualType type);
  /// The type with int in the place of bool.
  QualType promotedType(QualType type) const;
  /// The same for a part of a value without a place, such as `(a + b).x`.
  std::optional<std::pair<Tree, QualType>>
  emitPromotedPart(const Expr *expression);
  std::pair<Tree, QualType> emitUnary(const clang::UnaryOperator *expression);
  std::pair<Tree, QualType> emitBinary(const clang::BinaryOperator *expression);
  Tree emitLogical(const clang::BinaryOperator *expression);
  std::pair<Tree, QualType>
  emitChoice(const clang::AbstractConditionalOperator *expression);
  std::pair<Place, Tree>
  emitAssignment(const clang::BinaryOperator *expression);
  /// `++x` and the like: the place, and its value before and after.
  std::tuple<Place, Tree, Tree>
  emitStep(const clang::UnaryOperator *expression);
  Value arithmetic(clang::BinaryOperatorKind op, Value a, Value b,
                   QualType type);
  Value comparison(clang::BinaryOperatorKind op, Value a, Value b,
                   QualType type);
  Value negate(Value number, QualType type);
  /// Builds a floating-point operation that a target may contract, unless the
  /// expression is precise.
  template <typename Op>
  Value contracted(Value a, Value b);

  // Control flow (ControlFlow.cpp, Loops.cpp, Switch.cpp, UnrolledLoops.cpp).

  struct Branch {
    std::unique_ptr<Block> block;
    State state;
    Tree value;
  };
  /// Removes the variables that its scope declares from the state at its end.
  class Scope {
  public:
    explicit Scope(Emitter &emitter);
    ~Scope();

  private:
    Emitter &emitter;
    size_t count;
  };
  Branch buildBranch(function_ref<Tree()> build);
  bool isFlat(const Branch &branch) const;
  void splice(Branch &branch);
  Tree merge(Value condition, Branch &a, Branch &b);
  /// Builds an `scf.if` of two values and of the variables that differ between the
  /// branches. `mayFlatten`: all lanes evaluate branches without effects.
  Tree branch(Value condition, function_ref<Tree()> then,
              function_ref<Tree()> otherwise, bool mayFlatten = false);
  void guard(Value active, function_ref<void()> build);
  Variable *addVariable(StringRef name, QualType type, Tree value);
  void assign(Variable *variable, Tree value);
  void setFlag(Variable *flag, bool value);
  Frame *pushFrame(Frame::Kind kind, bool hasContinue);
  void popFrame();
  Frame *innermost() { return frames.back().get(); }
  void leave(Frame *target, bool forGood);
  void emitStatement(const Stmt *statement);
  /// For a debugger (DebugStatements.cpp).
  void noteStatement(const Stmt *statement);
  void emitStatements(ArrayRef<const Stmt *> statements);
  void emitDeclaration(const clang::DeclStmt *statement);
  void declare(const VarDecl *variable);
  void addStaticLocal(const VarDecl *variable);
  void startStaticLocal(const VarDecl *variable);
  bool checkType(QualType type, SourceLocation location);
  bool checkInitializer(const VarDecl *variable);
  /// The same for the elements of memory, which cannot hold resources.
  bool checkElement(QualType type, SourceLocation location);
  void emitIf(const clang::IfStmt *statement);
  void emitReturn(const clang::ReturnStmt *statement);
  void emitFor(const clang::ForStmt *statement);
  void checkUnroll(const clang::AttributedStmt *attributed);
  bool emitUnrolledLoop(const clang::ForStmt *statement);
  std::optional<SmallVector<APInt>>
  countIterations(const clang::ForStmt *statement, const VarDecl *counter);
  bool emitCountedLoop(const clang::ForStmt *statement);
  void emitLoop(const Stmt *statement, const Expr *condition, const Stmt *body,
                const Expr *increment);
  class SwitchBuilder;
  void emitSwitch(const clang::SwitchStmt *statement);
  SmallVector<Value> carried() const;
  void setCarried(ArrayRef<Value> values);
  unsigned indexOfCarried(const Variable *variable) const;

  // Calls (Calls.cpp).

  Tree emitCall(const clang::CallExpr *call);
  Tree inlineCall(const clang::CallExpr *call,
                  const clang::FunctionDecl *function,
                  std::optional<Place> object,
                  ArrayRef<const Expr *> arguments);
  void bindParameter(const clang::ParmVarDecl *parameter, Tree value,
                     bool hasValue);
  const clang::CallExpr *withInts(const clang::CallExpr *call);

  // Intrinsics (Intrinsics.cpp).

  Tree emitIntrinsic(const clang::CallExpr *call, StringRef annotation);
  Tree emitOperation(const clang::CallExpr *call, StringRef text);
  Value buildOperation(StringRef text, ValueRange operands, Type type);
  Tree emitProduct(const clang::CallExpr *call);
  void emitDispatchMesh(const clang::CallExpr *call);
  void emitBarrier(const clang::CallExpr *call);
  std::optional<unsigned> barrierMemory(const Expr *argument);
  std::optional<unsigned> barrierFlags(const Expr *flags, unsigned valid,
                                       StringRef names);
  void emitAtomic(const clang::CallExpr *call, StringRef name);
  Value buildAtomic(StringRef name, const Place &target, QualType type,
                    ArrayRef<Value> values, SourceLocation location,
                    StringRef function);
  void emitAtomicOfChoice(const clang::CallExpr *call, StringRef name,
                          const Place &target);

  // Resources (Resources.cpp).

  bool isResource(QualType type) const { return types.isResource(type); }
  Resource describe(QualType type, SourceLocation location,
                    QualType written = {});
  Place elementOf(const Resource &resource, const Expr *index);
  Place elementOf(const Resource &resource, Value index);
  Place texelOf(const Resource &resource, Value coordinates);
  Place bytesAt(const Resource &resource, Value address, QualType type,
                bool rowMajor);
  bool hasColumns(QualType type) const;
  void checkOrder(QualType type, QualType written, SourceLocation location);
  Tree emitMethod(const clang::CXXMemberCallExpr *call,
                  const Resource &resource);
  void emitDimensions(const clang::CXXMemberCallExpr *call,
                      const Resource &resource);
  Value countElements(const Resource &resource);
  std::optional<Place> mipTexelOf(const clang::CXXOperatorCallExpr *texel);
  bool checkLevel(Value level, SourceLocation location);
  void checkCoordinates(const clang::Expr *index);
  Value stepCounter(const Resource &resource, bool up);
  Tree emitCounter(const clang::CXXMemberCallExpr *call,
                   const Resource &resource, StringRef name);

  // Resources as values (ResourceValues.cpp).

  std::optional<ResourceChoice> resourcesOf(const Expr *expression);
  /// The resource that an expression names; null after an error.
  const Resource *resourceOf(const Expr *expression);
  bool traceResources(Value number, std::set<uint32_t> &numbers,
                      llvm::SmallPtrSetImpl<void *> &visited) const;
  /// Builds an access of each candidate, which the lanes execute that mean it.
  Tree choose(const ResourceChoice &choice,
              function_ref<Tree(const Resource &)> use,
              function_ref<Tree()> none);
  Place placeOfElement(const clang::CXXOperatorCallExpr *subscript);
  Place constantsOf(const Expr *buffer);
  static Place withResource(Place place, const Resource &resource);
  Tree emitMethod(const clang::CXXMemberCallExpr *call);
  /// Evaluates the arguments of a call, for code that several branches contain.
  void evaluateArguments(const clang::CallExpr *call);
  void forgetArguments(const clang::CallExpr *call);
  void checkResourceIndex(const Place &array, Value index,
                          SourceLocation location);
  SmallVector<Value> keepResources(ArrayRef<Value> inits,
                                   ArrayRef<Value> arguments,
                                   const Stmt *loop) const;

  // Arrays and structs of resources (ResourceParts.cpp).

  void addResources(const VarDecl *variable);
  Tree addParts(const VarDecl *variable, QualType type, QualType written,
                const Twine &name, SmallVector<unsigned> path, PartCounts &next,
                const PartCounts &counts, bool isCoherent);
  void countParts(QualType type, unsigned times, PartCounts &counts);
  void checkCoherence(const VarDecl *variable, const Tree &value);
  Tree loadConstants(const Place &place, const Tree &resources);
  Place elementOfUnbounded(const VarDecl *array, Value index, QualType type,
                           SourceLocation location);
  void distinguishArguments();
  void stateArguments();
  void finishArguments();

  // Wave matrices (WaveMatrices.cpp).

  struct MatrixMemory {
    Value memory, first, stride;
    MatrixLayout layout;
    const Resource *buffer = nullptr;
  };
  Tree emitWaveMatrix(const clang::CallExpr *call, StringRef name);
  std::optional<MatrixMemory> matrixMemory(const clang::CallExpr *call,
                                           QualType matrix);
  Value convertMatrix(Value matrix, MatrixType to);
  Value mapMatrix(ValueRange inputs, MatrixType result,
                  function_ref<Value(ValueRange)> map);
  Value multiplyMatrices(Value a, Value b, Value sum);
  /// Gives buffers of bytes the elements of the matrices that they hold.
  bool typeMatrixBuffers();

  // The kernel (Kernel.cpp).

  void addArgument(Type type, BindingKind kind, Type element,
                   const ResourceSource &source, ArrayRef<NamedAttribute> more);
  void numberRegisters();
  void checkPlace(const ResourceSource &source, BindingKind kind);
  void addConstantBuffer(const clang::HLSLBufferDecl *buffer,
                         const UsedVariables &used);
  bool checkOffsets(QualType type, Packing packing, SourceLocation location);
  const Resource *addResource(QualType resourceType,
                              const ResourceSource &source);
  void addConstantArgument(const ResourceSource &source, unsigned bytes,
                           bool isPushed, ArrayRef<Attribute> fields);
  Value addCounter(const Resource &resource);
  void addConstants(const clang::NamedDecl *buffer, StringRef name,
                    ArrayRef<const VarDecl *> variables);
  void addConstantFields(QualType type, unsigned offset, const Twine &name,
                         Packing packing, bool rowMajor,
                         SmallVectorImpl<Attribute> &fields);
  Tree semanticValue(const clang::NamedDecl *declaration, QualType type);
  Tree semanticValue(const clang::NamedDecl *declaration, QualType type,
                     StringRef semantic);
  bool verify(ModuleOp module);

  clang::ASTContext &ast;
  clang::SourceManager &sources;
  const KernelOptions &options;
  MLIRContext &context;
  OpBuilder builder;
  Types types;
  Layouts layouts;
  SourceLocation here;
  bool failed = false;
  bool reported = false;
  /// The number of errors, with those that are not reported.
  unsigned errorCount = 0;
  /// Whether a type has so many parts that statements are left out after the error.
  bool isTooLarge = false;
  /// Variables whose declaration is an error, so that their uses are none.
  llvm::DenseSet<const clang::Decl *> poisoned;
  /// Whether targets must not contract multiplications and additions.
  bool precise = false;
  FuncOp function;
  struct Argument {
    ResourceSource source;
    DictionaryAttr attributes;
    BlockArgument value;
  };
  std::vector<Argument> arguments;
  /// The place of each declaration of an argument in the file.
  llvm::DenseMap<const clang::NamedDecl *, unsigned> order;
  /// What is bound at each register (its kind, space and number), and at each
  /// vk::binding (the set and the number).
  std::map<std::tuple<unsigned, unsigned, unsigned>, const clang::NamedDecl *>
      placed;
  /// The first specialization constant of each number, and its value.
  std::map<unsigned, std::pair<const VarDecl *, TypedAttr>> specialized;
  /// The last local array or initialization at the kernel's start.
  Operation *prologueEnd = nullptr;
  State state;
  std::vector<std::unique_ptr<Variable>> variables;
  std::vector<std::unique_ptr<Frame>> frames;
  /// They keep their addresses: sets of frames may still have them.
  std::vector<std::unique_ptr<Frame>> formerFrames;
  std::vector<Call> calls;
  size_t inlinedCalls = 0;
  llvm::DenseMap<const clang::ValueDecl *, Variable *> named;
  llvm::DenseMap<const clang::ValueDecl *, Place> places;
  std::vector<std::unique_ptr<Resource>> resources;
  /// The first access of each buffer of bytes as a matrix, and the element.
  llvm::MapVector<const Resource *, std::pair<SourceLocation, Type>>
      matrixBuffers;
  /// The elements of arrays without a size that the kernel uses.
  std::map<std::pair<const VarDecl *, int64_t>, Place> elements;
  /// The arrays that nothing stores to, by what has no value.
  std::map<std::pair<const clang::Decl *, std::string>, Value> unwritten;
  /// The call whose result nothing uses.
  const Expr *discarded = nullptr;
  /// The iterations of all loops that are unrolled.
  size_t unrolledIterations = 0;
  /// What is evaluated already, where code for an expression is built several times.
  llvm::DenseMap<const Expr *, Tree> evaluated;
  llvm::DenseMap<const Expr *, Place> evaluatedPlaces;
  /// Whether a lane has initialized a static local variable.
  llvm::DenseMap<const VarDecl *, Variable *> started;
  /// Calls that pass ints where Clang passes sums of bools.
  llvm::DenseMap<const clang::CallExpr *, const clang::CallExpr *> intCalls;
  /// Bases of the elements of an initializer list: Clang repeats an expression for each
  /// of its elements, but it is evaluated once.
  llvm::DenseMap<const Expr *, Place> *shared = nullptr;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_LIB_FRONTEND_HLSL_EMITTER_H

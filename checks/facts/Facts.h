//===- Facts.h - what one translation unit says -----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts are plain data: the classes and functions of user code, each function
// as a control-flow graph of events. Nothing here knows Clang or any rule.
//
// Invariants:
//  * Entities are named by USR; an entity of internal linkage carries its
//    translation unit in the USR, so that facts of many units can be joined.
//  * Dereferencing (pointers, references, smart pointers) is not a step of an
//    access path: 'p->f' and '(*p).f' are both 'p.f'. An explicit '*p' on its
//    own ends in the step "*", so that writing through p is not writing p.
//  * Functions without a body in this unit (and all bodies in system headers)
//    have `hasBody == false` and no blocks.
//  * Only functions and records that user code defines or mentions are listed.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_FACTS_FACTS_H
#define HOOKTIDY_FACTS_FACTS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hooktidy {

/// A place in a source file. Macro expansions are placed where the macro is
/// used. `line` 0 means unknown.
struct Location {
  /// Index into TranslationUnitFacts::files.
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// Where an access path starts.
enum class PathRoot : std::uint8_t {
  Unknown,   ///< Nothing is known about the object.
  This,      ///< The object of the method; in a lambda, the captured `this`.
  Parameter, ///< AccessPath::index is the parameter's position.
  Local,     ///< AccessPath::index numbers the locals of the function.
  Capture,   ///< AccessPath::index is an index into FunctionFacts::captures.
  Global,    ///< AccessPath::global is the USR (globals, static members, static
             ///< locals; "<usr>@initialized" for a static local's guard).
};

/// A variable, or something reached from it by member and element steps.
struct AccessPath {
  PathRoot root = PathRoot::Unknown;
  std::uint32_t index = 0;
  std::string global;
  /// Member names from the root outwards; "[]" is any element, "*" an explicit
  /// dereference that ends the path.
  std::vector<std::string> fields;
};

enum class ExpressionKind : std::uint8_t {
  Unknown,
  Null,      ///< nullptr, NULL, std::nullopt, an empty smart pointer.
  Boolean,   ///< `integer` is 0 or 1.
  Integer,   ///< `integer` (also characters and enumerators).
  String,    ///< `text` is the literal.
  Path,      ///< The value of `path`.
  AddressOf, ///< The address of operands[0].
  NewObject, ///< A new object of record `text` (USR, may be empty): `new`,
             ///< make_unique, make_shared, a temporary. Never null. operands:
             ///< the value that it is converted from, if there is one.
  Call,      ///< Result of calling `text` (USR). operands: the receiver first
             ///< (an Unknown expression for free functions), then the arguments.
             ///< `event` is the Event::id of that call, 0 if it has none.
  Callable,  ///< A function that can be called later: `text` is the function's
             ///< USR. For a lambda, operands are the captured values in the
             ///< order of FunctionFacts::captures. For a bound function (std::bind,
             ///< member pointer of std::mem_fn) operands are the bound receiver
             ///< (Unknown if none) and bound arguments; placeholders are Unknown.
  Not,       ///< operands[0], negated.
  Compare,   ///< operands[0] `comparison` operands[1].
};

enum class Comparison : std::uint8_t {
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual
};

/// A side-effect-free view of a source expression. Logical && and || do not
/// occur: the control-flow graph splits them.
struct Expression {
  ExpressionKind kind = ExpressionKind::Unknown;
  Comparison comparison = Comparison::Equal;
  /// Call: true if the callable is bound (see Callable) rather than a lambda.
  bool isBound = false;
  std::int64_t integer = 0;
  std::uint32_t event = 0;
  std::string text;
  AccessPath path;
  std::vector<Expression> operands;
};

enum class EventKind : std::uint8_t {
  Call,      ///< A function, method or operator is called.
  Construct, ///< A constructor runs; `receiver` is the constructed object.
  Destroy,   ///< A destructor runs; `receiver` is the destroyed object.
  Read,      ///< `receiver` (a Path) is read as a value.
  Write,     ///< `receiver` (a Path) is set to `value`.
  Throw,     ///< `type` is the thrown type; empty for a rethrow.
  Return,    ///< `value` is returned; control leaves the function.
};

/// One thing that happens in a basic block, in evaluation order.
struct Event {
  EventKind kind = EventKind::Call;
  /// Unique within the function, from 1; Expression::event refers to it.
  std::uint32_t id = 0;
  Location location;
  /// Call, Construct, Destroy: USR of the callee. Empty for an indirect call
  /// (then `receiver` is the called value) and for constructors or destructors
  /// that the class does not declare (then `type` names the record).
  std::string callee;
  /// Call: the callee is virtual and the call is dispatched.
  bool isVirtual = false;
  /// Construct: by a new-expression. Destroy: by a delete-expression or by an
  /// owning smart pointer.
  bool isHeap = false;
  /// Write: `+=`, `++` and the like: the old value is read, the new one is
  /// unknown unless `value` is an Integer, which is then the increment.
  bool isCompound = false;
  /// Destroy at the end of a scope or full expression rather than explicit.
  bool isImplicit = false;
  Expression receiver;
  std::vector<Expression> arguments;
  /// Write, Return: the value.
  Expression value;
  /// Construct, Destroy: USR of the record. Throw: qualified name of the type.
  std::string type;
};

/// A basic block. Control goes to one of `successors` after the events.
struct Block {
  std::vector<Event> events;
  /// Condition of a two-way branch: successors[0] is taken when it holds,
  /// successors[1] when not. Absent: any successor may be taken.
  std::optional<Expression> condition;
  Location conditionLocation;
  /// Indices into FunctionFacts::blocks. Empty only for the exit block and
  /// for blocks that end in a call that does not return.
  std::vector<std::uint32_t> successors;
  /// The block starts an exception handler; `caughtType` is the qualified name
  /// of the type, "..." for a catch-all.
  bool isHandler = false;
  std::string caughtType;
};

enum class FunctionKind : std::uint8_t {
  Function,
  Method,
  Constructor,
  Destructor,
  Lambda,
};

struct ParameterFacts {
  std::string name;
  /// Canonical type as Clang prints it, without `class`/`struct` keywords.
  std::string type;
  /// Through this parameter the callee can change the argument (non-const
  /// reference or pointer to non-const).
  bool mayModify = false;
  /// Default argument, if the declaration has one.
  bool hasDefault = false;
};

/// Where a parameter is written.
struct ParameterPlace {
  Location begin;
  /// The name, or what follows the type if there is none.
  Location name;
};

/// How a method is written in its class, for edits. All places are in one file.
struct DeclarationFacts {
  Location name;
  /// What follows the parameter list.
  Location qualifiers;
  /// Where the keyword `override` goes; line 0 if that is not plain.
  Location overrideKeyword;
  std::vector<ParameterPlace> parameters;
  /// The method is written nowhere else, and for this class only.
  bool isOnly = false;
};

/// A variable captured by a lambda, in capture order. A captured `this` is not
/// listed: PathRoot::This of the lambda is the enclosing function's `this`.
struct CaptureFacts {
  std::string name;
  bool byReference = false;
};

/// A function: its declaration and, if the unit has one, its body.
struct FunctionFacts {
  std::string usr;
  /// Qualified name without template arguments, e.g. "app::SaverHook::begin".
  std::string qualifiedName;
  FunctionKind kind = FunctionKind::Function;
  /// USR of the class of a method, constructor or destructor. For a lambda: of
  /// the class in whose method it is written (empty if none).
  std::string record;
  /// Lambda: USR of the function in which it is written.
  std::string enclosingFunction;
  std::vector<ParameterFacts> parameters;
  std::string returnType;
  /// USR of the record that the return type is, points or refers to.
  std::string returnRecord;
  std::vector<CaptureFacts> captures;
  /// USRs of the methods that this one overrides directly.
  std::vector<std::string> overrides;
  Location location;
  /// A method of a derived class that overrides nothing: how it is written there.
  /// Absent if it is deleted or a macro has a part in it.
  std::optional<DeclarationFacts> declaration;
  bool isVirtual = false;
  bool isPure = false;
  bool isStatic = false;
  bool isConst = false;
  bool isOperator = false;
  bool isNoReturn = false;
  bool isNoexcept = false;
  /// A method with the keyword `override`, or `final`.
  bool hasOverride = false;
  bool isFinal = false;
  bool isCoroutine = false;
  bool isInSystemHeader = false;
  bool hasBody = false;
  /// Annotations: the strings of clang::annotate attributes.
  std::vector<std::string> annotations;
  /// Why a body that exists has no blocks; empty if it has.
  std::string notAnalysed;
  std::vector<Block> blocks;
  std::uint32_t entry = 0;
  std::uint32_t exit = 0;
};

struct BaseFacts {
  std::string usr;
  /// Qualified name without template arguments.
  std::string qualifiedName;
  bool isVirtual = false;
};

/// How a member holds what it names.
enum class Ownership : std::uint8_t {
  Value,         ///< The object itself, or a container of objects.
  OwningPointer, ///< unique_ptr, shared_ptr, optional and the like.
  RawPointer,
  Reference,
};

struct FieldFacts {
  std::string name;
  std::string type;
  /// USR of the record that the field is, points to, or holds in a smart
  /// pointer or container; empty if it is none.
  std::string record;
  Ownership ownership = Ownership::Value;
  bool isStatic = false;
  bool isConst = false;
  bool isPublic = false;
  Location location;
  /// Value of the default member initialiser; absent if there is none.
  std::optional<Expression> initializer;
};

/// A class that user code defines, or a base of one.
struct RecordFacts {
  std::string usr;
  std::string qualifiedName;
  Location location;
  std::vector<BaseFacts> bases;
  std::vector<FieldFacts> fields;
  /// USRs of the methods the class declares, constructors and the destructor
  /// excluded.
  std::vector<std::string> methods;
  /// USRs of the constructors, implicit ones that have a synthesised function
  /// included.
  std::vector<std::string> constructors;
  /// USR of the user-declared destructor; empty if it is implicit.
  std::string destructor;
  /// Names that using-declarations take from bases.
  std::vector<std::string> usedNames;
  bool isAbstract = false;
  bool isInSystemHeader = false;
  /// A class written inside a function or an instantiation of a template.
  bool isInstantiation = false;
  std::vector<std::string> annotations;
};

/// All facts of one translation unit.
struct TranslationUnitFacts {
  /// Version of the JSON form; a reader refuses other versions.
  static constexpr int SchemaVersion = 1;

  std::string mainFile;
  /// Absolute paths, in the order in which they were first named.
  std::vector<std::string> files;
  std::vector<RecordFacts> records;
  std::vector<FunctionFacts> functions;
};

} // namespace hooktidy

#endif // HOOKTIDY_FACTS_FACTS_H

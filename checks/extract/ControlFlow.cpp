//===- ControlFlow.cpp - Clang's control-flow graph to blocks ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/EventBuilder.h"
#include "extract/FunctionExtractor.h"

#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace hooktidy {

/// Clang's builder recurses over statements; deeper bodies would overflow its
/// stack.
static constexpr unsigned MaxBodyDepth = 6000;

namespace {

/// Translates one graph.
class ControlFlow {
public:
  ControlFlow(BodyContext &body, const CFG &graph, FunctionFacts &facts)
      : body(body), graph(graph), facts(facts), events(body) {}

  void run();

private:
  void findMergedValues();
  void addLogicalOperands(const BinaryOperator *operation, const BinaryOperator *whole);
  void addElements(const CFGBlock &block);
  void addStatement(const Stmt *statement);
  void addMergedValue(const Expr *operand);
  void addShortCircuit(const CFGBlock &block);
  void addBranch(const CFGBlock &block, Block &translated);
  void addSwitch(const CFGBlock &block, const SwitchStmt *statement);
  void addSuccessors(const CFGBlock &block, Block &translated);
  void addHandlers(std::uint32_t index);
  bool reachesExit(const CFGBlock *dispatch) const;
  const Expr *conditionOf(const CFGBlock &block) const;
  void addLabel(const CFGBlock &block, Block &translated);
  void dropEmptyBlocks();

  BodyContext &body;
  const CFG &graph;
  FunctionFacts &facts;
  EventBuilder events;
  /// Conditional and logical operators that are elements of a block, with it:
  /// several blocks before it contribute to their value.
  llvm::DenseMap<const Expr *, const CFGBlock *> merges;
  /// Operands whose value is the value of such an operator.
  llvm::DenseMap<const Expr *, const Expr *> mergedOperands;
  /// Logical operators within a merged one to that one.
  llvm::DenseMap<const Stmt *, const BinaryOperator *> mergedWhole;
  llvm::DenseMap<const CXXTryStmt *, const CFGBlock *> dispatchBlocks;
  /// Within the current block.
  llvm::SmallPtrSet<const VarDecl *, 4> returned;
  llvm::SmallPtrSet<const CFGBlock *, 2> handlers;
  bool throws = false;
};

} // namespace

static const Expr *plain(const Expr *expression) { return expression->IgnoreParens(); }

void ControlFlow::addLogicalOperands(const BinaryOperator *operation,
                                     const BinaryOperator *whole) {
  mergedWhole[operation] = whole;
  for (const Expr *side : {operation->getLHS(), operation->getRHS()}) {
    const auto *nested = dyn_cast<BinaryOperator>(plain(side));
    if (nested && nested->isLogicalOp())
      addLogicalOperands(nested, whole);
  }
  // The value of the whole is that of the last operand that is evaluated; where
  // control leaves earlier, the branch tells.
  const Expr *last = plain(operation->getRHS());
  const auto *nested = dyn_cast<BinaryOperator>(last);
  if (operation == whole && (!nested || !nested->isLogicalOp()))
    mergedOperands[last] = whole;
  while (operation == whole && nested && nested->isLogicalOp()) {
    last = plain(nested->getRHS());
    nested = dyn_cast<BinaryOperator>(last);
    mergedOperands[last] = whole;
  }
}

void ControlFlow::findMergedValues() {
  for (const CFGBlock *block : graph) {
    if (const auto *attempt = dyn_cast_or_null<CXXTryStmt>(block->getTerminatorStmt()))
      dispatchBlocks[attempt] = block;
    for (const CFGElement &element : *block) {
      auto statement = element.getAs<CFGStmt>();
      if (!statement)
        continue;
      const Stmt *node = statement->getStmt();
      if (const auto *choice = dyn_cast<ConditionalOperator>(node)) {
        merges[choice] = block;
        mergedOperands[plain(choice->getTrueExpr())] = choice;
        mergedOperands[plain(choice->getFalseExpr())] = choice;
      } else if (const auto *operation = dyn_cast<BinaryOperator>(node)) {
        if (!operation->isLogicalOp())
          continue;
        merges[operation] = block;
        addLogicalOperands(operation, operation);
      }
    }
  }
}

void ControlFlow::addMergedValue(const Expr *operand) {
  auto merged = mergedOperands.find(operand);
  if (merged == mergedOperands.end() || operand->getType()->isVoidType())
    return;
  Expression value = events.builder().build(operand);
  const Expr *whole = merged->second;
  if (whole->isGLValue() && whole->getType()->isRecordType())
    value = makeAddress(std::move(value));
  events.write(body.givePlace(whole), std::move(value), operand->getExprLoc());
}

void ControlFlow::addStatement(const Stmt *statement) {
  const auto *expression = dyn_cast<Expr>(statement);
  bool isMerged = expression && merges.count(expression) != 0;
  if (!isMerged && body.scan.expandedDefaults.count(statement) == 0)
    events.statement(statement);
  if (const auto *leave = dyn_cast<ReturnStmt>(statement))
    if (const VarDecl *variable = leave->getNRVOCandidate())
      returned.insert(variable);
  auto enclosing = body.scan.enclosingTry.find(statement);
  if (enclosing != body.scan.enclosingTry.end())
    if (const CFGBlock *dispatch = dispatchBlocks.lookup(enclosing->second))
      handlers.insert(dispatch);
  if (isa<CXXThrowExpr>(statement))
    throws = true;
  if (expression)
    addMergedValue(expression);
}

void ControlFlow::addElements(const CFGBlock &block) {
  for (const CFGElement &element : block) {
    if (auto statement = element.getAs<CFGStmt>())
      addStatement(statement->getStmt());
    else if (auto initializer = element.getAs<CFGInitializer>())
      events.initialized(initializer->getInitializer());
    else if (auto automatic = element.getAs<CFGAutomaticObjDtor>()) {
      // What is returned lives on in the caller.
      if (returned.count(automatic->getVarDecl()) == 0)
        events.variableDestroyed(automatic->getVarDecl());
    } else if (auto temporary = element.getAs<CFGTemporaryDtor>())
      events.temporaryDestroyed(temporary->getBindTemporaryExpr());
  }
}

/// Where control leaves a merged && or || early, its value is that of the branch.
void ControlFlow::addShortCircuit(const CFGBlock &block) {
  const BinaryOperator *whole = mergedWhole.lookup(block.getTerminatorStmt());
  if (!whole)
    return;
  bool isTrue = true;
  for (const CFGBlock::AdjacentBlock &successor : block.succs()) {
    if (successor.getReachableBlock() == merges.lookup(whole))
      events.write(body.givePlace(whole), makeBoolean(isTrue), whole->getExprLoc());
    isTrue = false;
  }
}

const Expr *ControlFlow::conditionOf(const CFGBlock &block) const {
  if (block.getTerminator().getKind() != CFGTerminator::StmtBranch)
    return nullptr;
  const Stmt *terminator = block.getTerminatorStmt();
  const Expr *condition = nullptr;
  switch (terminator->getStmtClass()) {
  case Stmt::IfStmtClass:
    condition = cast<IfStmt>(terminator)->getCond();
    break;
  case Stmt::WhileStmtClass:
    condition = cast<WhileStmt>(terminator)->getCond();
    break;
  case Stmt::DoStmtClass:
    condition = cast<DoStmt>(terminator)->getCond();
    break;
  case Stmt::ForStmtClass:
    condition = cast<ForStmt>(terminator)->getCond();
    break;
  case Stmt::ConditionalOperatorClass:
    condition = cast<ConditionalOperator>(terminator)->getCond();
    break;
  case Stmt::BinaryOperatorClass:
    condition = cast<BinaryOperator>(terminator)->getLHS();
    break;
  default:
    return nullptr;
  }
  // Of && and || that are not merged, this block evaluates the last operand.
  while (condition) {
    const auto *operation = dyn_cast<BinaryOperator>(plain(condition));
    if (!operation || !operation->isLogicalOp() || merges.count(operation) != 0)
      break;
    condition = operation->getRHS();
  }
  return condition;
}

/// Turns a switch into one comparison after the other.
void ControlFlow::addSwitch(const CFGBlock &block, const SwitchStmt *statement) {
  std::uint32_t index = block.getBlockID();
  Expression value = events.builder().build(statement->getCond());
  std::vector<std::pair<const CaseStmt *, std::uint32_t>> cases;
  std::vector<std::uint32_t> others;
  for (const CFGBlock::AdjacentBlock &successor : block.succs()) {
    const CFGBlock *target = successor.getReachableBlock();
    if (!target)
      continue;
    const auto *label = dyn_cast_or_null<CaseStmt>(target->getLabel());
    if (label && !label->getRHS())
      cases.emplace_back(label, target->getBlockID());
    else
      others.push_back(target->getBlockID());
  }
  // Ranges and dependent labels are not compared.
  if (value.kind == ExpressionKind::Unknown || others.size() > 1)
    return;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto &[label, target] = cases[i];
    bool isLast = i + 1 == cases.size();
    if (isLast && others.empty()) {
      facts.blocks[index].successors = {target};
      return;
    }
    Expression comparison = makeExpression(ExpressionKind::Compare);
    comparison.operands = {value, events.builder().build(label->getLHS())};
    std::uint32_t next =
        isLast ? others.front() : static_cast<std::uint32_t>(facts.blocks.size());
    facts.blocks[index].condition = std::move(comparison);
    facts.blocks[index].conditionLocation =
        body.unit.names.location(statement->getCond()->getExprLoc());
    facts.blocks[index].successors = {target, next};
    if (!isLast)
      facts.blocks.emplace_back();
    index = next;
  }
}

void ControlFlow::addBranch(const CFGBlock &block, Block &translated) {
  const Stmt *terminator = block.getTerminatorStmt();
  if (!terminator || translated.successors.size() != 2)
    return;
  if (const auto *statement = dyn_cast<DeclStmt>(terminator)) {
    // Clang branches over the initialisation of a static local.
    const auto *variable = cast<VarDecl>(statement->getSingleDecl());
    AccessPath guard = body.pathOf(variable);
    guard.global += "@initialized";
    translated.condition = makePath(std::move(guard));
    translated.conditionLocation = body.unit.names.location(variable->getLocation());
    return;
  }
  const Expr *condition = conditionOf(block);
  if (!condition)
    return;
  Expression built = events.builder().build(condition);
  translated.conditionLocation = body.unit.names.location(condition->getExprLoc());
  translated.condition = std::move(built);
}

bool ControlFlow::reachesExit(const CFGBlock *dispatch) const {
  llvm::SmallPtrSet<const CFGBlock *, 4> seen;
  while (dispatch && seen.insert(dispatch).second) {
    const CFGBlock *outer = nullptr;
    for (const CFGBlock::AdjacentBlock &successor : dispatch->succs()) {
      const CFGBlock *target = successor.getReachableBlock();
      if (target == &graph.getExit())
        return true;
      if (target && isa_and_nonnull<CXXTryStmt>(target->getTerminatorStmt()) &&
          !target->getLabel())
        outer = target;
    }
    dispatch = outer;
  }
  return false;
}

/// Clang gives only calls a way to the handlers; constructors and others that
/// may throw get theirs here.
void ControlFlow::addHandlers(std::uint32_t index) {
  std::vector<std::uint32_t> targets;
  for (const CFGBlock *dispatch : handlers) {
    targets.push_back(dispatch->getBlockID());
    if (throws && reachesExit(dispatch))
      targets.push_back(graph.getExit().getBlockID());
  }
  std::vector<std::uint32_t> known = facts.blocks[index].successors;
  targets.erase(std::remove_if(targets.begin(), targets.end(),
                               [&](std::uint32_t target) {
                                 return std::find(known.begin(), known.end(), target) !=
                                        known.end();
                               }),
                targets.end());
  if (targets.empty())
    return;
  if (facts.blocks[index].condition) {
    // A branch has two ways: the events move to a block before it.
    Block branch = facts.blocks[index];
    branch.isHandler = false;
    facts.blocks[index].condition.reset();
    facts.blocks[index].successors = {static_cast<std::uint32_t>(facts.blocks.size())};
    facts.blocks.push_back(std::move(branch));
  }
  std::vector<std::uint32_t> &successors = facts.blocks[index].successors;
  successors.insert(successors.end(), targets.begin(), targets.end());
}

void ControlFlow::addSuccessors(const CFGBlock &block, Block &translated) {
  bool isDispatch = isa_and_nonnull<CXXTryStmt>(block.getTerminatorStmt());
  bool isExceptional = !block.getTerminatorStmt() && block.succ_size() == 2 && !throws;
  std::vector<std::uint32_t> &successors = translated.successors;
  for (const CFGBlock::AdjacentBlock &successor : block.succs()) {
    const CFGBlock *target = successor.getReachableBlock();
    if (!target)
      continue;
    bool leavesByException = (isDispatch || (isExceptional && !successors.empty())) &&
                             target == &graph.getExit();
    if (!leavesByException)
      successors.push_back(target->getBlockID());
  }
  if (successors.size() == 2 && successors[0] == successors[1])
    successors.pop_back();
}

void ControlFlow::addLabel(const CFGBlock &block, Block &translated) {
  const auto *handler = dyn_cast_or_null<CXXCatchStmt>(block.getLabel());
  if (!handler)
    return;
  translated.isHandler = true;
  translated.caughtType = handler->getExceptionDecl()
                              ? body.unit.names.exceptionName(handler->getCaughtType())
                              : "...";
}

void ControlFlow::run() {
  findMergedValues();
  facts.blocks.resize(graph.getNumBlockIDs());
  std::vector<const CFGBlock *> blocks(graph.getNumBlockIDs());
  for (const CFGBlock *block : graph)
    blocks[block->getBlockID()] = block;
  // Clang numbers blocks from the last to the first, so that operands come
  // before what uses them.
  for (auto current = blocks.rbegin(); current != blocks.rend(); ++current) {
    const CFGBlock *block = *current;
    if (!block)
      continue;
    std::uint32_t index = block->getBlockID();
    returned.clear();
    handlers.clear();
    throws = false;
    addLabel(*block, facts.blocks[index]);
    addElements(*block);
    addShortCircuit(*block);
    if (!block->hasNoReturnElement() || throws)
      addSuccessors(*block, facts.blocks[index]);
    if (const auto *choice = dyn_cast_or_null<SwitchStmt>(block->getTerminatorStmt()))
      addSwitch(*block, choice);
    else
      addBranch(*block, facts.blocks[index]);
    addHandlers(index);
    facts.blocks[index].events = events.takeEvents();
  }
  facts.entry = graph.getEntry().getBlockID();
  facts.exit = graph.getExit().getBlockID();
  dropEmptyBlocks();
}

/// Leaves out blocks in which nothing happens, and those that nothing leads to.
void ControlFlow::dropEmptyBlocks() {
  std::vector<Block> &blocks = facts.blocks;
  auto isEmpty = [&](std::uint32_t index) {
    const Block &block = blocks[index];
    return index != facts.entry && index != facts.exit && block.events.empty() &&
           !block.isHandler && block.successors.size() == 1;
  };
  auto target = [&](std::uint32_t index) {
    // An empty loop leads nowhere else.
    for (std::size_t steps = 0; isEmpty(index) && steps < blocks.size(); ++steps)
      index = blocks[index].successors.front();
    return index;
  };
  for (Block &block : blocks) {
    for (std::uint32_t &successor : block.successors)
      successor = target(successor);
    if (block.successors.size() == 2 && block.successors[0] == block.successors[1]) {
      block.successors.pop_back();
      block.condition.reset();
    }
  }
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> numbers(blocks.size(), ~0u);
  auto number = [&](std::uint32_t index) {
    if (numbers[index] != ~0u)
      return;
    numbers[index] = static_cast<std::uint32_t>(order.size());
    order.push_back(index);
  };
  number(facts.entry);
  number(facts.exit);
  for (std::size_t next = 0; next < order.size(); ++next)
    for (std::uint32_t successor : blocks[order[next]].successors)
      number(successor);
  std::vector<Block> kept;
  for (std::uint32_t index : order) {
    kept.push_back(std::move(blocks[index]));
    for (std::uint32_t &successor : kept.back().successors)
      successor = numbers[successor];
  }
  facts.entry = numbers[facts.entry];
  facts.exit = numbers[facts.exit];
  facts.blocks = std::move(kept);
}

static CFG::BuildOptions buildOptions(const BodyScan &scan) {
  CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  options.AddInitializers = true;
  options.AddImplicitDtors = true;
  options.AddTemporaryDtors = true;
  options.AddStaticInitBranches = true;
  options.AddCXXDefaultInitExprInCtors = true;
  options.AddEHEdges = scan.hasTry;
  return options;
}

void extractBody(UnitContext &unit, const FunctionDecl *function, const Stmt *statement,
                 FunctionFacts &facts) {
  facts.hasBody = true;
  if (const auto *coroutine = dyn_cast<CoroutineBodyStmt>(statement)) {
    facts.isCoroutine = true;
    statement = coroutine->getBody();
  }
  BodyScan scan = scanBody(function, statement);
  if (scan.depth > MaxBodyDepth) {
    facts.notAnalysed = "nested too deeply";
    return;
  }
  CFG::BuildOptions options = buildOptions(scan);
  std::unique_ptr<CFG> graph =
      CFG::buildCFG(function, const_cast<Stmt *>(statement), &unit.ast, options);
  if (!graph) {
    facts.notAnalysed = "control flow is not understood";
    return;
  }
  BodyContext body(unit, function, std::move(scan));
  ControlFlow(body, *graph, facts).run();
}

} // namespace hooktidy

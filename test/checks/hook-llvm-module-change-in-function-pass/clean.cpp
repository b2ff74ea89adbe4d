// RUN: %check_hook %s hook-llvm-module-change-in-function-pass -- %llvm_headers

// Passes that change the module where they may, or only their function.
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Pass.h"

#include <string>
#include <vector>

using namespace llvm;

namespace {

// Declares in doInitialization what runOnFunction calls.
class Instruments : public FunctionPass {
public:
  static char ID;
  Instruments() : FunctionPass(ID) {}

  bool doInitialization(Module &M) override {
    Enter = M.getOrInsertFunction("enter", Type::getVoidTy(M.getContext()));
    Counter = new GlobalVariable(M, Type::getInt32Ty(M.getContext()), false,
                                 GlobalValue::InternalLinkage, nullptr, "counter");
    helper(M);
    return true;
  }
  bool runOnFunction(Function &F) override {
    IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
    Builder.CreateCall(Enter);
    Builder.CreateStore(Builder.getInt32(1), Counter);
    return true;
  }
  bool doFinalization(Module &M) override {
    if (Counter->use_empty())
      Counter->eraseFromParent();
    for (Function &F : make_early_inc_range(M))
      if (F.isDeclaration() && F.use_empty())
        F.eraseFromParent();
    return true;
  }

private:
  static void helper(Module &M) { M.getOrInsertGlobal("flag", Type::getInt1Ty(M.getContext())); }

  FunctionCallee Enter;
  GlobalVariable *Counter = nullptr;
};

// Adds and removes inside of the function, and looks things up in the module.
class Simplifies : public FunctionPass {
public:
  static char ID;
  Simplifies() : FunctionPass(ID) {}

  bool runOnFunction(Function &F) override {
    Module &M = *F.getParent();
    if (!M.getFunction("enter") || M.getGlobalVariable("flag") == nullptr)
      return false;
    std::vector<Instruction *> Dead;
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        if (I.use_empty() && !I.mayHaveSideEffects())
          Dead.push_back(&I);
    for (Instruction *I : Dead)
      I->eraseFromParent();
    BasicBlock *Block = BasicBlock::Create(F.getContext(), "new", &F);
    Block->removeFromParent();
    Block->insertInto(&F);
    Block->eraseFromParent();
    new AllocaInst(Type::getInt32Ty(F.getContext()), 0, "slot", &*F.getEntryBlock().begin());
    ConstantInt::get(Type::getInt32Ty(F.getContext()), 1);
    F.setName("simplified");
    return true;
  }
};

// Needed by the module, built when it is initialised.
class BuildsEarly : public FunctionPass {
public:
  static char ID;
  BuildsEarly() : FunctionPass(ID) {}

  bool doInitialization(Module &M) override {
    get(M);
    return true;
  }
  bool runOnFunction(Function &F) override {
    IRBuilder<>(&*F.getEntryBlock().begin()).CreateLoad(Flag->getValueType(), get(*F.getParent()));
    return true;
  }

private:
  GlobalVariable *get(Module &M) {
    if (!Flag)
      Flag = new GlobalVariable(M, Type::getInt1Ty(M.getContext()), false,
                                GlobalValue::InternalLinkage, nullptr, "flag");
    return Flag;
  }

  GlobalVariable *Flag = nullptr;
};

// A module pass may do everything; its helper is only named like a callback.
class PromotesCalls : public ModulePass {
public:
  static char ID;
  PromotesCalls() : ModulePass(ID) {}

  bool runOnModule(Module &M) override {
    bool Changed = false;
    for (Function &F : M)
      Changed |= runOnFunction(F);
    return Changed;
  }

private:
  bool runOnFunction(Function &F) {
    F.getParent()->getOrInsertFunction("assume", F.getFunctionType());
    return true;
  }
};

// The same names in other classes.
class Table {
public:
  void getOrInsertFunction(const std::string &Name) { Names.push_back(Name); }
  void eraseFromParent() { Names.clear(); }

private:
  std::vector<std::string> Names;
};
class UsesLookAlikes : public FunctionPass {
public:
  static char ID;
  explicit UsesLookAlikes(CallGraph &Graph) : FunctionPass(ID), Graph(Graph) {}

  bool runOnFunction(Function &F) override {
    Names.getOrInsertFunction(F.getName().str());
    Graph.getOrInsertFunction(&F);
    Names.eraseFromParent();
    return runOnFunction(F, 1);
  }

private:
  // Overloaded, not overridden, and not called with a module.
  bool runOnFunction(Function &F, unsigned Depth) { return Depth > 0 && F.isDeclaration(); }

  CallGraph &Graph;
  Table Names;
};

// Passes of the new pass manager are no FunctionPass.
struct NewPass : PassInfoMixin<NewPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    M.getOrInsertFunction("new", Type::getVoidTy(M.getContext()));
    return PreservedAnalyses::none();
  }
};

} // namespace

char Instruments::ID = 0;
char Simplifies::ID = 0;
char BuildsEarly::ID = 0;
char PromotesCalls::ID = 0;
char UsesLookAlikes::ID = 0;

void run(Module &M, CallGraph &Graph) {
  legacy::FunctionPassManager Passes(&M);
  Passes.add(new Instruments);
  Passes.add(new Simplifies);
  Passes.add(new BuildsEarly);
  Passes.add(new UsesLookAlikes(Graph));
  Passes.doInitialization();
  for (Function &F : M)
    Passes.run(F);
  legacy::PassManager All;
  All.add(new PromotesCalls);
  All.run(M);
}

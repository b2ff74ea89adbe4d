// RUN: %check_hook %s hook-llvm-module-change-in-function-pass --off -- %llvm_headers

// A function pass that changes more than its function.
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace {

class DeclaresHelper : public FunctionPass {
public:
  static char ID;
  DeclaresHelper() : FunctionPass(ID) {}

  bool runOnFunction(Function &F) override {
    Module *M = F.getParent();
    FunctionType *Type = FunctionType::get(Type::getVoidTy(M->getContext()), false);
    M->getOrInsertFunction("helper", Type);
    // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Module::getOrInsertFunction' changes the module in 'runOnFunction', where a function pass may change only the given function; do it in 'doInitialization' or 'doFinalization' [hook-llvm-module-change-in-function-pass]
    M->getOrInsertFunction("variadic", Type::getVoidTy(M->getContext()));
    // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Module::getOrInsertFunction' changes the module in 'runOnFunction', {{.*}} [hook-llvm-module-change-in-function-pass]
    Function::Create(Type, GlobalValue::ExternalLinkage, "made", *M);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Function::Create' changes the module in 'runOnFunction', {{.*}} [hook-llvm-module-change-in-function-pass]
    ValueToValueMapTy Map;
    CloneFunction(&F, Map);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'CloneFunction' changes the module in 'runOnFunction', {{.*}} [hook-llvm-module-change-in-function-pass]
    return true;
  }
};

class AddsGlobals : public FunctionPass {
public:
  static char ID;
  AddsGlobals() : FunctionPass(ID) {}

  bool runOnFunction(Function &F) override {
    Module &M = *F.getParent();
    new GlobalVariable(M, Type::getInt32Ty(M.getContext()), true,
                       GlobalValue::PrivateLinkage, nullptr, "counter");
    // CHECK-MESSAGES: :[[@LINE-2]]:9: warning: 'GlobalVariable::GlobalVariable' changes the module in 'runOnFunction', {{.*}} [hook-llvm-module-change-in-function-pass]
    M.getOrInsertGlobal("flag", Type::getInt1Ty(M.getContext()));
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'Module::getOrInsertGlobal' changes the module in 'runOnFunction', {{.*}} [hook-llvm-module-change-in-function-pass]
    GlobalAlias::create("alias", &F);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'GlobalAlias::create' changes the module in 'runOnFunction', {{.*}} [hook-llvm-module-change-in-function-pass]
    IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
    Builder.CreateGlobalString("text");
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'IRBuilderBase::CreateGlobalString' changes the module in 'runOnFunction', {{.*}} [hook-llvm-module-change-in-function-pass]
    return true;
  }
};

class RemovesFunctions : public FunctionPass {
public:
  static char ID;
  RemovesFunctions() : FunctionPass(ID) {}

  bool runOnFunction(Function &F) override {
    bool Changed = false;
    for (Function &Other : *F.getParent())
      if (&Other != &F && Other.use_empty()) {
        Other.eraseFromParent();
        // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'Function::eraseFromParent' changes the module in 'runOnFunction', {{.*}} [hook-llvm-module-change-in-function-pass]
        Changed = true;
      }
    if (GlobalVariable *Unused = F.getParent()->getGlobalVariable("unused"))
      Unused->eraseFromParent();
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'GlobalVariable::eraseFromParent' changes the module in 'runOnFunction', {{.*}} [hook-llvm-module-change-in-function-pass]
    appendToGlobalCtors(*F.getParent(), &F, 0);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'appendToGlobalCtors' changes the module in 'runOnFunction', {{.*}} [hook-llvm-module-change-in-function-pass]
    return Changed;
  }
};

// One helper away.
class ThroughHelpers : public FunctionPass {
public:
  static char ID;
  ThroughHelpers() : FunctionPass(ID) {}

  bool runOnFunction(Function &F) override {
    bool Changed = false;
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        if (auto *Branch = dyn_cast<BranchInst>(&I))
          Changed |= instrument(*Branch);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'Module::getOrInsertFunction' changes the module in 'runOnFunction', {{.*}} [hook-llvm-module-change-in-function-pass]
    return Changed;
  }

private:
  bool instrument(BranchInst &Branch) {
    FunctionCallee Sentinel = sentinel(*Branch.getModule());
    IRBuilder<>(&Branch).CreateCall(Sentinel);
    return true;
  }
  static FunctionCallee sentinel(Module &M) {
    return M.getOrInsertFunction("sentinel", Type::getVoidTy(M.getContext()));
  }
};

// Built when first needed, which is too late.
class BuildsLate : public FunctionPass {
public:
  static char ID;
  BuildsLate() : FunctionPass(ID) {}

  bool runOnFunction(Function &F) override {
    if (!Callee)
      Callee = F.getParent()->getOrInsertFunction("late", F.getFunctionType());
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'Module::getOrInsertFunction' changes the module in 'runOnFunction', {{.*}} [hook-llvm-module-change-in-function-pass]
    return true;
  }

private:
  FunctionCallee Callee;
};

} // namespace

char DeclaresHelper::ID = 0;
char AddsGlobals::ID = 0;
char RemovesFunctions::ID = 0;
char ThroughHelpers::ID = 0;
char BuildsLate::ID = 0;

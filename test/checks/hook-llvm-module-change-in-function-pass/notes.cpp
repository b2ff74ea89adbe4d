// RUN: %check_hook %s hook-llvm-module-change-in-function-pass --off -- %llvm_headers
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"

namespace {

class CountsCalls : public llvm::FunctionPass {
public:
  static char ID;
  CountsCalls() : FunctionPass(ID) {}
  bool runOnFunction(llvm::Function &F) override {
    return insertCounter(F);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Module::getOrInsertGlobal' changes the module in 'runOnFunction', where a function pass may change only the given function; do it in 'doInitialization' or 'doFinalization' [hook-llvm-module-change-in-function-pass]
    // CHECK-NOTES: :[[@LINE-3]]:8: note: lifecycle: construct -> doInitialization -> runOnFunction
    // CHECK-NOTES: :[[@LINE+5]]:20: note: 'Module::getOrInsertGlobal' is called here
  }

private:
  bool insertCounter(llvm::Function &F) {
    F.getParent()->getOrInsertGlobal("counter", F.getReturnType());
    return true;
  }
};

char CountsCalls::ID = 0;

} // namespace

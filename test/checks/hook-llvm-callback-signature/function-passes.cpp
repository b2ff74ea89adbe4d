// RUN: %check_hook %s hook-llvm-callback-signature --off -- %llvm_headers

#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"

using namespace llvm;

namespace {

class WrongParameters : public FunctionPass {
public:
  static char ID;
  WrongParameters() : FunctionPass(ID) {}
  bool runOnFunction(const Function &F);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'WrongParameters::runOnFunction' looks like the callback 'FunctionPass::runOnFunction' but overrides nothing: parameter 1 is 'const Function &' instead of 'Function &'; declare it as 'bool runOnFunction(Function &)' [hook-llvm-callback-signature]
  bool doInitialization(const Module &M);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'WrongParameters::doInitialization' looks like the callback 'Pass::doInitialization' but overrides nothing: parameter 1 is 'const Module &' instead of 'Module &'; declare it as 'bool doInitialization(Module &)' [hook-llvm-callback-signature]
  bool doFinalization(Function &F) { return false; }
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'WrongParameters::doFinalization' looks like the callback 'Pass::doFinalization' but overrides nothing: parameter 1 is 'Function &' instead of 'Module &'; declare it as 'bool doFinalization(Module &)' [hook-llvm-callback-signature]
};

class Misspelt : public FunctionPass {
public:
  static char ID;
  Misspelt() : FunctionPass(ID) {}
  bool runOnFunction(Function &F) override { return false; }
  bool doInitialisation(Module &M) { return false; }
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Misspelt::doInitialisation' looks like the callback 'Pass::doInitialization' but overrides nothing: the name is spelt differently; declare it as 'bool doInitialization(Module &)' [hook-llvm-callback-signature]
  virtual bool DoFinalization(Module &M);
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'Misspelt::DoFinalization' looks like the callback 'Pass::doFinalization' but overrides nothing: the name is spelt differently; declare it as 'bool doFinalization(Module &)' [hook-llvm-callback-signature]
};

} // namespace

bool WrongParameters::runOnFunction(const Function &F) { return F.empty(); }
bool WrongParameters::doInitialization(const Module &M) { return M.empty(); }
bool Misspelt::DoFinalization(Module &M) { return false; }

// RUN: %check_hook %s hook-llvm-callback-signature -- %llvm_headers

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"

using namespace llvm;

namespace {

class Right : public FunctionPass {
public:
  static char ID;
  Right() : FunctionPass(ID) {}
  bool runOnFunction(Function &F) override { return runOnFunction(F, 1) || runImpl(F); }
  bool doInitialization(Module &) override { return false; }
  bool doFinalization(Module &) override { return false; }

private:
  bool runOnFunction(Function &F, int level) { return level > 1; }
  bool runImpl(Function &F) { return false; }
  bool doInitialization(Function &) { return false; }
};

// A pass on something else, built on function passes.
class OnMachineCode : public MachineFunctionPass {
public:
  static char ID;
  OnMachineCode() : MachineFunctionPass(ID) {}
  bool runOnMachineFunction(MachineFunction &) override { return false; }
  bool doInitialization(MachineFunction &) { return false; }
};

// A pass on modules is not of this contract.
class OnModules : public ModulePass {
public:
  static char ID;
  OnModules() : ModulePass(ID) {}
  bool runOnModule(Module &) override { return false; }
  bool doFinalisation(Module &) { return false; }
};

} // namespace

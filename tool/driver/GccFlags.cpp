//===- GccFlags.cpp - flags that only GCC knows ---------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The families were found by giving every flag that GCC 12 lists to Clang 14,
// 16, 19 and 22; test/tool/flags.test gives them all to this table. The reasons are
// for the reader.
//
//===----------------------------------------------------------------------===//

#include "driver/GccFlags.h"

#include "driver/Glob.h"

#include <algorithm>
#include <iterator>

namespace hooktidy {
namespace {

/// A family of flags: a glob on what comes after "-f" or "-fno-", or after "-m"
/// or "-mno-", and why leaving them out does no harm.
struct GccFlag {
  std::string_view glob;
  std::string_view reason;
};

constexpr std::string_view Optimiser = "steers an optimiser that does not run here";
constexpr std::string_view CodeGeneration =
    "steers code generation, which does not run here";
constexpr std::string_view Debugging = "steers debug information, which is not made here";
constexpr std::string_view Diagnostics = "steers how GCC prints or looks for problems";
constexpr std::string_view Output = "asks for a file that only GCC writes";
constexpr std::string_view Extension =
    "an extension or limit of GCC that Clang has always or never";
constexpr std::string_view Obsolete = "GCC itself has long ignored it";

constexpr GccFlag languageFlags[] = {
    {"aggressive-loop-optimizations", Optimiser},
    {"allocation-dce", Optimiser},
    {"allow-store-data-races", Optimiser},
    {"argument-*alias*", Optimiser},
    {"auto-inc-dec", Optimiser},
    {"bit-tests", Optimiser},
    {"branch-*", Optimiser},
    {"btr-*", Optimiser},
    {"code-hoisting", Optimiser},
    {"combine-stack-adjustments", Optimiser},
    {"compare-elim", Optimiser},
    {"conserve-s*", Optimiser},
    {"cprop-registers", Optimiser},
    {"crossjumping", Optimiser},
    {"cse-*", Optimiser},
    {"cx-*", Optimiser},
    {"dce", Optimiser},
    {"delayed-branch", Optimiser},
    {"delete-dead-exceptions", Optimiser},
    {"devirtualize-*", Optimiser},
    {"dse", Optimiser},
    {"early-inlining", Optimiser},
    {"fold-*", Optimiser},
    {"force-addr", Optimiser},
    {"forward-propagate", Optimiser},
    {"fp-int-builtin-inexact", Optimiser},
    {"function-cse", Optimiser},
    {"gcse*", Optimiser},
    {"graphite*", Optimiser},
    {"guess-branch-probability", Optimiser},
    {"hoist-*", Optimiser},
    {"if-conversion*", Optimiser},
    {"indirect-inlining", Optimiser},
    {"inline-atomics", Optimiser},
    {"ipa-*", Optimiser},
    {"ira-*", Optimiser},
    {"isolate-erroneous-paths-*", Optimiser},
    {"keep-*", Optimiser},
    {"lifetime-dse*", Optimiser},
    {"limit-function-alignment", Optimiser},
    {"live-*", Optimiser},
    {"loop-*", Optimiser},
    {"lra-*", Optimiser},
    {"lto-*", Optimiser},
    {"merge-debug-strings", Optimiser},
    {"modulo-sched*", Optimiser},
    {"move-loop-*", Optimiser},
    {"nothrow-opt", Optimiser},
    {"optimize-register-move", Optimiser},
    {"optimize-strlen", Optimiser},
    {"partial-inlining", Optimiser},
    {"peephole*", Optimiser},
    {"predictive-commoning", Optimiser},
    {"printf-return-value", Optimiser},
    {"ree", Optimiser},
    {"regmove", Optimiser},
    {"reorder-*", Optimiser},
    {"rerun-*", Optimiser},
    {"reschedule-*", Optimiser},
    {"sched*", Optimiser},
    {"section-anchors", Optimiser},
    {"sel-sched-*", Optimiser},
    {"selective-scheduling*", Optimiser},
    {"shrink-wrap*", Optimiser},
    {"split-*", Optimiser},
    {"ssa-*", Optimiser},
    {"stdarg-opt", Optimiser},
    {"store-merging", Optimiser},
    {"thread-jumps", Optimiser},
    {"toplevel-reorder", Optimiser},
    {"tree-*", Optimiser},
    {"unconstrained-commons", Optimiser},
    {"unroll-completely-grow-size", Optimiser},
    {"version-loops-for-strides", Optimiser},
    {"vpt", Optimiser},
    {"web", Optimiser},
    {"zee", Optimiser},

    {"abi-version=*", CodeGeneration},
    {"abi-compat-version=*", CodeGeneration},
    {"building-libgcc", CodeGeneration},
    {"declone-ctor-dtor", CodeGeneration},
    {"enforce-eh-specs", CodeGeneration},
    {"gnu-unique", CodeGeneration},
    {"harden-*", CodeGeneration},
    {"inhibit-size-directive", CodeGeneration},
    {"instrument-functions*", CodeGeneration},
    {"leading-underscore", CodeGeneration},
    {"openacc*", CodeGeneration},
    {"optional-diags", CodeGeneration},
    {"patchable-function-entry=*", CodeGeneration},
    {"pcc-struct-return", CodeGeneration},
    {"profile-*", CodeGeneration},
    {"random-seed", CodeGeneration},
    {"reg-struct-return", CodeGeneration},
    {"sanitize-sections=*", CodeGeneration},
    {"stack-check=*", CodeGeneration},
    {"stack-limit*", CodeGeneration},
    {"stack-protector-explicit", CodeGeneration},
    {"strict-volatile-bitfields", CodeGeneration},
    {"sync-libcalls", CodeGeneration},
    {"trampolines", CodeGeneration},
    {"trapv", CodeGeneration},
    {"use-cxa-get-exception-ptr", CodeGeneration},
    {"visibility-ms-compat", CodeGeneration},
    {"vtable-*", CodeGeneration},
    {"vtv-*", CodeGeneration},
    {"weak", CodeGeneration},
    {"wrapv-pointer", CodeGeneration},

    {"eliminate-dwarf2-dups", Debugging},
    {"emit-class-debug-always", Debugging},
    {"emit-struct-debug-*", Debugging},
    {"var-tracking*", Debugging},

    {"analyzer*", Diagnostics},
    {"canonical-system-headers", Diagnostics},
    {"check-*", Diagnostics},
    {"checking*", Diagnostics},
    {"chkp-*", Diagnostics},
    {"compare-debug-*", Diagnostics},
    {"concepts-diagnostics-depth=*", Diagnostics},
    {"dbg-*", Diagnostics},
    {"debug-cpp", Diagnostics},
    {"diagnostics-*", Diagnostics},
    {"dump-*", Output},
    {"help*", Diagnostics},
    {"large-source-files", Diagnostics},
    {"mem-report*", Diagnostics},
    {"opt-info*", Diagnostics},
    {"post-ipa-mem-report", Diagnostics},
    {"pre-ipa-mem-report", Diagnostics},
    {"pretty-templates", Diagnostics},
    {"report-bug", Diagnostics},
    {"self-test=*", Diagnostics},
    {"stats", Diagnostics},
    {"target-help", Diagnostics},
    {"time-report*", Diagnostics},
    {"track-macro-expansion*", Diagnostics},
    {"version", Diagnostics},
    {"working-directory", Diagnostics},

    {"ada-spec-parent=*", Output},
    {"callgraph-info*", Output},
    {"pch-deps", Output},
    {"pch-preprocess", Output},
    {"plugin=*", "loads a compiler plugin, which may be for another compiler"},
    {"plugin-arg-*", "belongs to a compiler plugin, which is not loaded"},
    {"pass-plugin=*", "loads a compiler plugin, which may be for another compiler"},

    {"cilkplus", Extension},
    {"concepts", Extension},
    {"concepts-ts", Extension},
    {"cond-mismatch", Extension},
    {"constexpr-cache-depth=*", Extension},
    {"constexpr-fp-except", Extension},
    {"constexpr-loop-limit=*", Extension},
    {"constexpr-ops-limit=*", Extension},
    {"contract*", Extension},
    {"deduce-init-list", Extension},
    {"directives-only", Extension},
    {"elide-type", Extension},
    {"enum-int-equiv", Extension},
    {"ext-numeric-literals", Extension},
    {"extended-identifiers", Extension},
    {"extern-tls-init", Extension},
    {"gnu-tm", Extension},
    {"implicit-constexpr", Extension},
    {"lang-info-*", Extension},
    {"module-implicit-inline", Extension},
    {"module-lazy", Extension},
    {"module-mapper=*", Extension},
    {"module-version-ignore", Extension},
    {"modules-ts", Extension},
    {"new-inheriting-ctors", Extension},
    {"new-ttp-matching", Extension},
    {"nonansi-builtins", Extension},
    {"preprocessed", Extension},
    {"signed-bitfields", Extension},
    {"strong-eval-order*", Extension},
    {"unsigned-bitfields", Extension},

    {"all-virtual", Obsolete},
    {"alt-external-templates", Obsolete},
    {"external-templates", Obsolete},
    {"guiding-decls", Obsolete},
    {"handle-exceptions", Obsolete},
    {"honor-std", Obsolete},
    {"huge-objects", Obsolete},
    {"implicit-inline-templates", Obsolete},
    {"labels-ok", Obsolete},
    {"mudflap*", Obsolete},
    {"name-mangling-version-*", Obsolete},
    {"new-abi", Obsolete},
    {"nonnull-objects", Obsolete},
    {"repo", Obsolete},
    {"require-return-statement", Obsolete},
    {"squangle", Obsolete},
    {"strict-prototype", Obsolete},
    {"this-is-variable", Obsolete},
    {"xref", Obsolete},
};

constexpr GccFlag machineFlags[] = {
    {"128bit-long-double", CodeGeneration},
    {"8bit-idiv", CodeGeneration},
    {"abm", CodeGeneration},
    {"accumulate-outgoing-args", CodeGeneration},
    {"align-*", CodeGeneration},
    {"avx256-split-*", CodeGeneration},
    {"avx5124*", CodeGeneration},
    {"avx512er", CodeGeneration},
    {"avx512pf", CodeGeneration},
    {"branch-cost=*", CodeGeneration},
    {"call-ms2sysv-xlogues", CodeGeneration},
    {"cet-switch", CodeGeneration},
    {"cld", CodeGeneration},
    {"direct-extern-access", CodeGeneration},
    {"dispatch-scheduler", CodeGeneration},
    {"dump-tune-features", Diagnostics},
    {"fancy-math-387", CodeGeneration},
    {"fentry*", CodeGeneration},
    {"force-drap", CodeGeneration},
    {"force-indirect-call", CodeGeneration},
    {"fp-ret-in-387", CodeGeneration},
    {"function-return=*", CodeGeneration},
    {"fused-madd", CodeGeneration},
    {"hard-float", CodeGeneration},
    {"hle", CodeGeneration},
    {"ieee-fp", CodeGeneration},
    {"incoming-stack-boundary=*", CodeGeneration},
    {"indirect-branch*", CodeGeneration},
    {"inline-*stringops*", CodeGeneration},
    {"intel-syntax", CodeGeneration},
    {"large-data-threshold=*", CodeGeneration},
    {"manual-endbr", CodeGeneration},
    {"mitigate-rop", CodeGeneration},
    {"mwait", CodeGeneration},
    {"needed", CodeGeneration},
    {"nop-mcount", CodeGeneration},
    {"pc32", CodeGeneration},
    {"pc64", CodeGeneration},
    {"pc80", CodeGeneration},
    {"pcommit", CodeGeneration},
    {"prefer-avx128", CodeGeneration},
    {"preferred-stack-boundary=*", CodeGeneration},
    {"prefetchwt1", CodeGeneration},
    {"push-args", CodeGeneration},
    {"recip", CodeGeneration},
    {"record-*", CodeGeneration},
    {"relax-cmpxchg-loop", CodeGeneration},
    {"sse2avx", CodeGeneration},
    {"sse5", CodeGeneration},
    {"sseregparm", CodeGeneration},
    {"stack-protector-guard-symbol=*", CodeGeneration},
    {"stv", CodeGeneration},
    {"vect8-ret-in-mem", CodeGeneration},
    {"android", "names a C library, which the headers' paths do already"},
    {"bionic", "names a C library, which the headers' paths do already"},
    {"musl", "names a C library, which the headers' paths do already"},
};

template <std::size_t Size>
bool isIn(const GccFlag (&table)[Size], std::string_view name) {
  return std::any_of(std::begin(table), std::end(table),
                     [&](const GccFlag &known) { return matchesGlob(known.glob, name); });
}

} // namespace

bool isGccOnlyFlag(std::string_view flag) {
  // Clang knows the positive form only.
  if (flag == "-fno-freestanding")
    return true;
  if (flag.size() < 3 || flag[0] != '-' || (flag[1] != 'f' && flag[1] != 'm'))
    return false;
  bool isLanguageFlag = flag[1] == 'f';
  flag.remove_prefix(2);
  if (flag.substr(0, 3) == "no-")
    flag.remove_prefix(3);
  return isLanguageFlag ? isIn(languageFlags, flag) : isIn(machineFlags, flag);
}

} // namespace hooktidy

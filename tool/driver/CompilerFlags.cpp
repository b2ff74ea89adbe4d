//===- CompilerFlags.cpp - compile commands that Clang understands --------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What must go from a build's command before Clang parses the file for
// checking only:
//  * outputs: a linter that overwrites object or dependency files breaks
//    incremental builds;
//  * precompiled headers, modules files and plugins, which only the compiler
//    that made them can read. Their textual `-include` stays;
//  * warnings as errors: another compiler warns about other things, and code
//    that builds is not to fail here;
//  * the resource directory and flags of another compiler.
// Flags are never added to make a file compile.
//
//===----------------------------------------------------------------------===//

#include "driver/CompilerFlags.h"

#include "driver/GccFlags.h"
#include "driver/Glob.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace hooktidy {

static bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

static bool isOneOf(std::string_view text, std::initializer_list<std::string_view> set) {
  return std::find(set.begin(), set.end(), text) != set.end();
}

std::vector<std::string> splitCommand(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    char c = command[i];
    bool escapes = c == '\\' && quote != '\'' && i + 1 < command.size();
    if (escapes && quote == '"' &&
        !isOneOf(command.substr(i + 1, 1), {"\"", "\\", "$", "`"}))
      escapes = false;
    if (escapes) {
      word += command[++i];
      inWord = true;
    } else if (quote ? c == quote : (c == '"' || c == '\'')) {
      quote = quote ? 0 : c;
      inWord = true;
    } else if (!quote && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) {
      if (inWord)
        words.push_back(std::move(word));
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord)
    words.push_back(std::move(word));
  return words;
}

std::vector<std::string> stripLaunchers(std::vector<std::string> arguments) {
  std::size_t first = 0;
  while (first + 1 < arguments.size()) {
    const std::string &word = arguments[first];
    std::string_view name = std::string_view(word).substr(word.rfind('/') + 1);
    bool isAssignment = first > 0 && word.find('=') != std::string::npos;
    bool isLauncher = isOneOf(name, {"ccache", "sccache", "distcc", "icecc", "gomacc",
                                     "buildcache", "env", "nice", "time"});
    if (name == "cmake" && arguments[first + 1] == "-E" && first + 2 < arguments.size() &&
        arguments[first + 2] == "env")
      first += 3;
    else if (isLauncher || isAssignment)
      ++first;
    else
      break;
  }
  arguments.erase(arguments.begin(), arguments.begin() + first);
  return arguments;
}

static void expandInto(const std::vector<std::string> &arguments,
                       const std::string &directory, unsigned depth,
                       std::vector<std::string> &result) {
  // A response file that names itself would not end.
  constexpr unsigned maximalDepth = 16;
  for (const std::string &argument : arguments) {
    if (argument.size() > 1 && argument[0] == '@' && depth < maximalDepth) {
      std::string path = argument.substr(1);
      std::ifstream file(path[0] == '/' ? path : directory + "/" + path);
      if (file) {
        std::ostringstream text;
        text << file.rdbuf();
        expandInto(splitCommand(text.str()), directory, depth + 1, result);
        continue;
      }
    }
    result.push_back(argument);
  }
}

std::vector<std::string> expandResponseFiles(std::vector<std::string> arguments,
                                             const std::string &directory) {
  std::vector<std::string> result;
  expandInto(arguments, directory, 0, result);
  return result;
}

/// Flags to leave out together with the word after them.
static bool isRemovedWithValue(std::string_view flag) {
  return isOneOf(flag, {"-o", "-MF", "-MT", "-MQ", "-MJ", "-include-pch", "-dumpdir",
                        "-dumpbase", "-dumpbase-ext", "-aux-info", "-wrapper",
                        "--serialize-diagnostics", "-serialize-diagnostics",
                        "-index-store-path", "-resource-dir", "-Xlinker", "-Xassembler"});
}

static bool isRemoved(std::string_view flag) {
  if (isOneOf(flag, {"-c", "-E", "-S", "-M", "-MM", "-MD", "-MMD", "-MG", "-MP", "-MV",
                     "-emit-llvm", "--analyze", "-pedantic-errors", "-v", "-###", "-pipe",
                     "-fmodule-output", "-ftime-report"}))
    return true;
  for (std::string_view prefix :
       {"-MF", "-MT", "-MQ", "-Wp,-M", "-Werror", "-save-temps", "--save-temps",
        "-resource-dir=", "-ftime-trace", "-fmodule-output=", "-specs="})
    if (startsWith(flag, prefix))
      return true;
  // "-ofile"; no other flag that starts with "-o" matters for parsing.
  return startsWith(flag, "-o") || isGccOnlyFlag(flag);
}

/// Flags of the compiler proper, given through -Xclang, to leave out together
/// with their value.
static bool isRemovedFrontendFlag(std::string_view flag) {
  return isOneOf(flag, {"-include-pch", "-load", "-add-plugin", "-plugin"}) ||
         startsWith(flag, "-plugin-arg-");
}

/// Flags that are kept and whose value must not be taken for a flag.
static bool takesValue(std::string_view flag) {
  return isOneOf(flag, {"-I",         "-D",           "-U",
                        "-x",         "-isystem",     "-iquote",
                        "-idirafter", "-imacros",     "-isysroot",
                        "-iprefix",   "-iwithprefix", "-iwithprefixbefore",
                        "-F",         "-iframework",  "-target",
                        "-arch",      "--param",      "-Xpreprocessor",
                        "-mllvm",     "-L",           "-l",
                        "-T",         "-u",           "-z",
                        "--sysroot",  "-ivfsoverlay"});
}

/// An `-include` goes past Clang's driver, which would look for a precompiled
/// header (x.gch, maybe GCC's) beside x.
static bool takeInclude(const std::vector<std::string> &arguments, std::size_t &index,
                        std::vector<std::string> &result) {
  const std::string &flag = arguments[index];
  std::string file;
  if ((flag == "-include" || flag == "--include") && index + 1 < arguments.size())
    file = arguments[++index];
  else if (startsWith(flag, "--include="))
    file = flag.substr(std::string_view("--include=").size());
  else
    return false;
  result.insert(result.end(), {"-Xclang", "-include", "-Xclang", file});
  return true;
}

/// Handles `-Xclang word`.
static void takeFrontendFlag(const std::vector<std::string> &arguments,
                             std::size_t &index, std::vector<std::string> &result) {
  const std::string &word = arguments[++index];
  bool hasValue = index + 2 < arguments.size() && arguments[index + 1] == "-Xclang";
  if (isRemovedFrontendFlag(word)) {
    index += hasValue ? 2 : 0;
    return;
  }
  if (startsWith(word, "-emit-") || word == "-fno-pch-timestamp")
    return;
  result.insert(result.end(), {"-Xclang", word});
}

std::vector<std::string> cleanArguments(const std::vector<std::string> &arguments,
                                        const std::vector<std::string> &removeGlobs,
                                        const std::string &resourceDir) {
  auto isUnwanted = [&](const std::string &flag) {
    return std::any_of(removeGlobs.begin(), removeGlobs.end(),
                       [&](const std::string &glob) { return matchesGlob(glob, flag); });
  };
  std::vector<std::string> result;
  if (!arguments.empty())
    result.push_back(arguments.front());
  result.insert(result.end(), {"-fsyntax-only", "-w", "-ferror-limit=1",
                               "-Qunused-arguments", "-resource-dir=" + resourceDir});
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string &argument = arguments[i];
    bool hasNext = i + 1 < arguments.size();
    if (argument == "--" || argument.empty() || argument[0] != '-') {
      result.push_back(argument);
    } else if (isUnwanted(argument)) {
      continue;
    } else if (argument == "-Xclang" && hasNext) {
      takeFrontendFlag(arguments, i, result);
    } else if (takeInclude(arguments, i, result)) {
      continue;
    } else if (isRemovedWithValue(argument)) {
      ++i;
    } else if (takesValue(argument) && hasNext) {
      result.insert(result.end(), {argument, arguments[++i]});
    } else if (!isRemoved(argument)) {
      result.push_back(argument);
    }
  }
  return result;
}

} // namespace hooktidy

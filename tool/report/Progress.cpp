//===- Progress.cpp - a line that says how far it is ----------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Progress.h"

#include "report/Output.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace hooktidy {

static constexpr const char *EraseLine = "\r\033[K";

Progress::Progress(std::size_t total, bool isWanted)
    : total(total), isShown(isWanted && total > 1 && isatty(STDERR_FILENO)) {
  if (isShown)
    show(0, "");
}

Progress::~Progress() {
  if (isShown)
    writeError(EraseLine);
}

void Progress::show(std::size_t done, const std::string &file) {
  if (!isShown)
    return;
  winsize size{};
  std::size_t width =
      ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
  std::string line =
      "[" + std::to_string(done) + "/" + std::to_string(total) + "] " + file;
  // A line that wraps cannot be erased.
  writeError(EraseLine + line.substr(0, width - 1));
}

} // namespace hooktidy

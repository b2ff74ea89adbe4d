//===- CheckReport.cpp - what a run of hooktidy check found ---------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/CheckReport.h"

namespace hooktidy {

std::string displayPath(const std::string &file, const std::string &directory) {
  std::string prefix = directory + "/";
  return file.size() > prefix.size() && file.rfind(prefix, 0) == 0
             ? file.substr(prefix.size())
             : file;
}

std::string displayPlace(const Place &place, const std::string &directory) {
  std::string text = displayPath(place.file, directory);
  if (place.line > 0)
    text += ":" + std::to_string(place.line);
  if (place.line > 0 && place.column > 0)
    text += ":" + std::to_string(place.column);
  return text;
}

} // namespace hooktidy

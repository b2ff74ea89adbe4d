//===- Utf8.h - well-formed UTF-8 -------------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_SUPPORT_UTF8_H
#define HOOKTIDY_SUPPORT_UTF8_H

#include <cstddef>
#include <string_view>

namespace hooktidy {

/// Length of the well-formed UTF-8 sequence at the start of `bytes`, or 0 if
/// there is none.
inline std::size_t utf8SequenceLength(std::string_view bytes) {
  auto at = [&](std::size_t index) {
    return index < bytes.size() ? static_cast<unsigned char>(bytes[index]) : 0u;
  };
  if (bytes.empty())
    return 0;
  unsigned lead = at(0);
  if (lead < 0x80)
    return 1;
  if (lead < 0xc2 || lead > 0xf4)
    return 0;
  // Overlong forms, surrogates and what lies beyond U+10FFFF show in the second
  // byte.
  unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (at(1) < low || at(1) > high)
    return 0;
  std::size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  for (std::size_t index = 2; index < length; ++index)
    if ((at(index) & 0xc0) != 0x80)
      return 0;
  return length;
}

} // namespace hooktidy

#endif // HOOKTIDY_SUPPORT_UTF8_H

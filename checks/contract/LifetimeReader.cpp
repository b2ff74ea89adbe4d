//===- LifetimeReader.cpp - what a framework lends, from JSON -------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/LifetimeReader.h"
#include "contract/NameSuggestion.h"
#include "contract/PatternReader.h"
#include "contract/RuleReader.h"

#include <algorithm>

namespace hooktidy {
namespace {

Lifetime readLifetime(const ContractText &text, const JsonNode &node,
                      const Contract &contract, const std::string &what) {
  ContractObject object(text, node, "a lifetime in " + what,
                        {"name", "types", "given_by", "until", "handle", "instead"});
  Lifetime lifetime;
  lifetime.name = text.string(object.require("name", "\"session\""),
                              "'name' of a lifetime in " + what);
  std::string ofLifetime = " of lifetime " + inQuotes(lifetime.name);
  lifetime.types = readNamePatterns(text, object.require("types", "[\"**::Session\"]"),
                                    "'types'" + ofLifetime);
  if (const JsonNode *givenBy = object.find("given_by"))
    lifetime.givenBy = readCallPatterns(text, *givenBy, "'given_by'" + ofLifetime);
  const JsonNode &until = object.require("until", "[\"destroy\"]");
  lifetime.until = readPhaseNames(text, until, "'until'" + ofLifetime, contract,
                                  /*withFrame=*/true, /*mayBeEmpty=*/false);
  auto construct =
      std::find(lifetime.until.begin(), lifetime.until.end(), Lifecycle::Construct);
  if (construct != lifetime.until.end())
    text.fail(until.elements[construct - lifetime.until.begin()].offset,
              "'construct' has no meaning in 'until'" + ofLifetime +
                  ": nothing was lent before it; remove it");
  if (const JsonNode *handle = object.find("handle"))
    lifetime.isHandle = text.boolean(*handle, "'handle'" + ofLifetime);
  if (const JsonNode *instead = object.find("instead"))
    lifetime.instead = text.string(*instead, "'instead'" + ofLifetime);
  return lifetime;
}

} // namespace

std::vector<Lifetime> readLifetimes(const ContractText &text, const JsonNode &node,
                                    const Contract &contract, const std::string &what) {
  std::vector<Lifetime> lifetimes;
  for (const JsonNode &element : text.array(node, what)) {
    Lifetime lifetime = readLifetime(text, element, contract, what);
    for (const Lifetime &other : lifetimes)
      if (other.name == lifetime.name)
        text.fail(element.offset, "lifetime " + inQuotes(lifetime.name) +
                                      " is listed twice in " + what +
                                      "; remove one of the two");
    lifetimes.push_back(std::move(lifetime));
  }
  return lifetimes;
}

} // namespace hooktidy

# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the classes of a C++ source, well enough to name them in generated code.

Known holes: classes made by macros, and those in functions or in other classes, are
not found; names of bases are as they are spelt.
"""

import re
from dataclasses import dataclass, field

NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<d>[^(\s]*)\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'", re.DOTALL)
CLASS = re.compile(r"\b(?:class|struct)\s+(?:\[\[[^\]]*\]\]\s*)?(?P<name>\w+)\s*(?:final\s*)?"
                   r"(?::(?!:)(?P<bases>[^;{}]*))?$")
NAMESPACE = re.compile(r"\b(?:inline\s+)?namespace\s*(?P<name>[\w:]*)\s*$")


@dataclass
class ScannedClass:
    """A class at namespace scope."""
    name: str           # qualified, without unnamed namespaces
    namespaces: list    # enclosing ones, outermost first; unnamed: ""
    is_template: bool
    bases: list = field(default_factory=list)
    begin: int = 0      # offsets of the body, without the braces
    end: int = 0


def blank_noise(text):
    """The text with comments and literals replaced by spaces; offsets stay."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())
    text = NOISE.sub(blank, text)
    return re.sub(r"^[ \t]*#.*$", blank, text, flags=re.MULTILINE)


def split_bases(text):
    """Names of the bases in a base clause, without template arguments."""
    text = re.sub(r"\b(public|private|protected|virtual)\b", "", text or "")
    while True:
        shorter = re.sub(r"<[^<>]*>", "", text)
        if shorter == text:
            break
        text = shorter
    return [name.strip() for name in text.split(",") if name.strip()]


def scan_classes(source):
    """All classes at namespace scope, in their order."""
    text = blank_noise(source)
    found = []
    scopes = []         # (kind, name or class) for each open brace
    head = 0            # where the current declaration began
    for match in re.finditer(r"[{};]", text):
        token, at = match.group(), match.start()
        if token == "{":
            scopes.append(open_scope(text[head:at], scopes, at))
        elif token == "}" and scopes:
            kind, entity = scopes.pop()
            if kind == "class":
                entity.end = at
                found.append(entity)
        head = at + 1
    return sorted(found, key=lambda entity: entity.begin)


def open_scope(declaration, scopes, at):
    """What the brace at `at` opens, given the text in front of it."""
    namespace = NAMESPACE.search(declaration)
    at_namespace_scope = all(kind == "namespace" for kind, _ in scopes)
    if namespace and at_namespace_scope:
        return "namespace", namespace["name"]
    entity = CLASS.search(declaration.strip())
    if not entity or not at_namespace_scope:
        return "other", None
    namespaces = [name for _, name in scopes]
    name = "::".join([name for name in namespaces if name] + [entity["name"]])
    return "class", ScannedClass(name, namespaces, bool(re.search(r"\btemplate\s*<", declaration)),
                                 split_bases(entity["bases"]), at + 1)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hostile.py FOLDER: writes sources that are hard on a parser or an analysis."""

import os
import sys


def hook(body, before="", name="Hostile"):
    return """#include "framework.h"
%s
class %s : public framework::SessionRunHook {
public:
  explicit %s(framework::Graph &graph) : graph(graph) {}
  void after_create_session(framework::Session &, framework::Coordinator &) override {
%s
  }
private:
  framework::Graph &graph;
  bool flags[100] = {};
  int count = 0;
};
""" % (before, name, name, body)


SOURCES = {
    "long.cpp": hook("\n".join("    if (flags[%d]) count += %d;" % (i % 100, i)
                               for i in range(10000)) + "\n    graph.add_operation(\"late\");"),
    "recursive.cpp": hook("    down(graph, 5);", """
inline void up(framework::Graph &graph, int depth);
inline void down(framework::Graph &graph, int depth) {
  if (depth > 0)
    up(graph, depth - 1);
  graph.add_operation("late");
}
inline void up(framework::Graph &graph, int depth) { down(graph, depth + 1); }
"""),
    "crtp.cpp": """#include "framework.h"
template <typename Derived> class Mixin : public framework::SessionRunHook {
  void after_create_session(framework::Session &, framework::Coordinator &) override {
    static_cast<Derived *>(this)->change();
  }
};
class Final : public Mixin<Final> {
public:
  explicit Final(framework::Graph &graph) : graph(graph) {}
  void change() { graph.add_operation("late"); }
private:
  framework::Graph &graph;
};
""",
    "nested.cpp": "int x = " + "(" * 5000 + "1" + ")" * 5000 + ";\n",
    "endless.cpp": "template <int N> struct S { S<N + 1> s; };\nS<0> s;\n",
    "deep.cpp": "int f(int a) { return " + " + ".join(["a"] * 30000) + "; }\n",
    # Constant expressions that take the parser a minute or so.
    "slow.cpp": """
constexpr int work(int n) { return n < 2 ? n : work(n - 1) + work(n - 2); }
template <int C, int N> struct Run { static constexpr int value = work(24) + Run<C, N - 1>::value; };
template <int C> struct Run<C, 0> { static constexpr int value = C; };
int x[] = {%s};
""" % ", ".join("Run<%d, 500>::value" % i for i in range(50)),
    # Some hundred megabytes of syntax tree.
    "large.cpp": """
template <int A, int B> struct Node { int value[3]; Node<A, B - 1> next; int f() { return next.f() + B; } };
template <int A> struct Node<A, 0> { int f() { return A; } };
template <int A> struct Row { int f() { return Node<A, 700>().f() + Row<A - 1>().f(); } };
template <> struct Row<0> { int f() { return 0; } };
int f() { return Row<60>().f(); }
""",
}

for name, text in SOURCES.items():
    with open(os.path.join(sys.argv[1], name), "w", encoding="ascii") as file:
        file.write(text)

//===- graph-mutation-in-constructor.cpp - adds before there is a session -===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/session_run_hook.h"

namespace oracle_case {

using namespace hooktidy::runtime;

namespace bad {

class InTheBody : public SessionRunHook {
public:
  InTheBody() { one_ = Graph::current().add_constant("one", 1); }

private:
  Tensor one_;
};

class InAnInitializer : public SessionRunHook {
private:
  Tensor one_ = Graph::current().add_constant("one", 1);
};

class Maker {
public:
  explicit Maker(Graph &graph) : made_(graph.add_variable("made", 0)) {}

private:
  Tensor made_;
};

class InAMember : public SessionRunHook {
public:
  InAMember() : maker_(Graph::current()) {}

private:
  Maker maker_;
};

} // namespace bad

namespace good {

class InBegin : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (graph_ != &graph)
      one_ = graph.add_constant("one", 1);
    graph_ = &graph;
  }

private:
  const Graph *graph_ = nullptr;
  Tensor one_;
};

class Looks : public SessionRunHook {
public:
  Looks() : is_final_(Graph::current().finalized()) {}

private:
  bool is_final_;
};

} // namespace good

} // namespace oracle_case

#ifndef BUILDER_H
#define BUILDER_H

#include "runtime_hook/graph/graph.h"

using hooktidy::runtime::Graph;

/// Adds what is pending when it is flushed or destroyed.
class Builder {
public:
  explicit Builder(Graph &graph);
  ~Builder();
  void flush();
  void note(int value);

private:
  Graph &graph_;
  int pending_ = 0;
};

/// Never adds anything.
class Counter {
public:
  explicit Counter(const Graph &graph);
  ~Counter();
  void flush();

private:
  const Graph &graph_;
  std::size_t size_;
};

#endif // BUILDER_H

#ifndef HELPER_H
#define HELPER_H

#include "runtime_hook/graph/graph.h"

using hooktidy::runtime::Graph;
using hooktidy::runtime::Tensor;

/// Adds a constant.
Tensor make_rate(Graph &graph);
/// Calls make_rate if wanted.
void prepare(Graph &graph, bool make);
/// Only looks.
std::size_t count(const Graph &graph);
/// Only counts the calls.
void note(Graph &graph);
/// Adds as long as the graph is open.
void ensure(Graph &graph);

#endif // HELPER_H

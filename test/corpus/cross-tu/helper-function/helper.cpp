#include "helper.h"

namespace {

int notes = 0;

/// The same name as in hook.cpp, another function.
void local_step(Graph &graph) { (void)graph; }

} // namespace

Tensor make_rate(Graph &graph) { return graph.add_constant("rate", 0.1f); }

void prepare(Graph &graph, bool make) {
  local_step(graph);
  if (make)
    make_rate(graph);
}

std::size_t count(const Graph &graph) { return graph.num_operations(); }

void note(Graph &) { ++notes; }

void ensure(Graph &graph) {
  if (!graph.finalized())
    make_rate(graph);
}

// What every hook of the corpus needs.
#ifndef KEEPS_GRAPH_H
#define KEEPS_GRAPH_H

#include "runtime_hook/session/coordinator.h"
#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

/// Keeps the graph of begin, so that later callbacks can reach it.
class KeepsGraph : public SessionRunHook {
public:
  void begin(Graph &graph) override { graph_ = &graph; }

protected:
  Graph *graph_ = nullptr;
};

#endif // KEEPS_GRAPH_H

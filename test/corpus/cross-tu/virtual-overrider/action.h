#ifndef ACTION_H
#define ACTION_H

#include "runtime_hook/graph/graph.h"

#include <memory>

using hooktidy::runtime::Graph;

class Action {
public:
  virtual ~Action() = default;
  virtual void act(Graph &graph) = 0;
};

class Probe {
public:
  virtual ~Probe() = default;
  virtual void probe(Graph &graph) = 0;
};

/// What other.cpp defines: an action that adds, a probe that does not.
std::unique_ptr<Action> make_action();
std::unique_ptr<Probe> make_probe();

#endif // ACTION_H

#include "framework.h"

class Late : public framework::SessionRunHook {
public:
  explicit Late(framework::Graph &graph) : graph(graph) {}
  void after_create_session(framework::Session &, framework::Coordinator &) override {
    graph.add_operation("late");
  }

private:
  framework::Graph &graph;
};

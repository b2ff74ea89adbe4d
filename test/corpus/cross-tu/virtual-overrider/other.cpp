#include "action.h"

namespace {

class AddAction : public Action {
public:
  void act(Graph &graph) override { graph.add_no_op("acted"); }
};

class SizeProbe : public Probe {
public:
  void probe(Graph &graph) override { size_ = graph.num_operations(); }

private:
  std::size_t size_ = 0;
};

} // namespace

std::unique_ptr<Action> make_action() { return std::make_unique<AddAction>(); }
std::unique_ptr<Probe> make_probe() { return std::make_unique<SizeProbe>(); }

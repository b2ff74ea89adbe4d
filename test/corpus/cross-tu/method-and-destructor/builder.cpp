#include "builder.h"

Builder::Builder(Graph &graph) : graph_(graph) {}
Builder::~Builder() { flush(); }
void Builder::flush() { graph_.add_constant("pending", pending_); }
void Builder::note(int value) { pending_ += value; }

Counter::Counter(const Graph &graph) : graph_(graph), size_(graph.num_operations()) {}
Counter::~Counter() { flush(); }
void Counter::flush() { size_ = graph_.num_operations(); }

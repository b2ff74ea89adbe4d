// A destructor by delete.
#include "Inputs/keeps_graph.h"

namespace {

class Writer {
public:
  explicit Writer(Graph &graph) : graph_(graph) {}
  virtual ~Writer() = default;

protected:
  Graph &graph_;
};

class FlushingWriter : public Writer {
public:
  using Writer::Writer;
  ~FlushingWriter() override { graph_.add_no_op("flushed"); }
};

struct Plain {
  ~Plain() { last = 0; }
  int last = 1;
};

struct Owner {
  explicit Owner(Graph &graph) : writer(new FlushingWriter(graph)) {}
  ~Owner() { delete writer; }
  FlushingWriter *writer;
};

} // namespace

class BadDeletes : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    writer_ = new FlushingWriter(graph);
    base_ = new FlushingWriter(graph);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    Owner *owner = new Owner(const_cast<Graph &>(context.session().graph()));
    delete owner; // expect: hook-graph-mutation-after-begin
    return {};
  }
  void after_run(SessionRunContext &context, const SessionRunValues &) override {
    FlushingWriter *many[2] = {nullptr, nullptr};
    many[0] = new FlushingWriter(const_cast<Graph &>(context.session().graph()));
    delete many[0]; // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    delete writer_; // expect: hook-graph-mutation-after-begin
    drop(); // expect: hook-graph-mutation-after-begin
    delete base_; // expect: hook-graph-mutation-after-begin
    writer_ = nullptr;
    base_ = nullptr;
  }

private:
  void drop() {
    FlushingWriter *other = new FlushingWriter(Graph::current());
    delete other;
  }

  FlushingWriter *writer_ = nullptr;
  Writer *base_ = nullptr;
};

class GoodDeletes : public KeepsGraph {
public:
  ~GoodDeletes() override { delete writer_; }
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    delete writer_;
    writer_ = new FlushingWriter(graph);
    FlushingWriter *other = new FlushingWriter(graph);
    delete other;
  }
  void end(Session &) override {
    delete plain_;
    plain_ = nullptr;
    delete none_;
  }

private:
  FlushingWriter *writer_ = nullptr;
  Plain *plain_ = new Plain;
  /// Never set.
  FlushingWriter *none_ = nullptr;
};

// A framework with the documented lifecycle, as small as it can be: these tests
// are about the tool, and run once for each of its options.
#ifndef FRAMEWORK_H
#define FRAMEWORK_H

namespace framework {

class Graph {
public:
  int add_operation(const char *name);
};

class Session {};
class Coordinator {};

class SessionRunHook {
public:
  virtual ~SessionRunHook() = default;
  virtual void begin(Graph &graph);
  virtual void after_create_session(Session &session, Coordinator &coordinator);
  virtual void end(Session &session);
};

} // namespace framework

#endif // FRAMEWORK_H

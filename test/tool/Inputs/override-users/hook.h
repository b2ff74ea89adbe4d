#pragma once
struct Graph {};
class SessionRunHook {
public:
  virtual ~SessionRunHook() = default;
  virtual void begin(Graph &) {}
};
class Hook : public SessionRunHook {
public:
  void Begin(Graph &) {}
};

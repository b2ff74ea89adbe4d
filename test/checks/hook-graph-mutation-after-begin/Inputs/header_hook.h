#ifndef HEADER_HOOK_H
#define HEADER_HOOK_H

#include "runtime_hook/session/session_run_hook.h"

class HeaderHook : public hooktidy::runtime::SessionRunHook {
public:
  explicit HeaderHook(hooktidy::runtime::Graph &graph) : graph_(graph) {}
  void end(hooktidy::runtime::Session &) override {
    graph_.add_no_op("in a header");
  }
  void after_run(hooktidy::runtime::SessionRunContext &,
                 const hooktidy::runtime::SessionRunValues &) override;

protected:
  hooktidy::runtime::Graph &graph_;
};

#endif // HEADER_HOOK_H

// Does not compile: nothing can be said about code that was not understood,
// not even about the part that would be a breach.
#include "framework.h"

class Broken : public framework::SessionRunHook {
  Missing member;
  void after_create_session(framework::Session &, framework::Coordinator &) override {
    framework::Graph().add_operation("late");
  }
};

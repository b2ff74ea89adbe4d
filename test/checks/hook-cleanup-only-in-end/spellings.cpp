// RUN: %check_hook %s hook-cleanup-only-in-end --off

// Other frameworks of this shape.
#include <cstdio>
#include <thread>
#include <utility>

namespace my {

class Graph {};
class Session {};
class Coordinator {
public:
  void RegisterThread(std::thread thread);
  void registerThread(std::thread &thread);
};
class SessionRunHook {
public:
  virtual ~SessionRunHook() = default;
  virtual void Begin(Graph &) {}
  virtual void AfterCreateSession(Session &, Coordinator &) {}
  virtual void BeforeRun() {}
  virtual void AfterRun() {}
  virtual void End(Session &) {}
};

class Takes : public SessionRunHook {
public:
  void Begin(Graph &) override {
    file_ = std::fopen("/tmp/log", "w");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: file 'file_' is taken in 'begin' and given back only in 'end', which an error skips; release it in the destructor too [hook-cleanup-only-in-end]
  }
  void AfterCreateSession(Session &, Coordinator &) override {
    thread_ = std::thread([] {});
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: thread 'thread_' is taken in 'after_create_session' and given back only in 'end', which an error skips; {{.*}} [hook-cleanup-only-in-end]
  }
  void BeforeRun() override {
    buffer_ = new int(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: object 'buffer_' is taken in 'before_run' and given back only in 'after_run', which an error skips; {{.*}} [hook-cleanup-only-in-end]
  }
  void AfterRun() override {
    delete buffer_;
    buffer_ = nullptr;
  }
  void End(Session &) override {
    std::fclose(file_);
    thread_.join();
  }

private:
  std::FILE *file_ = nullptr;
  std::thread thread_;
  int *buffer_ = nullptr;
};

class GivesBack : public SessionRunHook {
public:
  ~GivesBack() override {
    if (file_)
      std::fclose(file_);
  }
  void Begin(Graph &) override { file_ = std::fopen("/tmp/log", "w"); }
  void AfterCreateSession(Session &, Coordinator &coordinator) override {
    thread_ = std::thread([] {});
    coordinator.RegisterThread(std::move(thread_));
    other_ = std::thread([] {});
    coordinator.registerThread(other_);
  }
  void End(Session &) override {
    std::fclose(file_);
    file_ = nullptr;
    if (thread_.joinable())
      thread_.join();
    if (other_.joinable())
      other_.join();
  }

private:
  std::FILE *file_ = nullptr;
  std::thread thread_;
  std::thread other_;
};

} // namespace my

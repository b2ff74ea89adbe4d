// RUN: %check_hook %s hook-cleanup-only-in-end

// What is given back on every way out, and what need not be.
#include "runtime_hook/session/coordinator.h"
#include "runtime_hook/session/session_run_hook.h"

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace hooktidy::runtime;

// The destructor does it too.
class InDestructor : public SessionRunHook {
public:
  ~InDestructor() override {
    if (thread_.joinable())
      thread_.join();
    if (file_)
      std::fclose(file_);
    if (descriptor_ >= 0)
      close(descriptor_);
    delete buffer_;
    std::free(memory_);
  }
  void begin(Graph &) override {
    delete buffer_;
    buffer_ = new int(1);
    memory_ = std::malloc(10);
    descriptor_ = open("/tmp/log", O_RDONLY);
  }
  void after_create_session(Session &, Coordinator &) override {
    if (!thread_.joinable())
      thread_ = std::thread([] {});
    if (!file_)
      file_ = std::fopen("/tmp/log", "w");
  }
  void end(Session &) override {
    thread_.join();
    std::fclose(file_);
    file_ = nullptr;
    close(descriptor_);
    descriptor_ = -1;
    delete buffer_;
    buffer_ = nullptr;
    std::free(memory_);
    memory_ = nullptr;
  }

private:
  std::thread thread_;
  std::FILE *file_ = nullptr;
  int descriptor_ = -1;
  int *buffer_ = nullptr;
  void *memory_ = nullptr;
};

// Through a helper that end and the destructor share.
class SharedHelper : public SessionRunHook {
public:
  ~SharedHelper() override { stop(); }
  void after_create_session(Session &, Coordinator &) override {
    stop();
    thread_ = std::thread([this] { work(); });
  }
  void end(Session &) override { stop(); }

private:
  void work() {}
  void stop() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable())
      thread_.join();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
  std::thread thread_;
};

// By the destructor of a member or of a base.
class File {
public:
  ~File() { close(); }
  void open(const std::string &path) {
    close();
    file_ = std::fopen(path.c_str(), "w");
  }
  void close() {
    if (file_)
      std::fclose(file_);
    file_ = nullptr;
  }

private:
  std::FILE *file_ = nullptr;
};
class Joins {
public:
  ~Joins() {
    for (std::thread &thread : threads_)
      if (thread.joinable())
        thread.join();
  }

protected:
  std::vector<std::thread> threads_;
};
class ByMember : public SessionRunHook {
public:
  void begin(Graph &) override {
    file_.open("/tmp/log");
    owned_ = std::make_unique<File>();
    owned_->open("/tmp/other");
  }
  void end(Session &) override {
    file_.close();
    owned_->close();
  }

private:
  File file_;
  std::unique_ptr<File> owned_;
};
class ByBase : private Joins, public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    threads_.emplace_back([] {});
  }
  void end(Session &) override {
    for (std::thread &thread : threads_)
      thread.join();
    threads_.clear();
  }
};

// Types that give back by themselves.
struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
class Owners : public SessionRunHook {
public:
  void begin(Graph &) override {
    buffer_ = std::make_unique<int>(1);
    array_.reset(new float[10]);
    shared_ = std::shared_ptr<int>(new int(1));
    stream_.open("/tmp/log");
    file_.reset(std::fopen("/tmp/log", "w"));
    numbers_.resize(100);
    future_ = std::async([] {});
    raw_ = new int(1);
    owner_.reset(raw_);
    shared_file_ = std::shared_ptr<std::FILE>(std::fopen("/tmp/log", "w"), &std::fclose);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    lock_ = std::unique_lock<std::mutex>(mutex_);
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override { lock_.unlock(); }
  void end(Session &) override {
    buffer_.reset();
    array_.reset();
    shared_.reset();
    stream_.close();
    file_.reset();
    future_.wait();
    shared_file_.reset();
    owner_.reset();
    raw_ = nullptr;
  }

private:
  std::unique_ptr<int> buffer_;
  std::unique_ptr<float[]> array_;
  std::shared_ptr<int> shared_;
  std::ofstream stream_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::shared_ptr<std::FILE> shared_file_;
  int *raw_ = nullptr;
  std::unique_ptr<int> owner_;
  std::vector<int> numbers_;
  std::future<void> future_;
  std::mutex mutex_;
  std::unique_lock<std::mutex> lock_;
};

// Given to somebody else: the coordinator, another object, a detached life.
void adopt(std::FILE *file);
class GivesAway : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &coordinator) override {
    std::thread worker([] {});
    coordinator.register_thread(std::move(worker));
    member_ = std::thread([] {});
    coordinator.register_thread(std::move(member_));
    coordinator.start_thread([] {});
    detached_ = std::thread([] {});
    detached_.detach();
    adopted_ = std::fopen("/tmp/log", "w");
    adopt(adopted_);
  }
  void end(Session &) override {
    if (member_.joinable())
      member_.join();
    if (detached_.joinable())
      detached_.join();
  }

private:
  std::thread member_;
  std::thread detached_;
  std::FILE *adopted_ = nullptr;
};

// Taken and given back in the same callback.
class Scoped : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    std::lock_guard<std::mutex> guard(mutex_);
    other_.lock();
    count_ += context.original_args().fetches.size();
    other_.unlock();
    std::thread helper([] {});
    helper.join();
    std::FILE *file = std::fopen("/tmp/log", "a");
    if (!file)
      return {};
    std::fclose(file);
    return {};
  }
  void end(Session &) override {
    int *buffer = new int(1);
    delete buffer;
    worker_ = std::thread([] {});
    worker_.join();
  }

private:
  std::mutex mutex_;
  std::mutex other_;
  std::thread worker_;
  std::size_t count_ = 0;
};

// Split over two callbacks on purpose: the second one is not skipped by a run that fails.
class Split : public SessionRunHook {
public:
  void begin(Graph &) override { descriptor_ = open("/tmp/checkpoint", O_RDONLY); }
  void after_create_session(Session &, Coordinator &) override {
    close(descriptor_);
    descriptor_ = -1;
  }

private:
  int descriptor_ = -1;
};

// Left over from a failed run, and given back before the next one and at last.
class ResetsBeforeRun : public SessionRunHook {
public:
  ~ResetsBeforeRun() override { drop(); }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    drop();
    buffer_ = new int(1);
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override { drop(); }

private:
  void drop() {
    delete buffer_;
    buffer_ = nullptr;
  }

  int *buffer_ = nullptr;
};

// The destructor is declared here and defined elsewhere: nothing is known of it.
class DefinedElsewhere : public SessionRunHook {
public:
  ~DefinedElsewhere() override;
  void begin(Graph &) override { file_ = std::fopen("/tmp/log", "w"); }
  void end(Session &) override { std::fclose(file_); }

private:
  std::FILE *file_ = nullptr;
};
class OtherFile {
public:
  ~OtherFile();
  std::FILE *file = nullptr;
};
class MemberElsewhere : public SessionRunHook {
public:
  void begin(Graph &) override { file_.file = std::fopen("/tmp/log", "w"); }
  void end(Session &) override {
    std::fclose(file_.file);
    file_.file = nullptr;
  }

private:
  OtherFile file_;
};

// Never given back at all, or not owned: not the question here.
class Keeps : public SessionRunHook {
public:
  explicit Keeps(std::FILE *log) : log_(log) {}
  void begin(Graph &) override {
    if (!cache_)
      cache_ = new std::map<int, int>;
    current_ = &numbers_;
  }
  void end(Session &) override {
    std::fflush(log_);
    current_ = nullptr;
  }

private:
  std::FILE *log_;
  std::map<int, int> *cache_ = nullptr;
  std::vector<int> *current_ = nullptr;
  std::vector<int> numbers_;
};

// Nothing was taken.
class TakesNothing : public SessionRunHook {
public:
  void begin(Graph &) override {
    thread_ = std::thread();
    file_ = nullptr;
    buffer_ = nullptr;
  }
  void end(Session &) override {
    if (thread_.joinable())
      thread_.join();
    if (file_)
      std::fclose(file_);
    delete buffer_;
  }

private:
  std::thread thread_;
  std::FILE *file_ = nullptr;
  int *buffer_ = nullptr;
};

// Look-alikes.
class Turnstile {
public:
  void lock() { ++held_; }
  void unlock() { --held_; }
  void open(const char *) {}
  void close() {}

private:
  int held_ = 0;
};
class LookAlikes : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    turnstile_.lock();
    turnstile_.open("x");
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    turnstile_.unlock();
    turnstile_.close();
  }

private:
  Turnstile turnstile_;
};

// Listeners that the destructor removes as well.
class Registry {
public:
  void add_listener(SessionRunHook *hook);
  void remove_listener(SessionRunHook *hook);
};
class Listens : public SessionRunHook {
public:
  explicit Listens(Registry &registry) : registry_(registry) {}
  ~Listens() override { registry_.remove_listener(this); }
  void begin(Graph &) override { registry_.add_listener(this); }
  void end(Session &) override { registry_.remove_listener(this); }

private:
  Registry &registry_;
};

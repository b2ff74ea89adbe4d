// RUN: %check_hook %s hook-run-dependent-after-create-session --off

// Other frameworks of this shape: camel case, capitals, and values of their own.

struct Values {
  float loss;
};

namespace camel {
class SessionRunHook {
public:
  virtual ~SessionRunHook() = default;
  virtual void afterCreateSession() {}
  virtual void beforeRun() {}
  virtual void afterRun(const Values &) {}
};
class Reads : public SessionRunHook {
public:
  void afterCreateSession() override {
    rate_ = loss_ / 2;
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'loss_' is read in 'after_create_session' but only 'after_run' sets it, and a new session has not run yet; set it in 'begin' or read it after a run [hook-run-dependent-after-create-session]
  }
  void afterRun(const Values &values) override { loss_ = values.loss; }

private:
  float loss_ = 0;
  float rate_ = 0;
};
} // namespace camel

namespace capitals {
class SessionRunHook {
public:
  virtual ~SessionRunHook() = default;
  virtual void Begin() {}
  virtual void AfterCreateSession() {}
  virtual void BeforeRun() {}
  virtual void AfterRun(const Values *) {}
};
class Reads : public SessionRunHook {
public:
  void AfterCreateSession() override {
    rate_ = last_->loss;
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'last_' is read in 'after_create_session' but only 'after_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
  }
  void AfterRun(const Values *values) override { last_ = values; }

private:
  const Values *last_ = nullptr;
  float rate_ = 0;
};
class Resets : public SessionRunHook {
public:
  void Begin() override { rate_ = 1; }
  void AfterCreateSession() override {
    last_ = nullptr;
    rate_ *= 2;
  }
  void AfterRun(const Values *values) override { last_ = values; }

private:
  const Values *last_ = nullptr;
  float rate_ = 0;
};
} // namespace capitals

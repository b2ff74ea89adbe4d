namespace widgets {
class Canvas {
public:
  void line(int x, int y);
};
class Widget {
public:
  virtual ~Widget();
  virtual void onResize(int width);
  virtual void onPaint(Canvas &canvas);
};
} // namespace widgets

class Plot : public widgets::Widget {
  void onResize(int width) override {
    canvas->line(width, 0);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: '{{.*}}line' paints in 'resize', where there is no canvas; paint in 'onPaint' [hook-no-paint-in-resize]
  }
  void onPaint(widgets::Canvas &given) override {
    canvas = &given;
    canvas->line(0, 0);
  }
  widgets::Canvas *canvas = nullptr;
};

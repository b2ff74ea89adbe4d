#include "hook.h"
int main() {
  Graph graph;
  Hook hook;
  hook.Begin(graph);
}

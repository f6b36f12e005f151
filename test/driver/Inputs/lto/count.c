// Of memory that no other process can reach, as only the program's other file says.
__attribute__((noinline)) void count(long *counts, const int *places, int n) {
  for (int i = 0; i < n; i++)
    ++counts[places[i]];
}

// Of a window, as only the program's other file says.
__attribute__((noinline)) double sumLeft(const double *values, int n) {
  double result = 0;
  for (int i = 0; i < n; i++)
    result += values[i] * values[i];
  return result;
}

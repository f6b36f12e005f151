// A file of the same name, with other accesses at the same places.
__attribute__((noinline)) double sumRight(const double *others, int n) {
  double result = 0;
  for (int i = 0; i < n; i++)
    result += others[i] / 2;
  return result;
}

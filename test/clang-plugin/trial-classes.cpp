// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DWRONG %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %s
// right-no-diagnostics
//
// Virtual calls come to the method of the class that the object was made of, by make_unique here,
// and an object that nobody names ends at once.

#include <memory>
#include <mpi.h>

class Store {
public:
  virtual ~Store() = default;
  virtual void add(int key, double delta) = 0;
  virtual bool isRemote() const { return false; }
};

class Lock {
public:
  Lock(int type, int target, MPI_Win win) : target(target), win(win) { MPI_Win_lock(type, target, 0, win); }
  ~Lock() { MPI_Win_unlock(target, win); }
  Lock(const Lock &) = delete;

private:
  int target;
  MPI_Win win;
};

class RmaStore : public Store {
public:
  RmaStore(MPI_Comm comm, int each, int unit = sizeof(double)) : each(each) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Win_allocate(MPI_Aint(sizeof(double)) * each, unit, MPI_INFO_NULL, comm, &values, &win);
    {
      Lock own(MPI_LOCK_EXCLUSIVE, rank, win);
      for (int i = 0; i < each; ++i)
        values[i] = 0;
    }
    MPI_Barrier(comm);
  }
  ~RmaStore() override { MPI_Win_free(&win); }
  void add(int key, double delta) override {
#ifdef WRONG
    constexpr int kind = MPI_LOCK_SHARED;
#else
    constexpr int kind = MPI_LOCK_EXCLUSIVE;
#endif
    const int owner = key % size;
    double value;
    Lock held(kind, owner, win);
    MPI_Get(&value, 1, MPI_DOUBLE, owner, key / size % each, 1, MPI_DOUBLE, win); // wrong-note {{complete at its target with MPI_Win_flush}}
    MPI_Win_flush(owner, win);
    value += delta;
    MPI_Put(&value, 1, MPI_DOUBLE, owner, key / size % each, 1, MPI_DOUBLE, win); // wrong-warning {{MPI_Put accesses at target 'owner' what another process's MPI_Get}}
  }
  bool isRemote() const override { return true; }

private:
  int each, rank = 0, size = 1;
  double *values = nullptr;
  MPI_Win win = MPI_WIN_NULL;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  {
    std::unique_ptr<Store> store = std::make_unique<RmaStore>(MPI_COMM_WORLD, 64);
    if (store->isRemote())
      for (int key = 0; key < 30; ++key)
        store->add(key * 7, 1.0);
  }
  MPI_Finalize();
}

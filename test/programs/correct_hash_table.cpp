// ranks: 3
// flags: -O2 -std=c++20
// A distributed hash table with open addressing: a slot is claimed by compare_and_swap, its value written by who
// claimed it and published by an atomic flag behind it. Look-ups run beside insertions.
#include <mpi.h>

#include <cstdint>
#include <cstdlib>
#include <optional>

class Table {
public:
  Table(MPI_Comm comm, int slots) : slots(slots) {
    MPI_Comm_size(comm, &size);
    MPI_Win_allocate(slots * kWords * sizeof(std::int64_t), sizeof(std::int64_t), MPI_INFO_NULL, comm, &base, &win);
    for (int i = 0; i < slots * kWords; ++i)
      base[i] = 0;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(comm);
  }
  ~Table() {
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
  }

  void insert(std::int64_t key, std::int64_t value) {
    for (auto [owner, slot] = place(key);; slot = (slot + 1) % slots) {
      const std::int64_t empty = 0;
      std::int64_t found;
      MPI_Compare_and_swap(&key, &empty, &found, MPI_INT64_T, owner, slot * kWords, win);
      MPI_Win_flush(owner, win);
      if (found != empty)
        continue;
      MPI_Put(&value, 1, MPI_INT64_T, owner, slot * kWords + 1, 1, MPI_INT64_T, win);
      MPI_Win_flush(owner, win);
      const std::int64_t ready = 1;
      MPI_Accumulate(&ready, 1, MPI_INT64_T, owner, slot * kWords + 2, 1, MPI_INT64_T, MPI_REPLACE, win);
      MPI_Win_flush(owner, win);
      return;
    }
  }

  std::optional<std::int64_t> find(std::int64_t key) {
    auto [owner, slot] = place(key);
    for (int probe = 0; probe < slots; ++probe, slot = (slot + 1) % slots) {
      std::int64_t found = read(owner, slot * kWords);
      if (found == 0)
        break;
      if (found != key)
        continue;
      if (read(owner, slot * kWords + 2) == 0)
        break; // being written
      std::int64_t value;
      MPI_Get(&value, 1, MPI_INT64_T, owner, slot * kWords + 1, 1, MPI_INT64_T, win);
      MPI_Win_flush(owner, win);
      return value;
    }
    return std::nullopt;
  }

private:
  static constexpr int kWords = 3; // key, value, ready
  struct Place {
    int owner, slot;
  };
  Place place(std::int64_t key) const {
    auto hash = static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15u;
    return {static_cast<int>((hash >> 33) % size), static_cast<int>((hash >> 11) % slots)};
  }
  std::int64_t read(int owner, MPI_Aint at) {
    std::int64_t unused = 0, value;
    MPI_Fetch_and_op(&unused, &value, MPI_INT64_T, owner, at, MPI_NO_OP, win);
    MPI_Win_flush(owner, win);
    return value;
  }

  int size = 0, slots;
  std::int64_t *base = nullptr;
  MPI_Win win = MPI_WIN_NULL;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  {
    Table table(MPI_COMM_WORLD, 32);
    for (int i = 0; i < 8; ++i) {
      table.insert(1 + rank + size * i, 100 + rank + size * i);
      if (auto other = table.find(1 + (rank + 1) % size + size * i); other && *other < 100)
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int key = 1; key <= 8 * size; ++key)
      if (table.find(key) != 99 + key)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}

# The records of a small object file, as the pass writes them (model/Site.h).
  .section fencepost_sites,"aR",@progbits
  .asciz "fp1\tC\tMPI_Put\thalo.c\t/src\t8\t5\texchange\twin\tedge\t"
  .asciz "fp1\tC\tMPI_Win_allocate\thalo.c\t/src\t3\t3\tsetup\twin\tmem\t"
  .p2align 4
  .asciz "fp1\tC\tMPI_Win_fence\thalo.c\t/src\t9\t5\texchange\twin\t\t"
  .asciz "fp1\tC\tMPI_Win_fence\thalo.c\t/src\t7\t5\texchange\twin\t\t"
  .asciz "fp1\tC\tMPI_Barrier\thalo.c\t/src\t10\t0\texchange\t\t\t"
  .asciz "fp1\tL\t\thalo.c\t/src\t12\t9\tmain\t\tmem[i]\tmain:12"

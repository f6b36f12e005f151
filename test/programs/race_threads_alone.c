// ranks: 2
// features: openmp
// flags: -O2 -fopenmp; -O0 -fopenmp
// What one thread does or learns, another one does not know.
#include <mpi.h>
#include <omp.h>
#include <unistd.h>
int main(int c,char**v){int p,r,n;MPI_Init_thread(&c,&v,MPI_THREAD_MULTIPLE,&p);MPI_Comm_rank(MPI_COMM_WORLD,&r);MPI_Comm_size(MPI_COMM_WORLD,&n);
 int *w; MPI_Win win; MPI_Win_allocate(256*4,4,MPI_INFO_NULL,MPI_COMM_WORLD,&w,&win);
 static int buf[32];
 MPI_Win_lock_all(0,win);
 MPI_Barrier(MPI_COMM_WORLD);

 if(r==0){
 #pragma omp parallel num_threads(2)
 { if(omp_get_thread_num()==0) MPI_Put(buf,4,MPI_INT,1,0,4,MPI_INT,win);   // expect: rma-remote-race #flush
   else { usleep(50000); MPI_Win_flush(1,win); MPI_Send(buf+9,1,MPI_INT,1,0,MPI_COMM_WORLD);} }
 } else { int x; MPI_Recv(&x,1,MPI_INT,0,0,MPI_COMM_WORLD,MPI_STATUS_IGNORE); buf[20]=w[0]; } // expect: rma-remote-race #flush
 MPI_Barrier(MPI_COMM_WORLD);

 if(r==0){ MPI_Put(buf,1,MPI_INT,1,10,1,MPI_INT,win); MPI_Win_flush(1,win); MPI_Send(buf,1,MPI_INT,1,1,MPI_COMM_WORLD); } // expect: rma-remote-race #receive
 else {
 #pragma omp parallel num_threads(2)
  { if(omp_get_thread_num()==0){ int x; MPI_Recv(&x,1,MPI_INT,0,1,MPI_COMM_WORLD,MPI_STATUS_IGNORE);} else { usleep(100000); buf[21]=w[10]; } } // expect: rma-remote-race #receive
 }
 MPI_Barrier(MPI_COMM_WORLD);

 if(r==0){
 #pragma omp parallel num_threads(2)
 { int t=omp_get_thread_num(); MPI_Put(buf+t,1,MPI_INT,1,20,1,MPI_INT,win); MPI_Win_flush(1,win); } // expect: rma-remote-race #same
 }
 MPI_Win_unlock_all(win);
 MPI_Win_free(&win);
 MPI_Finalize();}

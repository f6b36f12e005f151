-- Findings of each level, one of them suppressed.
INSERT INTO finding VALUES
  (1, 'rma-unneeded-sync', 'note', 'run', 3, 'this fence synchronizes 4 ranks of which 2 communicate',
   'ranks 2 and 3 take part in the fence and move no data.', 'Use MPI_Win_post and MPI_Win_start.', NULL),
  (2, 'rma-remote-race', 'error', 'run', 12,
   'a put by rank 0 and a load by rank 1 touch bytes 0 to 63 of window halo_win of rank 1',
   'Nothing orders the put before the load: no synchronization on halo_win completes it at rank 1 before the load begins, so that the load reads old values, new values or a mixture.',
   'Call MPI_Win_fence(0, halo_win) after line 5 and before line 12.', NULL),
  (3, 'rma-request-leak', 'error', 'run', 1, 'a request is never completed', 'w', 'a', 'comment halo.c:5'),
  (4, 'rma-weak-completion', 'warning', 'run', 1, 'a flush_local precedes the notification', 'w', 'a', NULL);
INSERT INTO finding_rank VALUES (1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (3, 0), (4, 0), (4, 2);
INSERT INTO place VALUES
  (2, 0, 'access', 'put', 'target', 0, 0, 1, 2, 1, 0, 64, 8, 3),
  (2, 1, 'access', 'load', 'local', 1, 0, 2, 3, NULL, 0, 8, 8, NULL),
  (1, 0, 'synchronization', NULL, NULL, NULL, NULL, 3, 4, NULL, NULL, NULL, NULL, NULL),
  (3, 0, 'operation', 'put', 'origin', 0, 0, 1, 2, NULL, NULL, NULL, NULL, NULL),
  (4, 0, 'completion', NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO note (text) VALUES ('3 calls to MPI_Mrecv were not understood');

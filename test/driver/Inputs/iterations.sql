-- 100 iterations of 8 ranks: in 40 to 49 the last ranks compute and the others wait.
INSERT INTO rank VALUES (4, 'node1', 1, 0.0, 1.25, 1), (5, 'node1', 1, 0.0, 1.25, 1),
  (6, 'node1', 1, 0.0, 1.25, 1), (7, 'node1', 1, 0.0, 1.25, 1);
INSERT INTO loop VALUES ('auto', 'src/halo.c', 4, 'exchange', 'MPI_Win_fence', 'main:11 > exchange:4', 1,
                         100, 0.9, 0.1, 4, 50);
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
INSERT INTO iteration SELECT i, 0.01 * i, CASE WHEN i = 45 THEN 0.1 WHEN i / 10 = 4 THEN 0.05 ELSE 0.01 END,
                             CASE WHEN i / 10 = 4 THEN 1 ELSE 0 END FROM n;
INSERT INTO iteration_metric SELECT iteration, 'time', seconds, seconds, seconds, 8 * seconds, 0 FROM iteration;
INSERT INTO iteration_metric SELECT iteration, 'mpi-time', 0, seconds / 2, seconds, 4 * seconds, 2 FROM iteration
  WHERE cluster = 1;
INSERT INTO iteration_metric SELECT iteration, 'rma-wait-at-fence', 0, seconds / 2, seconds, 3 * seconds, 2
  FROM iteration WHERE cluster = 1;
INSERT INTO metric VALUES ('delay', NULL, 's', 'delays');
INSERT INTO iteration_metric SELECT iteration, 'delay', 0, 0, 3 * seconds, 3 * seconds, 7 FROM iteration
  WHERE cluster = 1;
INSERT INTO iteration_cluster VALUES (0, 90, 0), (1, 10, 40);
INSERT INTO iteration_severity SELECT 0, 'time', rank, 0.01 FROM rank;
INSERT INTO iteration_severity SELECT 1, 'time', rank, 0.055 FROM rank;
INSERT INTO iteration_severity SELECT 1, 'rma-wait-at-fence', rank, 0.03 FROM rank WHERE rank < 4;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49),
     r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 3)
INSERT INTO iteration_heat SELECT 'time', r.i, n.i, CASE WHEN n.i / 5 = 4 THEN 0.05 ELSE 0.01 END FROM n, r;
INSERT INTO iteration_heat SELECT 'mpi-time', row, column, 0.04 - 0.01 * row FROM iteration_heat
  WHERE metric = 'time' AND column / 5 = 4 AND row < 3;
INSERT INTO iteration_heat SELECT 'rma-wait-at-fence', row, column, value FROM iteration_heat WHERE metric = 'mpi-time';

-- A run of four ranks without findings; rank 3 makes the others wait.
INSERT INTO meta VALUES ('tool', '0.1.0'), ('trace', 'heat.trace'), ('program', './heat2d 100 64'),
  ('mpi', 'Open MPI v4.1.4'), ('ranks', '4'), ('threads', '4'), ('seconds', '1.25'),
  ('complete', 'true'), ('access', 'segments'), ('producer', 'fencepost');
INSERT INTO rank VALUES (0, 'node1', 1, 0.0, 1.25, 1), (1, 'node1', 1, 0.01, 1.24, 1),
  (2, 'node1', 1, 0.0, 1.25, 1), (3, 'node1', 1, 0.0, 1.25, 1);
INSERT INTO site VALUES
  (1, 'halo.c', '/nowhere', 5, 3, 'exchange', 'MPI_Put', 'halo_win', 'edge',
      'MPI_Put(edge, n, MPI_DOUBLE, up, 0, n, MPI_DOUBLE, halo_win);'),
  (2, 'halo.c', '/nowhere', 12, 16, 'main', NULL, NULL, 'halo[0]', 'sum += halo[0];'),
  (3, 'halo.c', '/nowhere', 4, 3, 'exchange', 'MPI_Win_fence', 'halo_win', NULL, NULL);
INSERT INTO path VALUES (1, NULL, NULL, 'main:11'), (2, 1, 1, 'exchange:5'),
  (3, NULL, 2, 'main:12'), (4, 1, 3, 'exchange:4');
INSERT INTO metric VALUES ('time', NULL, 's', 'time'), ('mpi-time', 'time', 's', 'in MPI'),
  ('rma-sync-time', 'mpi-time', 's', 'RMA synchronization'),
  ('rma-wait-at-fence', 'rma-sync-time', 's', 'Wait at Fence'),
  ('pairwise-syncs', NULL, 'count', 'pairwise synchronizations'),
  ('unneeded-pairwise-syncs', 'pairwise-syncs', 'count', 'of them unneeded'),
  ('rma-bytes-put', NULL, 'bytes', 'bytes put');
INSERT INTO severity VALUES
  ('time', -1, 0, 1.25), ('time', -1, 1, 1.25), ('time', -1, 2, 1.25), ('time', -1, 3, 1.25),
  ('mpi-time', 4, 0, 0.75), ('mpi-time', 4, 1, 0.5), ('mpi-time', 2, 3, 0.25),
  ('rma-sync-time', 4, 0, 0.625), ('rma-sync-time', 4, 1, 0.5),
  ('rma-wait-at-fence', 4, 0, 0.5), ('rma-wait-at-fence', 4, 1, 0.5), ('rma-wait-at-fence', 4, 2, 0.125),
  ('pairwise-syncs', 4, 0, 300), ('pairwise-syncs', 4, 1, 300),
  ('unneeded-pairwise-syncs', 4, 0, 150), ('unneeded-pairwise-syncs', 4, 1, 50),
  ('rma-bytes-put', 2, 0, 1536), ('rma-bytes-put', 2, 1, 1536);

-- Two of the longest waits end with the same arrival, of rank 3; the other one was given up before.
INSERT INTO wait VALUES
  (1, 'rma-wait-at-fence', 0, 0, 0.25, 0.75, 4, 3, 0, 0.75, 4),
  (2, 'rma-wait-at-fence', 1, 0, 0.5, 0.75, 4, 3, 0, 0.75, 4),
  (3, 'rma-wait-at-fence', 2, 1, 0.875, 1.0, 4, 1, 0, 1.125, NULL);

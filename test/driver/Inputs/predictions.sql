-- What two changes would make of the run, and one that makes it longer.
INSERT INTO prediction VALUES (1, 'scale:halo.c:4=0.5', 300, 1.25, 1.25, 1.0),
  (2, 'no-barrier:halo.c:9', 4, 1.25, 1.25, 1.5);
INSERT INTO assumption VALUES (1, 0, 'one'), (1, 1, 'both'), (2, 0, 'both'), (2, 1, 'two');

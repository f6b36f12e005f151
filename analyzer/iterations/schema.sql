-- What there is of iterations, where they were asked for. docs/results-schema.md explains every table.

CREATE TABLE loop (wanted TEXT NOT NULL, file TEXT, line INTEGER, function TEXT, call TEXT,
                   path TEXT NOT NULL, paths INTEGER NOT NULL, iterations INTEGER NOT NULL,
                   share REAL NOT NULL, alike REAL NOT NULL, rows INTEGER NOT NULL,
                   columns INTEGER NOT NULL);

CREATE TABLE iteration (iteration INTEGER PRIMARY KEY, begin REAL NOT NULL, seconds REAL NOT NULL,
                        cluster INTEGER NOT NULL REFERENCES iteration_cluster);

CREATE TABLE iteration_metric (iteration INTEGER NOT NULL REFERENCES iteration,
                               metric TEXT NOT NULL REFERENCES metric, min REAL NOT NULL,
                               median REAL NOT NULL, max REAL NOT NULL, total REAL NOT NULL,
                               rank INTEGER NOT NULL,
                               PRIMARY KEY (metric, iteration)) WITHOUT ROWID;

CREATE TABLE iteration_cluster (cluster INTEGER PRIMARY KEY, iterations INTEGER NOT NULL,
                                first INTEGER NOT NULL);

CREATE TABLE iteration_severity (cluster INTEGER NOT NULL REFERENCES iteration_cluster,
                                 metric TEXT NOT NULL REFERENCES metric, rank INTEGER NOT NULL,
                                 value REAL NOT NULL,
                                 PRIMARY KEY (cluster, metric, rank)) WITHOUT ROWID;

CREATE TABLE iteration_heat (metric TEXT NOT NULL REFERENCES metric, row INTEGER NOT NULL,
                             column INTEGER NOT NULL, value REAL NOT NULL,
                             PRIMARY KEY (metric, row, column)) WITHOUT ROWID;

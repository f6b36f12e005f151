-- The results of an analysis. docs/results-schema.md explains every table.
PRAGMA user_version = 3;

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE rank (rank INTEGER PRIMARY KEY, host TEXT, threads INTEGER NOT NULL,
                   begin REAL NOT NULL, end REAL NOT NULL, complete INTEGER NOT NULL);

CREATE TABLE site (id INTEGER PRIMARY KEY, file TEXT, directory TEXT, line INTEGER, col INTEGER,
                   function TEXT, call TEXT, window TEXT, expression TEXT, text TEXT);

CREATE TABLE path (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES path, site INTEGER REFERENCES site,
                   frame TEXT NOT NULL);

CREATE TABLE metric (id TEXT PRIMARY KEY, parent TEXT, unit TEXT NOT NULL, title TEXT NOT NULL);

CREATE TABLE severity (metric TEXT NOT NULL REFERENCES metric, path INTEGER REFERENCES path,
                       rank INTEGER NOT NULL, value REAL NOT NULL,
                       PRIMARY KEY (metric, path, rank)) WITHOUT ROWID;

CREATE TABLE finding (id INTEGER PRIMARY KEY, finding TEXT NOT NULL, level TEXT NOT NULL,
                      origin TEXT NOT NULL, instances INTEGER NOT NULL, message TEXT NOT NULL,
                      why TEXT NOT NULL, advice TEXT NOT NULL, suppressed TEXT);

CREATE TABLE finding_rank (finding INTEGER NOT NULL REFERENCES finding, rank INTEGER NOT NULL,
                           PRIMARY KEY (finding, rank)) WITHOUT ROWID;

CREATE TABLE place (finding INTEGER NOT NULL REFERENCES finding, ordinal INTEGER NOT NULL,
                    role TEXT NOT NULL, kind TEXT, side TEXT, rank INTEGER, thread INTEGER,
                    site INTEGER REFERENCES site, path INTEGER REFERENCES path,
                    target INTEGER, range_begin INTEGER, range_end INTEGER,
                    unit INTEGER, epoch INTEGER REFERENCES site,
                    PRIMARY KEY (finding, ordinal)) WITHOUT ROWID;

CREATE TABLE wait (id INTEGER PRIMARY KEY, metric TEXT NOT NULL REFERENCES metric,
                   rank INTEGER NOT NULL, thread INTEGER NOT NULL, begin REAL NOT NULL,
                   end REAL NOT NULL, path INTEGER REFERENCES path, late_rank INTEGER NOT NULL,
                   late_thread INTEGER NOT NULL, arrival REAL NOT NULL,
                   late_path INTEGER REFERENCES path);

CREATE TABLE suppression (id INTEGER PRIMARY KEY, rule TEXT NOT NULL, findings INTEGER NOT NULL);

CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);

CREATE TABLE prediction (id INTEGER PRIMARY KEY, change TEXT NOT NULL, calls INTEGER NOT NULL,
                         recorded REAL NOT NULL, replayed REAL NOT NULL, predicted REAL NOT NULL);

CREATE TABLE assumption (prediction INTEGER NOT NULL REFERENCES prediction, ordinal INTEGER NOT NULL,
                         text TEXT NOT NULL, PRIMARY KEY (prediction, ordinal)) WITHOUT ROWID;

//! The layout of the database, as the list of steps that lead to it.

use rusqlite::{Connection, TransactionBehavior};

use super::{StoreError, library};

/// Marks a database as ours: the letters OTFK.
const APPLICATION: i64 = 0x4f54_464b;

/// Step n leads from layout n to layout n + 1. A step that was ever released is not changed any more.
const STEPS: &[&str] = &[
    "
    CREATE TABLE runs (
        id           TEXT PRIMARY KEY,
        system       TEXT NOT NULL,
        recipe       TEXT NOT NULL,     -- TOML, with all defaults
        seed         TEXT NOT NULL,     -- 64 bits without a sign, which an INTEGER does not hold
        program      TEXT NOT NULL,     -- who made it: version and commit
        started      INTEGER NOT NULL,  -- seconds since 1970
        league_every INTEGER,           -- lessons between two measurements
        league_pairs INTEGER
    ) STRICT;
    CREATE TABLE finishes (
        run          TEXT PRIMARY KEY REFERENCES runs,
        finished     INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE checkpoints (
        run          TEXT NOT NULL REFERENCES runs,
        lesson       INTEGER NOT NULL,
        games        INTEGER NOT NULL,
        cpu_seconds  REAL NOT NULL,     -- since the run began
        made         INTEGER NOT NULL,
        kept         BLOB NOT NULL,     -- safetensors
        checksum     TEXT NOT NULL,     -- of kept
        PRIMARY KEY (run, lesson)
    ) STRICT;
    CREATE TABLE curves (
        run          TEXT NOT NULL REFERENCES runs,
        games        INTEGER NOT NULL,
        name         TEXT NOT NULL,
        value        REAL NOT NULL,
        low          REAL,
        high         REAL,
        PRIMARY KEY (run, name, games)
    ) STRICT;
    CREATE TABLE results (
        study        TEXT NOT NULL,
        key          TEXT NOT NULL,
        value        TEXT NOT NULL,     -- JSON
        cpu_seconds  REAL NOT NULL,
        made         INTEGER NOT NULL,
        PRIMARY KEY (study, key)
    ) STRICT;
",
    "
    CREATE TABLE games (
        id           INTEGER PRIMARY KEY,
        black        TEXT NOT NULL,
        white        TEXT NOT NULL,
        record       TEXT NOT NULL,     -- the moves, after the board if it is not the usual start
        margin       INTEGER NOT NULL,  -- Black's, the empty squares to the winner
        finished     INTEGER NOT NULL   -- seconds since 1970
    ) STRICT;
",
    "
    CREATE TABLE contests (
        id            INTEGER PRIMARY KEY,
        players       TEXT NOT NULL,     -- JSON, a list
        pairs         INTEGER NOT NULL,  -- for every two
        opening_plies INTEGER NOT NULL,
        seed          TEXT NOT NULL,     -- 64 bits without a sign, which an INTEGER does not hold
        program       TEXT NOT NULL,
        started       INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE contest_finishes (
        contest       INTEGER PRIMARY KEY REFERENCES contests,
        finished      INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE pairs (
        contest       INTEGER NOT NULL REFERENCES contests,
        first         TEXT NOT NULL,
        second        TEXT NOT NULL,
        number        INTEGER NOT NULL,
        as_black      INTEGER NOT NULL,  -- half points of the first player
        as_white      INTEGER NOT NULL,
        games         TEXT NOT NULL,     -- a line for each of the two
        PRIMARY KEY (contest, first, second, number)
    ) STRICT;
",
    // Checksums say how they are made. Those without a colon are as before; earlier versions know no others, and
    // would take what they find for damaged.
    "",
    "
    CREATE TABLE contest_players (
        contest       INTEGER NOT NULL REFERENCES contests,
        label         TEXT NOT NULL,     -- what it was called then
        content       TEXT NOT NULL,     -- what it knew: a hash
        style         TEXT NOT NULL,     -- how it played
        PRIMARY KEY (contest, label)
    ) STRICT;
    INSERT INTO contest_players
        SELECT DISTINCT contests.id, json_each.value, 'label:' || json_each.value, ''
        FROM contests, json_each(contests.players);
    CREATE TABLE marks (
        kind          TEXT NOT NULL,     -- run, player, game or contest
        id            TEXT NOT NULL,
        title         TEXT,              -- given by a person
        archived      INTEGER,           -- seconds since 1970
        PRIMARY KEY (kind, id)
    ) STRICT;
",
    "
    CREATE TABLE library_names (
        id           INTEGER PRIMARY KEY,
        name         TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE library_sources (
        id           INTEGER PRIMARY KEY,
        name         TEXT NOT NULL,     -- a file, a contest, whatever people call it
        format       TEXT NOT NULL,
        imported     INTEGER NOT NULL,  -- seconds since 1970
        UNIQUE (name, format)
    ) STRICT;
    CREATE TABLE library (
        id           INTEGER PRIMARY KEY,
        start        TEXT,              -- null for the usual one
        moves        BLOB NOT NULL,     -- a byte for each square, a1 = 0 to h8 = 63
        sameness     INTEGER NOT NULL,  -- the same for games with the same moves up to a symmetry
        black        INTEGER REFERENCES library_names,
        white        INTEGER REFERENCES library_names,
        event        INTEGER REFERENCES library_names,
        date         TEXT,              -- where it is more than the year
        year         INTEGER,
        margin       REAL,              -- Black's, the empty squares to the winner
        points       INTEGER,           -- Black's half points
        best_discs   INTEGER,           -- Black's in best play
        best_from    INTEGER,           -- empty squares where best play begins
        opening      INTEGER REFERENCES library_names,
        source       INTEGER NOT NULL REFERENCES library_sources,
        rest         TEXT,              -- SGF, where there is more than these columns hold
        fault        TEXT
    ) STRICT;
    CREATE INDEX library_sameness ON library (sameness);
    CREATE INDEX library_black ON library (black);
    CREATE INDEX library_white ON library (white);
    CREATE TABLE library_also (
        game         INTEGER NOT NULL REFERENCES library,
        source       INTEGER NOT NULL REFERENCES library_sources,
        PRIMARY KEY (game, source)
    ) STRICT;
    -- Derived from the library, and made again from it.
    CREATE TABLE explorer_hashes (
        level        INTEGER NOT NULL,  -- discs on the board
        chunk        INTEGER NOT NULL,
        hashes       BLOB NOT NULL,
        PRIMARY KEY (level, chunk)
    ) STRICT;
    CREATE TABLE explorer_positions (
        mover        INTEGER NOT NULL,
        opponent     INTEGER NOT NULL,
        moves        TEXT NOT NULL,     -- JSON
        PRIMARY KEY (mover, opponent)
    ) STRICT;
    CREATE TABLE explorer_state (
        indexed_to   INTEGER NOT NULL
    ) STRICT;
",
    "
    -- Derived from pairs: which of their games are the same. What is missing is made again when it is asked for.
    CREATE TABLE fingerprints (
        contest      INTEGER NOT NULL,
        first        TEXT NOT NULL,
        second       TEXT NOT NULL,
        number       INTEGER NOT NULL,
        as_black     INTEGER NOT NULL,
        as_white     INTEGER NOT NULL,
        PRIMARY KEY (contest, first, second, number)
    ) STRICT;
",
    // Games that people played stand in the library like all others: `migrate` puts them there before this.
    "
    DROP TABLE games;
    -- Derived: what engines thought of moves, to be shown beside what games made of them.
    CREATE TABLE explorer_values (
        mover        INTEGER NOT NULL,
        opponent     INTEGER NOT NULL,
        moves        TEXT NOT NULL,     -- JSON
        PRIMARY KEY (mover, opponent)
    ) STRICT;
    -- These tell by now where games are from.
    DELETE FROM explorer_positions;
    DELETE FROM explorer_hashes;
    DELETE FROM explorer_state;
",
    "
    CREATE TABLE drills (
        id           INTEGER PRIMARY KEY,
        board        TEXT NOT NULL UNIQUE,
        origin       TEXT NOT NULL,     -- where it came from, in words
        played       TEXT,              -- the move that was made there
        added        INTEGER NOT NULL   -- seconds since 1970
    ) STRICT;
    CREATE TABLE drill_answers (
        drill        INTEGER NOT NULL REFERENCES drills,
        answered     INTEGER NOT NULL,  -- seconds since 1970
        square       TEXT NOT NULL,
        is_right     INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX drill_answers_of ON drill_answers (drill);
",
    "
    CREATE TABLE ladder_plans (
        run          TEXT PRIMARY KEY REFERENCES runs,
        every        INTEGER NOT NULL,  -- lessons between two measurements
        pairs        INTEGER NOT NULL,  -- of games for each
        milliseconds REAL NOT NULL,     -- what its opponents may take
        share        REAL NOT NULL      -- the part of the time that this was meant to be
    ) STRICT;
    CREATE TABLE forks (
        run          TEXT PRIMARY KEY REFERENCES runs,
        parent       TEXT NOT NULL,     -- what it was called then
        games        INTEGER NOT NULL   -- after which it was forked
    ) STRICT;
    CREATE TABLE placings (
        id           INTEGER PRIMARY KEY,
        label        TEXT NOT NULL,     -- what the player was called then
        content      TEXT NOT NULL,     -- what it knew: a hash
        style        TEXT NOT NULL,     -- how it played
        elo          REAL NOT NULL,     -- on the ladder
        low          REAL NOT NULL,     -- its 95 % interval
        high         REAL NOT NULL,
        games        INTEGER NOT NULL,
        distinct_games INTEGER NOT NULL,
        met          TEXT NOT NULL,     -- JSON: the anchors, and what came of the games with them
        program      TEXT NOT NULL,
        made         INTEGER NOT NULL
    ) STRICT;
",
];

/// The step before which the games of people go to the library.
const GAMES_JOIN_THE_LIBRARY: usize = 7;

/// Refuses databases that are not ours, or from the future, before anything is changed.
pub fn refuse_strangers(connection: &Connection) -> Result<(), StoreError> {
    let number = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let application = number("PRAGMA application_id")?;
    if application == 0 && number("SELECT count(*) FROM sqlite_schema")? == 0 {
        return Ok(());
    }
    refuse_header(application, layout(connection)?)
}

/// Refuses what the header of a database says if it is not ours, or from the future.
pub fn refuse_header(application: i64, found: i64) -> Result<(), StoreError> {
    let known = STEPS.len() as i64;
    match application {
        APPLICATION if found > known => Err(StoreError::Newer { found, known }),
        APPLICATION => Ok(()),
        _ => Err(StoreError::Stranger),
    }
}

/// How many layouts there were.
pub fn newest() -> usize {
    STEPS.len()
}

/// Gives an empty database the layout after so many steps.
pub fn lay_out(connection: &Connection, version: usize) -> Result<(), StoreError> {
    for sql in &STEPS[..version.min(STEPS.len())] {
        connection.execute_batch(sql)?;
    }
    connection.pragma_update(None, "user_version", version as i64)?;
    Ok(connection.pragma_update(None, "application_id", APPLICATION)?)
}

fn layout(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Whether a database has the newest layout.
pub fn is_newest(connection: &Connection) -> Result<bool, StoreError> {
    Ok(layout(connection)? == STEPS.len() as i64)
}

/// Brings a database to the newest layout.
pub fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    if is_newest(connection)? {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Asked again: somebody else may have done it meanwhile.
    for (step, sql) in STEPS.iter().enumerate().skip(layout(&transaction)? as usize) {
        if step == GAMES_JOIN_THE_LIBRARY {
            library::adopt_games(&transaction)?;
        }
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", step as i64 + 1)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    Ok(transaction.commit()?)
}

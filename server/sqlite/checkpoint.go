package sqlite

import (
	"context"
	"sync"
	"time"
)

// checkpointEvery is how often what reports have written is brought from the
// log into the database file while more come.
const checkpointEvery = 500 * time.Millisecond

// A checkpointer brings the log into the database file beside the writing.
// That mostly waits for the disk. Without it the report that makes the log too
// long would wait, and all others behind it; that one still does what is left,
// because only while nobody writes can the log be begun anew.
type checkpointer struct {
	last    time.Time  // when the last one began; guarded by DB.writing
	running sync.Mutex // held while one runs
}

// checkpoint begins a checkpoint when one is due; db.writing is held. Its error
// comes again in the report that does the rest.
func (db *DB) checkpoint() {
	if time.Since(db.log.last) < checkpointEvery || !db.log.running.TryLock() {
		return
	}
	db.log.last = time.Now()
	go func() {
		defer db.log.running.Unlock()
		_, _ = db.sql.ExecContext(context.Background(), `PRAGMA wal_checkpoint(PASSIVE)`)
	}()
}

package sqlite

import (
	"context"
	"sync"
	"time"
)

// checkpointEvery is the interval of checkpoints while reports are being saved.
const checkpointEvery = 500 * time.Millisecond

// A checkpointer checkpoints the WAL (PASSIVE) without blocking writers. A
// checkpoint mostly waits for the disk. Without it, the report that makes the WAL
// exceed wal_autocheckpoint would wait, and all others behind it. That automatic
// checkpoint still happens, with little left to copy: only it can reset the WAL,
// which needs a moment without writers.
type checkpointer struct {
	last    time.Time  // start of the last checkpoint; guarded by DB.writing
	running sync.Mutex // held during a checkpoint
}

// checkpoint starts a checkpoint in the background when one is due. The caller
// holds db.writing. An error is ignored: the automatic checkpoint will return it
// with a report.
func (db *DB) checkpoint() {
	if time.Since(db.checkpoints.last) < checkpointEvery || !db.checkpoints.running.TryLock() {
		return
	}
	db.checkpoints.last = time.Now()
	go func() {
		defer db.checkpoints.running.Unlock()
		_, _ = db.sql.ExecContext(context.Background(), `PRAGMA wal_checkpoint(PASSIVE)`)
	}()
}

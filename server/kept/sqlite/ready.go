package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// CheckPresent returns a StorageError if the file is no longer under its name. What is written
// after that reaches a file that nobody can open again.
func (db *DB) CheckPresent() error {
	info, err := os.Stat(db.path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && !os.SameFile(info, db.file):
		return &StorageError{advice: "the file has been deleted or replaced while this program was using it; what was not finished before is lost"}
	case err != nil:
		return &StorageError{advice: "the file cannot be found", err: err}
	}
	return nil
}

// minFree is the room on the disk, in bytes, below which a database is not ready:
// the page of a probe may fit where a report no longer does.
const minFree = 1 << 20

// free returns the room on the disk in bytes, or a large number where that is
// unknown.
func (db *DB) free() uint64 {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(db.path), &disk); err != nil {
		return math.MaxUint64
	}
	return disk.Bavail * uint64(disk.Bsize)
}

// Times of the probe of Ready.
const (
	probeEvery = 2 * time.Second // its result is kept for so long
	probeWait  = 5 * time.Second // a write that takes longer is a problem
)

// A probe is the last attempt to write.
type probe struct {
	mu      sync.Mutex
	began   time.Time
	done    chan struct{} // closed at its end; nil before the first
	err     error         // of the last one that has ended
	running sync.WaitGroup
}

// Ready returns an error when the database cannot be read or written: the file
// has gone, the disk refuses writes, or another process keeps the write lock.
func (db *DB) Ready(ctx context.Context) error {
	if err := db.CheckPresent(); err != nil {
		return err
	}
	if err := db.Ping(ctx); err != nil {
		return err
	}
	if db.free() < minFree {
		return &StorageError{advice: adviceFull, full: true}
	}
	began, done := db.startProbe()
	late := time.NewTimer(time.Until(began.Add(probeWait)))
	defer late.Stop()
	select {
	case <-done:
	case <-late.C:
		return &StorageError{advice: fmt.Sprintf("a write has been waiting for %v; another process may hold the write lock", time.Since(began).Round(time.Second))}
	case <-ctx.Done():
		return ctx.Err()
	}
	db.probe.mu.Lock()
	defer db.probe.mu.Unlock()
	return db.probe.err
}

// startProbe starts a probe unless one is running or has just ended. It returns
// when it began, and what is closed at its end.
func (db *DB) startProbe() (time.Time, chan struct{}) {
	p := &db.probe
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.done != nil {
		select {
		case <-p.done:
			if time.Since(p.began) < probeEvery {
				return p.began, p.done
			}
		default:
			return p.began, p.done
		}
	}
	done := make(chan struct{})
	p.began, p.done = time.Now(), done
	p.running.Go(func() {
		err := db.write(context.Background(), writeNothing)
		p.mu.Lock()
		p.err = err
		p.mu.Unlock()
		close(done)
	})
	return p.began, done
}

// writeNothing writes a page of the file without changing it.
func writeNothing(ctx context.Context, tx *sql.Tx) error {
	var version int64
	if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, version))
	return err
}

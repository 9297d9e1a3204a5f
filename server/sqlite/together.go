package sqlite

import (
	"context"
	"sync"
	"time"

	"arbiter/server/league"
)

// company is how long a report waits for others to share its transaction, while
// reports come so quickly that they meet.
const company = 10 * time.Millisecond

// A queue holds reports that wait for a transaction. Most of what keeping a
// report costs is its transaction: the first of the queue takes all the others
// along.
//
// Reports that come one by one are kept at once: those of a slow game, or of a
// caller who waits for each. When several have met, because they came during a
// write, more are about to come. Then the next transaction waits for company,
// until one turns out to be for a single report.
type queue struct {
	mu      sync.Mutex
	reports []unsaved
	met     bool // the last transaction was for several
}

// An unsaved is a report, and where to tell that it is safe, or why not.
type unsaved struct {
	report league.Report
	safe   chan error
}

// add puts a report into the queue. The first one has to see to the queue's
// transaction, and to wait for company before if that is wanted.
func (q *queue) add(r league.Report) (u unsaved, first, wait bool) {
	u = unsaved{r, make(chan error, 1)}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.reports = append(q.reports, u)
	return u, len(q.reports) == 1, q.met
}

// take empties the queue.
func (q *queue) take() []unsaved {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := q.reports
	q.reports = nil
	q.met = len(all) > 1
	return all
}

// SaveReport implements league.Store. Reports that come at about the same time
// share a transaction; what is wrong with one of them is no other's error.
func (db *DB) SaveReport(ctx context.Context, r league.Report) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	mine, first, wait := db.queue.add(r)
	if first {
		if wait {
			time.Sleep(company)
		}
		db.saveQueue(context.WithoutCancel(ctx)) // others rely on it
	}
	return <-mine.safe
}

// saveQueue keeps the reports of the queue together or, when that fails, each by
// itself.
func (db *DB) saveQueue(ctx context.Context) {
	db.writing.Lock()
	defer db.writing.Unlock()
	all := db.queue.take()
	reports := make([]league.Report, len(all))
	for i, u := range all {
		reports[i] = u.report
	}
	err := db.saveReports(ctx, reports)
	if err == nil || len(all) == 1 || isBusy(err) { // one wait for another process is enough for all
		for _, u := range all {
			u.safe <- err
		}
		return
	}
	for i, u := range all {
		u.safe <- db.saveReports(ctx, reports[i:i+1])
	}
}

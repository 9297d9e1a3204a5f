// Package coretest makes cores for tests.
package coretest

import (
	"io"
	"log/slog"
	"testing"
	"time"

	"arbiter/bots/botstest"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
	"arbiter/server/serving/core"
	"arbiter/server/serving/scheduler"
)

// New returns a core that plays apart on a database, one match at a time, with copies of
// its bots in a folder. It is closed with the test, or before by the test; closing closes
// the database then.
func New(t *testing.T, db league.Store, closing func() error, copies string) *core.Core {
	t.Helper()
	c := &core.Core{Store: db, Closing: closing, Plays: &scheduler.Scheduler{
		Apart: true, Store: db, Log: slog.New(slog.DiscardHandler),
		Resolver:   resolve.Resolver{Output: io.Discard, Builtin: botstest.Program(t)},
		Files:      botstore.Copies{Dir: copies},
		Pool:       dispatch.Pool{Workers: 1, Affinity: dispatch.Off, Version: "test"},
		FirstPause: time.Microsecond,
	}}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

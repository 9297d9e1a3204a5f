package api

import (
	"log/slog"

	"arbiter/server/live"
	"arbiter/server/scheduler"
)

// Teller returns a scheduler's Tell: it counts what is played and tells the
// readers of the feed.
func Teller(feed *live.Feed, m *Metrics, log *slog.Logger) func(scheduler.Event) {
	return func(e scheduler.Event) {
		if e.Report != nil {
			m.Count(*e.Report)
		}
		if feed.Readers() == 0 {
			return
		}
		line, err := encode(e)
		if err != nil {
			log.Error("event", "type", e.Type, "error", err)
			return
		}
		feed.Publish(line)
	}
}

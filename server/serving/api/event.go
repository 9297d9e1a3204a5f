package api

import (
	"log/slog"

	"arbiter/server/playing/live"
	"arbiter/server/serving/scheduler"
)

// Publisher returns a function that counts the match of each scheduler event in
// m and publishes the event as a line of JSON to the readers of feed. It never
// blocks on a reader.
func Publisher(feed *live.Feed, m *Metrics, log *slog.Logger) func(scheduler.Event) {
	return func(e scheduler.Event) {
		if e.Report != nil {
			m.Count(*e.Report)
		}
		if feed.Subscribers() == 0 {
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

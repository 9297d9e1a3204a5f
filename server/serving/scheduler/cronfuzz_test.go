package scheduler

import (
	"testing"
	"time"
)

// No expression makes ParseCron panic, and each that it takes occurs again.
func FuzzParseCron(f *testing.F) {
	for _, seed := range []string{"0 22 * * 5", "@daily", "@every 1s", "CRON_TZ=Europe/Berlin */5 1-3 1,15 * MON-FRI", "CRON_TZ= * * * * *", "TZ=UTC * * * *", "0 0 31 2 *", "60 * * * *", "*/0 * * * *", ""} {
		f.Add(seed)
	}
	at := time.Date(2026, 11, 22, 7, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCron(text)
		if err != nil {
			return
		}
		if next := c.Next(at); !next.After(at) {
			t.Errorf("%q: after %v comes %v", text, at, next)
		}
	})
}

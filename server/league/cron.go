package league

import "time"

// A CronSchedule says when another run of a tournament starts by itself.
type CronSchedule struct {
	Tournament string
	Cron       string
	SeenAt     time.Time // the times until then have been dealt with
	Why        string    // why the last time started no run; "": it did
}

// A Occurrence is what is kept of a run beside its tournament.
type Occurrence struct {
	Template string    // the tournament that has the schedule
	DueAt    time.Time // the time that started it
	Anchor   string    // the bot whose Elo is 0; "" for the mean
}

package league

import "time"

// A CronSchedule starts further occurrences of a tournament by itself.
type CronSchedule struct {
	Tournament string
	Cron       string    // the cron expression as the user typed it
	SeenAt     time.Time // due times up to this one are settled
	Owner      string    // the name of the token that made it; "" for nobody's
	Why        string    // why the last due time started nothing; "" when it started an occurrence
}

// An Occurrence links a tournament that a schedule started to its template.
type Occurrence struct {
	Template string    // the tournament that has the schedule
	DueAt    time.Time // the due time that started it
	Anchor   string    // the bot whose Elo is 0; "" for the mean of all bots
}

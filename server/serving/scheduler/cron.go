package scheduler

import (
	"fmt"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

// A Cron is a cron expression: when something is due, to the minute.
type Cron struct{ spec *cron.SpecSchedule }

// zonePrefix begins an expression that names its time zone.
const zonePrefix = "CRON_TZ="

// cronFields are the fields of an expression, in order.
var cronFields = [...]string{"minute", "hour", "day of the month", "month", "day of the week"}

// ParseCron reads the five fields of cron or a word such as @daily. Times are in
// the server's time zone, or in the one that CRON_TZ= names before the rest.
// Errors name the field.
func ParseCron(text string) (Cron, error) {
	zone, rest := time.Local, strings.TrimSpace(text)
	if named, ok := strings.CutPrefix(rest, zonePrefix); ok {
		var name string
		name, rest, _ = strings.Cut(named, " ")
		var err error
		if zone, err = time.LoadLocation(name); err != nil {
			return Cron{}, fmt.Errorf("unknown time zone %q; want e.g. CRON_TZ=Europe/Berlin 0 22 * * *", name)
		}
	}
	spec, err := parseFields(strings.TrimSpace(rest))
	if err != nil {
		return Cron{}, err
	}
	spec.Location = zone
	c := Cron{spec}
	if c.Next(time.Now()).IsZero() {
		return Cron{}, fmt.Errorf("%q never occurs; want e.g. 0 22 * * *, every day at 22:00", rest)
	}
	return c, nil
}

// parseFields reads an expression without its time zone.
func parseFields(text string) (*cron.SpecSchedule, error) {
	parser := cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow | cron.Descriptor)
	if strings.HasPrefix(text, "@") {
		parsed, err := parser.Parse(text)
		spec, ok := parsed.(*cron.SpecSchedule) // @every is not one: it would count from the server's start
		if err != nil || !ok {
			return nil, fmt.Errorf("found %q; want @hourly, @daily, @weekly, @monthly, @yearly or five fields, e.g. 0 22 * * *", text)
		}
		return spec, nil
	}
	fields := strings.Fields(text)
	if len(fields) != len(cronFields) {
		return nil, fmt.Errorf("found %d fields; want five, e.g. 0 22 * * *: %s", len(fields), strings.Join(cronFields[:], ", "))
	}
	for i, field := range fields {
		alone := [...]string{"*", "*", "*", "*", "*"}
		alone[i] = field
		if _, err := parser.Parse(strings.Join(alone[:], " ")); err != nil {
			return nil, fmt.Errorf("%s: %w; want e.g. 0 22 * * 1-5, at 22:00 from Monday to Friday", cronFields[i], err)
		}
	}
	parsed, err := parser.Parse(strings.Join(fields, " "))
	if err != nil {
		return nil, err
	}
	return parsed.(*cron.SpecSchedule), nil
}

// Next returns the first time after a given one.
func (c Cron) Next(after time.Time) time.Time { return c.spec.Next(after.In(c.spec.Location)) }

// last returns the last time after one and not after the other, or the zero
// time.
func (c Cron) last(after, until time.Time) time.Time {
	var last time.Time
	for next := c.Next(after); !next.IsZero() && !next.After(until); next = c.Next(next) {
		last = next
	}
	return last
}

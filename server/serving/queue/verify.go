package queue

import (
	"bytes"
	"context"
	"fmt"
	"reflect"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/kept/audit"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// verify compares a worker's report with the work that it is of and plays its
// record again. It returns the first thing that is wrong, or "". The answers in
// the record, and whether they came in time, are the worker's word.
func verify(work dispatch.Work, report *league.Report) string {
	info := work.Game.Info()
	switch {
	case !reflect.DeepEqual(report.Job, work.Job):
		return fmt.Sprintf("the report is of the job %+v; want %+v", report.Job, work.Job)
	case report.Game != info.Name || report.Rules != info.Rules:
		return fmt.Sprintf("the report is of %s, rules %d; want %s, rules %d", report.Game, report.Rules, info.Name, info.Rules)
	case report.Limits != work.Limits || report.Unlimited != (work.Limits == referee.TimeLimits{}):
		return fmt.Sprintf("the report has the limits %s; want %s", league.LimitText(report.Limits), league.LimitText(work.Limits))
	case report.Record == nil:
		return "the report has no record"
	case len(report.Times) != len(work.Contenders):
		return fmt.Sprintf("the report has times of %d seats; want %d", len(report.Times), len(work.Contenders))
	case report.Play == 0:
		return "the report has no digest"
	case report.Duration < 0 || report.Waited < 0:
		return fmt.Sprintf("the report says that the match took %v", min(report.Duration, report.Waited))
	}
	rec, err := replay.Read(bytes.NewReader(report.Record))
	if err != nil {
		return fmt.Sprintf("the record cannot be read: %v", err)
	}
	if h := &rec.Header; h.BotSeed != dispatch.BotSeed(work.Job.Pairing) || h.Limits.Referee().Clock != work.Limits.Clock {
		return fmt.Sprintf("the record has the bot seed %s and the clock %q; want %s and %q", h.BotSeed, h.Limits.Clock, dispatch.BotSeed(work.Job.Pairing), work.Limits.Clock)
	}
	for seat, found := range rec.Header.Seats {
		if seat >= len(work.Contenders) {
			break // which the audit says
		}
		if b := work.Contenders[seat].Bot; found != dispatch.SeatOf(b) {
			return fmt.Sprintf("the record has the bot %+v in seat %d; want %s with the digest %s", found, seat, b.ID, b.Content())
		}
	}
	stored := &league.StoredMatch{Report: *report}
	for seat := range work.Contenders {
		kind := referee.Kind("")
		if fault := report.Result.FaultOf(seat); fault != nil {
			kind = fault.Kind
		}
		stored.SeatFaults = append(stored.SeatFaults, kind)
	}
	position := func(context.Context, string) ([]byte, error) { return work.Setup.Position, nil }
	why, err := audit.Examine(context.Background(), work.Game, position, stored, rec)
	if err != nil {
		return err.Error()
	}
	return why
}

package doctor_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/bots/doctor"
	"arbiter/referee/games"
)

// "doctor prints each check as it ends", and what is known stays when it is interrupted.
func TestInterruptedExaminationKeepsItsFindings(t *testing.T) {
	g, err := games.Find("keeper")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var ended, begun []string
	var text strings.Builder
	p := doctor.Printer{W: &text}
	report, err := doctor.Examination{
		Game: g, Isolation: isolation, Bot: patient(t, "healthy"), Limits: ample, Budget: time.Hour,
		Around: func(check string, run func() error) error {
			begun = append(begun, check)
			if len(begun) == 3 {
				cancel()
			}
			return run()
		},
		Observe: func(c doctor.Check) {
			ended = append(ended, c.Name)
			p.Check(c)
		},
	}.Run(ctx)
	if !errors.Is(err, context.Canceled) || !report.Partial || len(report.Checks) != 2 {
		t.Fatalf("%+v, %v; want the two checks before it was interrupted", report, err)
	}
	if !slices.Equal(ended, begun[:2]) || strings.Count(text.String(), "\n") != 2 {
		t.Errorf("ended %q of %q, written %q; want a line for each that has ended", ended, begun, text.String())
	}
	if err := p.End(report); err != nil || !strings.HasSuffix(text.String(), "interrupted after 2 checks: nothing found\n") {
		t.Errorf("%q, %v; want that it was interrupted", text.String(), err)
	}
}

package study

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
)

// "On Ctrl-C report prints what is known so far": all that needs no analysis, and says that
// analyses are kept.
func TestReportInterrupted(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	const match = "../../../../web/fixtures/domain.jsonl.gz"
	rec, err := replay.Open(match)
	if err != nil {
		t.Fatal(err)
	}
	bot := league.NewBot("domain", rec.Header.Seats[0].Name, "", "", rec.Header.Seats[0].Digest).ID
	ctx, stop := context.WithCancel(t.Context())
	var out, said strings.Builder
	done := make(chan error, 1)
	c := Analyse{Subject: bot, Replays: []string{match}, Budget: time.Hour}
	go func() { done <- c.Run(ctx, output.NewStreams(nil, &out, &said, "")) }()
	time.AfterFunc(time.Second, stop) // whatever it has found out until then
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v; want that it was interrupted", err)
	}
	if !strings.Contains(said.String(), "Analysing 1 seat takes about 1h0m0s") || !strings.Contains(said.String(), "Analysed 0 of 1 seat to the end. "+interrupted(kept)) {
		t.Errorf("said %q; want how long it takes, and that the analysis is kept", said.String())
	}
	if !strings.Contains(out.String(), "1 match\n") || !strings.Contains(out.String(), "OPPONENT") {
		t.Errorf("printed %q; want the report", out.String())
	}
}

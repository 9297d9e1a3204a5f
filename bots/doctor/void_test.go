package doctor

import (
	"context"
	"os"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/process"
)

// A spoiled player is a bot that the machine does not run in time.
type spoiled struct {
	referee.Player
	err error
}

func (s spoiled) Reply(ctx context.Context) (referee.Reply, error) {
	reply, err := s.Player.Reply(ctx)
	if s.err != nil {
		return referee.Reply{}, s.err
	}
	return reply, err
}

// "One that the machine spoils is played again", whether it did not run the bot in
// time or the referee.
func TestVoidMatchesArePlayedAgain(t *testing.T) {
	g, err := games.Find("keeper")
	if err != nil {
		t.Fatal(err)
	}
	bot := process.Spec{Name: "healthy", Command: []string{os.Args[0]}, Env: []string{"DOCTOR_TEST_PATIENT=healthy"}}
	x := &examination{Examination: Examination{Game: g, Bot: bot, Limits: referee.TimeLimits{First: time.Minute, Turn: time.Minute}}}
	errs := []error{&referee.LateError{}, &referee.StarvedError{}, nil}
	played := 0
	transcript, err := x.play(t.Context(), scenario{setup: referee.Setup{Seed: 1}, turns: 2, wrap: func(p referee.Player) referee.Player {
		played++
		return spoiled{p, errs[played-1]}
	}})
	if err != nil || played != 3 || len(transcript.exchanges) != 2 {
		t.Errorf("%d matches, %d answers, %v; want the third match with two answers", played, len(transcript.exchanges), err)
	}
}

package analyst

import (
	"context"
	"errors"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/server/study/analysis"
)

// question asks whether another answer is better than the recorded one of turn 1.
func question(a string) analysis.Question { return analysis.Question{Turn: 1, A: []string{a}} }

// Questions wait in the queue of the analyses, and each says how long it takes at most:
// what is before it counts. The same question is asked once while it waits.
func TestQuestionsWaitTheirTurn(t *testing.T) {
	a := newAnalyst(t)
	if err := a.Request(t.Context(), "m", time.Minute); err != nil {
		t.Fatal(err)
	}
	first, err := a.Ask(t.Context(), "m", 0, question("0 0 R"), 10*time.Second)
	if err != nil || first.State != Queued || first.Left != 70*time.Second {
		t.Errorf("%+v, %v; want it to wait, 70 s at most", first, err)
	}
	again, err := a.Ask(t.Context(), "m", 0, question("0 0 R"), time.Hour)
	if err != nil || again.ID != first.ID || len(a.jobs) != 2 {
		t.Errorf("%+v, %v, %d jobs; want the question that waits", again, err, len(a.jobs))
	}
	other, err := a.Ask(t.Context(), "m", 0, question("0 0 U"), time.Hour)
	if err != nil || other.ID == first.ID || other.Left != 70*time.Second+MostBudget {
		t.Errorf("%+v, %v; want another one, with a budget of %v at most", other, err, MostBudget)
	}
	a.CancelTrial("m", first.ID)
	if _, err := a.Trial("m", first.ID); !errors.Is(err, ErrNoTrial) {
		t.Errorf("cancelled while it waits: %v; want %v", err, ErrNoTrial)
	}
	if s, err := a.Status(t.Context(), "m"); err != nil || s.State != Queued {
		t.Errorf("the analysis is %+v, %v; want it to wait still", s, err)
	}
	if _, err := a.Trial("another", other.ID); !errors.Is(err, ErrNoTrial) {
		t.Errorf("of another match: %v; want %v", err, ErrNoTrial)
	}
}

// What cannot be asked is refused at once, and so is one question too many.
func TestQuestionsAreRefused(t *testing.T) {
	a := newAnalyst(t)
	for _, tt := range []struct {
		seat, turn int
		want       string
	}{
		{0, 0, "turn: found 0; the match has turns 1 to"},
		{0, 999, "turn: found 999; the match has turns 1 to"},
		{1, 1, "seat: found 1, which was not asked in turn 1"},
	} {
		_, err := a.Ask(t.Context(), "m", tt.seat, analysis.Question{Turn: tt.turn, A: []string{"x"}}, time.Second)
		if q := (QuestionError{}); !errors.As(err, &q) || len(q.Why) < len(tt.want) || q.Why[:len(tt.want)] != tt.want {
			t.Errorf("seat %d in turn %d: %v; want %q", tt.seat, tt.turn, err, tt.want)
		}
	}
	for len(a.jobs) < mostJobs {
		if _, err := a.Ask(t.Context(), "m", 0, question(string(rune('a'+len(a.jobs)))), time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Ask(t.Context(), "m", 0, question("one more"), time.Second); !errors.Is(err, ErrBusy) {
		t.Errorf("one more: %v; want %v", err, ErrBusy)
	}
}

// The latest questions are remembered with their answers, and the oldest forgotten.
func TestOldQuestionsAreForgotten(t *testing.T) {
	a := newAnalyst(t)
	var ids []string
	for i := range mostTrials + 3 {
		s, err := a.Ask(t.Context(), "m", 0, question(string(rune('a'+i))), time.Second)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, s.ID)
		j, _ := a.next(t.Context())
		a.finish(j, nil)
	}
	for i, id := range ids {
		if _, err := a.Trial("m", id); (err == nil) != (i >= 3) {
			t.Errorf("question %d: %v", i, err)
		}
	}
}

// A question is answered by Run, with what was played; an answer that breaks a rule fails with
// its fault.
func TestRunAnswersQuestions(t *testing.T) {
	a := newAnalyst(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	until := func(q analysis.Question, budget time.Duration) TrialStatus {
		t.Helper()
		s, err := a.Ask(t.Context(), "m", 0, q, budget)
		refereetest.Await(t, "the trial", func() bool {
			if err == nil && (s.State == Queued || s.State == Running) {
				s, err = a.Trial("m", s.ID)
				return false
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	rec, _ := a.Replay(t.Context(), "m")
	g, err := a.Find("domain")
	if err != nil {
		t.Fatal(err)
	}
	m, err := g.New(referee.Setup{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	given, choices := rec.Turns[0].Answers[0].Lines, m.(referee.Chooser).Choices(0)[0]
	other := choices[len(choices)-1:]
	if s := until(analysis.Question{Turn: 1, A: given}, time.Minute); s.State != Done || !s.Trial.Same || s.Left != 0 {
		t.Errorf("the given answer: %+v", s)
	}
	if s := until(question("9 9 U"), time.Minute); s.State != Failed || s.Why == "" {
		t.Errorf("an answer that breaks a rule: %+v", s)
	}
	s := until(analysis.Question{Turn: 1, A: other}, time.Second)
	for budget := 4 * time.Second; s.State == Done && s.Trial.Pairs == 0 && budget < MostBudget; budget *= 4 {
		s = until(analysis.Question{Turn: 1, A: other}, budget) // a busy machine has played none
	}
	if s.State != Done || s.Trial.Pairs == 0 || s.Trial.Gain == nil {
		t.Errorf("another answer: %+v", s)
	}
}

// An analysis that waits or runs says how long it takes at most, as a question does; while it
// waits for the processor its time goes on.
func TestAnalysisSaysWhatIsLeft(t *testing.T) {
	a := newAnalyst(t)
	for _, match := range []string{"m", "n"} {
		if err := a.Request(t.Context(), match, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	if s, err := a.Status(t.Context(), "n"); err != nil || s.State != Queued || s.Left != 2*time.Minute || s.Share != 0 {
		t.Errorf("%+v, %v; want it to wait, two minutes at most", s, err)
	}
	first, _ := a.next(t.Context())
	first.began = first.began.Add(-15 * time.Second)
	if s, err := a.Status(t.Context(), "m"); err != nil || s.State != Running || s.Left > 45*time.Second || s.Left < 30*time.Second || s.Share < 0.25 {
		t.Errorf("%+v, %v; want a quarter of its time to be used", s, err)
	}
	a.said(first)(0.9)
	if s, err := a.Status(t.Context(), "m"); err != nil || s.Share != 0.9 {
		t.Errorf("%+v, %v; want what the analysis says", s, err)
	}
}

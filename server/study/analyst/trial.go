package analyst

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

// mostTrials is how many questions are remembered with their answers: the latest.
const mostTrials = 200

// A QuestionError says that a question cannot be asked of a match.
type QuestionError struct{ Why string }

// Error returns why.
func (e QuestionError) Error() string { return e.Why }

// ErrNoTrial is returned for a question that nobody has asked, or long ago.
var ErrNoTrial = errors.New("it was not asked, or is forgotten")

// A TrialStatus is a question about a turn of a match as far as it is answered.
type TrialStatus struct {
	ID    string // among the questions about the match
	State State
	Share float64         // of the budget that is used, while it runs
	Left  time.Duration   // until it is answered, at most; those before it included
	Why   string          // why it failed
	Trial *analysis.Trial // the answer, once it is there: what is known if it was ended
}

// A trial is a question. Analyst.mu guards what changes.
type trial struct {
	id, match string
	owner     string
	seat      int
	question  analysis.Question
	found     *analysis.Trial
	why       string
	over      bool
}

// end notes how a trial ended: one that was cancelled has found out what it has.
func (t *trial) end(err error) {
	t.over = true
	if err != nil && !errors.Is(err, context.Canceled) {
		t.why = err.Error()
	}
}

// Ask queues a question about a seat of a match, to be answered within a budget. A question
// that waits or is being answered is not asked again; one that was answered is answered anew.
// The error is ErrBusy or a QuestionError.
func (a *Analyst) Ask(ctx context.Context, match string, seat int, q analysis.Question, budget time.Duration) (TrialStatus, error) {
	rec, _, _, err := a.open(ctx, match)
	if err != nil {
		return TrialStatus{}, err
	}
	if err := askable(rec, seat, q.Turn); err != nil {
		return TrialStatus{}, err
	}
	text, err := json.Marshal([]any{q.Turn, seat, q.A, q.B})
	if err != nil {
		return TrialStatus{}, fmt.Errorf("question: %w", err)
	}
	sum := sha256.Sum256(text)
	t := &trial{id: hex.EncodeToString(sum[:8]), match: match, owner: ownerOf(ctx), seat: seat, question: q}
	a.mu.Lock()
	defer a.mu.Unlock()
	if old := a.findTrial(match, t.id); old != nil && !old.over {
		return a.trialStatus(old), nil
	}
	if err := a.add(&job{match: match, owner: t.owner, trial: t, budget: min(budget, MostBudget)}); err != nil {
		return TrialStatus{}, err
	}
	a.forget(func(old *trial) bool { return old.match == match && old.id == t.id })
	a.trials = append(a.trials, t)
	for len(a.trials) > mostTrials {
		a.forgetOldest()
	}
	return a.trialStatus(t), nil
}

// askable returns a QuestionError if the seat was not asked in the turn of a match.
func askable(rec *replay.Record, seat, turn int) error {
	if turn < 1 || turn > len(rec.Turns) {
		return QuestionError{fmt.Sprintf("turn: found %d; the match has turns 1 to %d", turn, len(rec.Turns))}
	}
	asked := func(a replay.Answer) bool { return a.Seat == seat }
	if !slices.ContainsFunc(rec.Turns[turn-1].Answers, asked) {
		return QuestionError{fmt.Sprintf("seat: found %d, which was not asked in turn %d", seat, turn)}
	}
	return nil
}

// Trial returns how a question stands. The error is ErrNoTrial if it is not known.
func (a *Analyst) Trial(match, id string) (TrialStatus, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	t := a.findTrial(match, id)
	if t == nil {
		return TrialStatus{}, fmt.Errorf("question %.60q about match %.60s: %w", id, match, ErrNoTrial)
	}
	return a.trialStatus(t), nil
}

// CancelTrial ends a question. One that is being answered keeps what is known by then. One that
// waits is forgotten.
func (a *Analyst) CancelTrial(match, id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	j := a.job(func(j *job) bool { return j.trial != nil && j.match == match && j.trial.id == id })
	if j != nil && j.cancel == nil {
		a.forget(func(t *trial) bool { return t == j.trial })
	}
	a.end(j)
}

// findTrial returns the question of a match, or nil. a.mu is held.
func (a *Analyst) findTrial(match, id string) *trial {
	i := slices.IndexFunc(a.trials, func(t *trial) bool { return t.match == match && t.id == id })
	if i < 0 {
		return nil
	}
	return a.trials[i]
}

// forget forgets the questions that are meant. a.mu is held.
func (a *Analyst) forget(meant func(t *trial) bool) { a.trials = slices.DeleteFunc(a.trials, meant) }

// trialStatus tells how a question stands. a.mu is held.
func (a *Analyst) trialStatus(t *trial) TrialStatus {
	s := TrialStatus{ID: t.id, State: Done, Why: t.why, Trial: t.found}
	if t.why != "" {
		s.State = Failed
	}
	if t.over {
		return s
	}
	if j := a.job(func(j *job) bool { return j.trial == t }); j != nil {
		s.State, s.Share, s.Left = a.progress(j)
	}
	return s
}

// try answers the question of a job.
func (a *Analyst) try(ctx context.Context, j *job) error {
	rec, g, judging, err := a.open(ctx, j.match)
	if err != nil {
		return err
	}
	found, err := analysis.Try(ctx, rec, g, judging, j.trial.question, analysis.Options{
		Seat: j.trial.seat, Time: j.budget, Samples: mostPairs, Workers: 1, Progress: a.said(j),
	})
	a.mu.Lock()
	j.trial.found = found
	a.mu.Unlock()
	return err
}

// mostPairs is how many pairs of matches answer a question at most, as by default in the
// command line.
const mostPairs = 400

package heropath

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"arbiter/referee"
)

// Game is HeroPath as a referee.Game. One seat gets the whole test in its only
// input and answers with all moves; then the match plays itself, one move a
// turn.
type Game struct{}

// Info describes the game.
func (Game) Info() referee.Info {
	return referee.Info{
		Name: "heropath", Title: "HeroPath", Rules: 1, MinSeats: 1, MaxSeats: 1,
		First: 10 * time.Second, Turn: 10 * time.Second, // ours: the contest took files
		Seed:     "A seed decides the test: its shape, the size of the world, the hero and all monsters.",
		Answers:  1,
		Unit:     "gold",
		Relative: true, Highest: 1000,
	}
}

// Reference implements referee.Scaler: it is the gold of all monsters of a test, which no answer
// can exceed.
func (Game) Reference(setup referee.Setup) (int64, error) {
	w := (*World)(nil)
	if setup.Position == nil {
		w = Deal(setup.Seed)
	} else {
		var err error
		if w, _, err = parsePosition(setup.Position); err != nil {
			return 0, err
		}
	}
	gold := int64(0)
	for i := range w.Monsters {
		gold += min(w.Monsters[i].Gold, math.MaxInt64-gold)
	}
	return gold, nil
}

// HiddenOutcome implements referee.OutcomeHider.
func (Game) HiddenOutcome() string {
	return "heropath asks once, in turn 1, and plays that answer to the end"
}

// Guide implements referee.Guided.
func (Game) Guide() (referee.Guide, error) {
	return nil, errors.New("its answer is one document for the whole match; write it to a file, which arbiter play heropath --test TEST --answer FILE scores")
}

// New deals a match from a seed, or from a test document.
func (Game) New(setup referee.Setup, seats int) (referee.Match, error) {
	if seats != 1 {
		return nil, fmt.Errorf("heropath is played by 1 seat, not %d", seats)
	}
	if setup.Position == nil {
		w := Deal(setup.Seed)
		return newMatch(w, w.AppendDocument(nil)), nil
	}
	w, document, err := parsePosition(setup.Position)
	if err != nil {
		return nil, err
	}
	return newMatch(w, document), nil
}

// A match is one answer judged move by move.
type match struct {
	referee.Pure

	state    State
	document []byte // the test on one line, with its end

	answer Answer
	wrong  *FormatError   // why there are no moves
	drop   *referee.Fault // why there is no answer

	turn   int    // steps so far
	before Hero   // the hero before the last Step
	played bool   // the last Step carried out the move turn-1
	reason Reason // empty while the match runs

	view view
}

func newMatch(w *World, document []byte) *match {
	return &match{state: w.Start(), document: append(document, '\n')}
}

func (m *match) Over() bool { return m.reason != "" }

func (m *match) Asked() referee.Seats {
	if m.turn > 0 {
		return 0
	}
	return referee.SeatSet(0)
}

func (m *match) Input(_ int, dst []byte) []byte { return append(dst, m.document...) }

func (m *match) Lines(int) int { return referee.Document }

func (m *match) Answer(_ int, lines []string) {
	m.answer, m.wrong = ParseAnswer([]byte(strings.Join(lines, "\n")))
}

func (m *match) Drop(_ int, f referee.Fault) { m.drop = &f }

func (m *match) Step() {
	if m.Over() {
		return
	}
	m.before, m.played = m.state.Hero, false
	m.turn++
	switch {
	case m.drop != nil:
		m.reason = Forfeit
		if m.drop.Kind == referee.Timeout {
			m.reason = NoAnswer
		}
		return
	case m.wrong != nil:
		m.reason = m.wrong.Reason
		return
	}
	if m.turn <= len(m.answer.Moves) {
		if reason := m.state.Step(m.move()); reason != OK {
			m.reason = reason
			return
		}
		m.played = true
	}
	if m.turn >= len(m.answer.Moves) {
		m.reason = OK
	}
}

// move returns the move of the last Step.
func (m *match) move() Action { return m.answer.Moves[m.turn-1] }

// score is the gold so far, and nothing for an invalid answer.
func (m *match) score() int64 {
	if m.reason == "" || m.reason == OK {
		return m.state.Gold
	}
	return 0
}

func (m *match) Result() referee.Result {
	r := referee.Result{Scores: []int64{m.score()}, Ranks: []int{1}, Reason: string(m.reason), Faults: []referee.Fault{}}
	if f := m.fault(); f != nil {
		r.Faults = append(r.Faults, *f)
	}
	return r
}

// fault returns what ended the match before its time, or nil.
func (m *match) fault() *referee.Fault {
	switch m.reason {
	case "", OK:
		return nil
	case NoAnswer, Forfeit:
		return m.drop
	case Malformed, BadFormat:
		return &referee.Fault{Turn: m.turn, Kind: referee.Garbled, Line: m.wrong.Line, Why: string(m.reason) + ": " + m.wrong.Why}
	}
	a := m.move()
	return &referee.Fault{Turn: m.turn, Kind: referee.Illegal, Line: string(AppendAction(nil, a)), Why: m.state.explain(a, m.reason), Rule: m.reason.rule()}
}

// AppendState encodes what the last Step changed: the turn, a byte whose bits
// say which values follow, those values as varints, the attacked monster with
// its health, and at the end of the match its reason.
func (m *match) AppendState(dst []byte) []byte {
	now, before := &m.state.Hero, &m.before
	values := [...]struct{ now, before int64 }{
		{now.X, before.X}, {now.Y, before.Y}, {now.Level, before.Level},
		{now.Exp, before.Exp}, {now.Gold, before.Gold}, {now.Fatigue, before.Fatigue},
	}
	var changed byte
	for i, v := range values {
		if m.turn == 0 || v.now != v.before {
			changed |= 1 << i
		}
	}
	attacked := m.played && m.move().Type == Attack
	if attacked {
		changed |= 1 << len(values)
	}
	dst = append(binary.AppendUvarint(dst, uint64(m.turn)), changed)
	for i, v := range values {
		if changed>>i&1 == 1 {
			dst = binary.AppendVarint(dst, v.now)
		}
	}
	if attacked {
		id := m.move().TargetID
		dst = binary.AppendVarint(dst, id)
		dst = binary.AppendVarint(dst, m.state.hp[id])
	}
	if m.reason == Forfeit {
		// Records from before the two were told apart keep their digests.
		return append(dst, NoAnswer...)
	}
	return append(dst, m.reason...)
}

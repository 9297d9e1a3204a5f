package replay_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// sums is a game for these tests: in each turn every seat calls a number from
// 0 to 9, and after some turns the highest sum wins. A garbled answer calls 0;
// a dropped seat is out. The zero value is what testdata was recorded with;
// the fields make another build of it.
type sums struct {
	rules int // Info.Rules, from 0
	extra int // added to every call
	turns int // added to the length of every match
}

// sumsSetup is the explicit start position.
type sumsSetup struct {
	Turns     int  `json:"turns"`
	Alternate bool `json:"alternate"` // seats call one after the other
}

func (g sums) Info() referee.Info {
	return referee.Info{
		Name: "sums", Title: "Sums", Rules: g.rules + 1, MinSeats: 1, MaxSeats: 4,
		First: time.Second, Turn: 50 * time.Millisecond, Seed: "Decides what the seats begin with.",
	}
}

func (g sums) New(setup referee.Setup, seats int) (referee.Match, error) {
	start := sumsSetup{Turns: 3}
	if setup.Position != nil {
		if err := referee.DecodePosition(setup.Position, &start); err != nil {
			return nil, err
		}
	}
	m := &sumsMatch{game: g, setup: start, playing: referee.Seats(1<<seats - 1), answers: make([]string, seats)}
	for seat := range seats {
		m.sums = append(m.sums, int(setup.Seed>>(8*seat)&7))
	}
	return m, nil
}

type sumsMatch struct {
	referee.Pure

	game    sums
	setup   sumsSetup
	turn    int
	playing referee.Seats
	sums    []int
	answers []string // of this turn
	events  []sumsEvent
	faults  []referee.Fault
}

type sumsEvent struct {
	Type string `json:"type"`
	Step int    `json:"step"`
	Seat int    `json:"seat"`
	Call int    `json:"call"`
}

func (m *sumsMatch) Over() bool {
	return m.turn >= m.setup.Turns+m.game.turns || m.playing == 0
}

func (m *sumsMatch) Asked() referee.Seats {
	if m.setup.Alternate {
		return m.playing & referee.SeatSet(m.turn%len(m.sums))
	}
	return m.playing
}

func (m *sumsMatch) Input(seat int, dst []byte) []byte {
	return fmt.Appendf(dst, "you %d\nsums %v\n", seat, m.sums)
}

func (m *sumsMatch) Lines(int) int { return 1 }

func (m *sumsMatch) Answer(seat int, lines []string) {
	m.answers[seat] = "nothing"
	if len(lines) > 0 {
		m.answers[seat] = lines[0]
	}
}

func (m *sumsMatch) Drop(seat int, f referee.Fault) {
	m.faults = append(m.faults, f)
	m.playing = m.playing.Without(seat)
}

func (m *sumsMatch) Step() {
	m.events = m.events[:0]
	asked := m.Asked()
	m.turn++
	for seat := range asked.All() {
		call, err := strconv.Atoi(m.answers[seat])
		if err != nil || call < 0 || call > 9 {
			m.faults = append(m.faults, referee.Fault{
				Turn: m.turn, Seat: seat, Kind: referee.Garbled,
				Line: referee.Quote(m.answers[seat]), Why: "want a number from 0 to 9",
			})
			call = 0
		}
		m.sums[seat] += call + m.game.extra
		m.events = append(m.events, sumsEvent{"call", 0, seat, call})
	}
}

func (m *sumsMatch) Attributes() []referee.Attribute { return nil }

func (m *sumsMatch) Scene() any { return map[string]int{"turns": m.setup.Turns} }

func (m *sumsMatch) View() any {
	return struct {
		Sums   []int       `json:"sums"`
		Events []sumsEvent `json:"events"`
	}{m.sums, m.events}
}

func (m *sumsMatch) Board(dst []byte) []byte { return fmt.Appendf(dst, "%v\n", m.sums) }

func (m *sumsMatch) AppendState(dst []byte) []byte {
	dst = append(dst, byte(m.turn), byte(m.playing))
	for _, sum := range m.sums {
		dst = append(dst, byte(sum), byte(sum>>8))
	}
	return dst
}

func (m *sumsMatch) Result() referee.Result {
	r := referee.Result{Scores: make([]int64, len(m.sums)), Faults: append([]referee.Fault{}, m.faults...)}
	for seat, sum := range m.sums {
		r.Scores[seat] = int64(sum)
	}
	r.Ranks = referee.RankScores(r.Scores)
	if m.Over() {
		r.Reason = "highest sum"
	}
	return r
}

// A scripted player gives its replies in turn and then says its last words.
type scripted struct {
	replies []referee.Reply
	last    string
	next    int
}

func (p *scripted) Ask(referee.Ask) { p.next++ }

func (p *scripted) Reply(context.Context) (referee.Reply, error) { return p.replies[p.next-1], nil }

func (*scripted) Finish() {}

func (p *scripted) Close() ([]byte, error) { return []byte(p.last), nil }

// says is a reply of one line with what was written to stderr before the
// input and after it.
func says(line, late, stderr string) referee.Reply {
	return referee.Reply{
		Lines: []string{line}, Wall: 120*time.Microsecond + 7, CPU: 90 * time.Microsecond,
		Late: []byte(late), Stderr: []byte(stderr),
	}
}

// fails is a reply that is a fault.
func fails(turn, seat int, kind referee.Kind, why string) referee.Reply {
	return referee.Reply{
		Fault: &referee.Fault{Turn: turn, Seat: seat, Kind: kind, Why: why},
		Wall:  50 * time.Millisecond, Stderr: []byte("too slow\n"),
	}
}

// header is a header for a match of sums with two seats.
func header(setup referee.Setup) replay.Header {
	h := replay.NewHeader(sums{}.Info(), setup, sums{}.Info().Limits())
	load := 0.25
	h.Arbiter = "v1.2.3"
	h.Seats = []replay.Seat{
		{Name: "boss", Bot: "boss", Version: "1.3", Digest: "9f86d081884c7d65"},
		{Name: "mine", Bot: "python3 mine.py"},
	}
	h.Host = replay.Host{OS: "linux", Arch: "amd64", CPUs: 8, Load: &load, Pinned: true}
	h.PlayedAt = time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)
	return h
}

// record plays sums between the players and returns the compressed record.
func record(t testing.TB, setup referee.Setup, players []referee.Player, watch ...referee.Recorder) []byte {
	t.Helper()
	m, err := sums{}.New(setup, len(players))
	if err != nil {
		t.Fatal(err)
	}
	w, err := replay.NewWriter(header(setup), m)
	if err != nil {
		t.Fatal(err)
	}
	var rec referee.Recorder = w
	if len(watch) > 0 {
		rec = both{w, watch[0]}
	}
	if _, err := referee.Play(t.Context(), m, players, referee.Options{Recorder: rec}); err != nil {
		t.Fatal(err)
	}
	return w.Bytes()
}

// both is two recorders of one match.
type both [2]referee.Recorder

func (b both) Turn(t *referee.Turn) error {
	for _, rec := range b {
		if err := rec.Turn(t); err != nil {
			return err
		}
	}
	return nil
}

func (b both) End(result referee.Result, late [][]byte) error {
	for _, rec := range b {
		if err := rec.End(result, late); err != nil {
			return err
		}
	}
	return nil
}

// example is the match of the committed records and of docs/replay-format.md:
// seat 0 draws, answers with a byte that is not UTF-8 and says something late;
// seat 1 is dropped in turn 2.
func example() (referee.Setup, []referee.Player) {
	return referee.Setup{Seed: -0x7FFF_FFFF_FFFF_FEFD, Position: json.RawMessage(`{"turns": 3}`)}, []referee.Player{
		&scripted{replies: []referee.Reply{
			says("7", "hello\n", "@draw cell 3 4 red\n@metric depth 5\n"),
			says("4\xff", "thought \xfe on\n", ""),
			says("9", "", ""),
		}, last: "bye\n"},
		&scripted{replies: []referee.Reply{
			says("5", "", "@draw cell 3 red\n"),
			fails(2, 1, referee.Timeout, "no complete answer within 50ms"),
		}},
	}
}

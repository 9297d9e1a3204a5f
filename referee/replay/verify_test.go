package replay_test

import (
	"encoding/json"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// Verify names the first turn that differs, and why.
func TestVerify(t *testing.T) {
	for _, tt := range []struct {
		name   string
		tamper func(rec *replay.Record)
		build  sums
		want   string
	}{
		{"untouched", func(*replay.Record) {}, sums{}, "same: 3 turns and the result"},
		{"other rules that play alike", func(*replay.Record) {}, sums{rules: 1}, "same: 3 turns and the result"},
		{
			"an answer", func(rec *replay.Record) { rec.Turns[2].Answers[0].Lines[0] = "8" }, sums{},
			"differs at turn 3: the record has the digest a5a105c020744b40; found 02af0f552082e2d7",
		},
		{
			"a digest", func(rec *replay.Record) { rec.Turns[1].Digest = 1 }, sums{},
			"differs at turn 2: the record has the digest 0000000000000001; found 3f2130e8962daafe",
		},
		{
			"the seed", func(rec *replay.Record) { rec.Header.Seed = 0 }, sums{},
			"differs at turn 0: the record has the digest c56302355375e13a; found 0d6a57675d73cb95",
		},
		{
			"rules that play differently", func(*replay.Record) {}, sums{rules: 1, extra: 1},
			"differs at turn 1: the record has the digest e1b8605bf083d13a; found 7e159fa17a3d6d29 (recorded under rules 1; this build plays rules 2)",
		},
		{
			"rules that end later", func(*replay.Record) {}, sums{turns: 1},
			"differs at turn 4: the record ends after turn 3; the match goes on",
		},
		{
			"rules that end sooner", func(*replay.Record) {}, sums{turns: -1},
			"differs at turn 3: the match is over after turn 2; the record goes on",
		},
		{
			"a seat too many", func(rec *replay.Record) {
				rec.Turns[2].Answers = append(rec.Turns[2].Answers, replay.Answer{Seat: 1, Lines: []string{"1"}})
			}, sums{},
			"differs at turn 3: the record has answers of seats 0, 1; the rules ask seat 0",
		},
		{
			"a seat too few", func(rec *replay.Record) { rec.Turns[0].Answers = nil }, sums{},
			"differs at turn 1: the record has answers of no seat; the rules ask seats 0, 1",
		},
		{
			"a score", func(rec *replay.Record) { rec.Footer.Result.Scores[1] = 7 }, sums{},
			"differs at turn 3: the record has the scores [19 7]; found [19 6]",
		},
		{
			"a rank", func(rec *replay.Record) { rec.Footer.Result.Ranks[1] = 1 }, sums{},
			"differs at turn 3: the record has the ranks [1 1]; found [1 2]",
		},
		{
			"the reason", func(rec *replay.Record) { rec.Footer.Result.Reason = "x" }, sums{},
			`differs at turn 3: the record has the reason "x"; found "highest sum"`,
		},
		{
			"a fault", func(rec *replay.Record) { rec.Footer.Result.Faults[1].Why = "x" }, sums{},
			`differs at turn 3: fault 2: the record has turn 2: seat 0: garbled: "4�": x; it has bytes that are not UTF-8: encode what you print as UTF-8, or print plain ASCII; found turn 2: seat 0: garbled: "4�": want a number from 0 to 9; it has bytes that are not UTF-8: encode what you print as UTF-8, or print plain ASCII`,
		},
		{
			"a fault less", func(rec *replay.Record) { rec.Footer.Result.Faults = rec.Footer.Result.Faults[:1] }, sums{},
			`differs at turn 3: fault 2: the record has none; found turn 2: seat 0: garbled: "4�": want a number from 0 to 9; it has bytes that are not UTF-8: encode what you print as UTF-8, or print plain ASCII`,
		},
		{
			"no end", func(rec *replay.Record) { rec.Footer, rec.Truncated = nil, "the file ends inside line 5" }, sums{},
			"cannot be judged: same up to turn 3, but the file ends inside line 5",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			setup, players := example()
			rec := read(t, record(t, setup, players))
			tt.tamper(rec)
			v, err := replay.Verify(rec, tt.build)
			if err != nil {
				t.Fatal(err)
			}
			if v.String() != tt.want {
				t.Errorf("found %s\n want %s", v, tt.want)
			}
		})
	}
}

// A record that cannot be played at all is an error.
func TestVerifyErrors(t *testing.T) {
	setup, players := example()
	rec := read(t, record(t, setup, players))
	rec.Header.Setup = json.RawMessage(`{"tunrs":3}`)
	if _, err := replay.Verify(rec, sums{}); err == nil || !strings.Contains(err.Error(), `deal the replay's match: setup: unknown field "tunrs"`) {
		t.Errorf("a wrong setup: %v", err)
	}
	rec.Header.Game = "chess"
	const want = "the replay is of the game chess; it cannot be played as sums"
	if _, err := replay.Verify(rec, sums{}); err == nil || err.Error() != want {
		t.Errorf("another game: %v; want %s", err, want)
	}
}

// Seats that take turns are asked one at a time, and verified so.
func TestVerifyAlternate(t *testing.T) {
	setup := referee.Setup{Position: json.RawMessage(`{"turns": 4, "alternate": true}`)}
	rec := read(t, record(t, setup, []referee.Player{
		&scripted{replies: []referee.Reply{says("1", "", ""), says("3", "", "")}},
		&scripted{replies: []referee.Reply{says("2", "", ""), says("4", "", "")}},
	}))
	if v, err := replay.Verify(rec, sums{}); err != nil || v.Status != replay.Same || v.Turn != 4 {
		t.Errorf("found %v, %v; want same", v, err)
	}
	rec.Turns[1].Answers[0].Seat = 0
	const want = "differs at turn 2: the record has answers of seat 0; the rules ask seat 1"
	if v, err := replay.Verify(rec, sums{}); err != nil || v.String() != want {
		t.Errorf("found %v, %v; want %s", v, err, want)
	}
}

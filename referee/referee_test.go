package referee_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbiter/referee"
)

func TestSeats(t *testing.T) {
	s := referee.SeatSet(0, 3)
	if !s.Has(0) || s.Has(1) || !s.Has(3) || s.Len() != 2 {
		t.Errorf("set %b", s)
	}
	if got := slices.Collect(s.All()); !slices.Equal(got, []int{0, 3}) {
		t.Errorf("seats %v", got)
	}
	if s.Without(3) != referee.SeatSet(0) {
		t.Errorf("without 3: %b", s.Without(3))
	}
	for range s.All() {
		break // stopping early must be possible
	}
}

// "ties allowed": equal scores share the better rank.
func TestRankScores(t *testing.T) {
	for _, tt := range []struct {
		scores []int64
		want   []int
	}{
		{[]int64{1}, []int{1}},
		{[]int64{1, 2}, []int{2, 1}},
		{[]int64{5, 5}, []int{1, 1}},
		{[]int64{3, 9, 9, 1}, []int{3, 1, 1, 4}},
		{[]int64{-5, 0}, []int{2, 1}},
	} {
		if got := referee.RankScores(tt.scores); !slices.Equal(got, tt.want) {
			t.Errorf("ranks of %v are %v; want %v", tt.scores, got, tt.want)
		}
	}
}

func TestFaultTeaches(t *testing.T) {
	for _, tt := range []struct {
		fault referee.Fault
		want  string
	}{
		{
			referee.Fault{Turn: 12, Seat: 1, Kind: referee.Garbled, Line: "MVOE 3", Why: "unknown command"},
			`turn 12: seat 1: garbled: "MVOE 3": unknown command`,
		},
		{
			referee.Fault{Turn: 2, Seat: 0, Kind: referee.Garbled, Why: "want one line"},
			`turn 2: seat 0: garbled: "": want one line; a blank line counts as an answer: print one line end, and print it after the answer`,
		},
		{
			referee.Fault{Turn: 1, Seat: 0, Kind: referee.Timeout, Why: "no answer within 50 ms"},
			`turn 1: seat 0: timeout: no answer within 50 ms`,
		},
		{
			referee.Fault{Turn: 1, Seat: 0, Kind: referee.Crash, Line: "MOV", Why: "exited with status 1"},
			`turn 1: seat 0: crash: "MOV": exited with status 1`,
		},
		{
			referee.Fault{Turn: 1, Seat: 0, Kind: referee.Illegal, Line: "ATTACK 0 0 0", Why: "nothing happens", Forgiven: true},
			`turn 1: seat 0: illegal: "ATTACK 0 0 0": nothing happens (forgiven)`,
		},
	} {
		if got := tt.fault.Error(); got != tt.want {
			t.Errorf("%s\nwant %s", got, tt.want)
		}
	}
}

func TestQuoteIsShortValidText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.StringN(0, 400, -1),
			rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 400), func(b []byte) string { return string(b) }),
		).Draw(t, "text")
		got := referee.Quote(text)
		if !utf8.ValidString(got) {
			t.Fatalf("%q is no valid text", got)
		}
		if len(text) <= referee.MaxQuote && utf8.ValidString(text) && got != text {
			t.Fatalf("%q became %q", text, got)
		}
		if len(got) > referee.MaxQuote {
			t.Fatalf("%d bytes; want at most %d", len(got), referee.MaxQuote)
		}
	})
}

func TestDecodePositionNamesTheField(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"good", `{"hp": 4, "at": {"x": 1}}`, ""},
		{"unknown field", `{"hq": 4}`, `setup: unknown field "hq"`},
		{"wrong type", `{"hp": "four"}`, `setup: field "hp": found a JSON string; want a whole number`},
		{"wrong type inside", `{"at": {"x": 1.5}}`, `setup: field "at.x": found a JSON number 1.5; want a whole number`},
		{"no object", ` [1]`, `setup: found "[1]"; want a JSON object`},
		{"null", `null`, `setup: found "null"; want a JSON object`},
		{"empty", ``, `setup: found ""; want a JSON object`},
		{"two documents", `{} {}`, `setup: text after the JSON document; want one object and nothing else`},
		{"cut", `{"hp": 4`, `setup: found no whole JSON object`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var v struct {
				HP int `json:"hp"`
				At struct {
					X int `json:"x"`
				} `json:"at"`
			}
			got := ""
			if err := referee.DecodePosition([]byte(tt.text), &v); err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWinner(t *testing.T) {
	for _, tt := range []struct {
		ranks []int
		want  int
	}{
		{[]int{1}, -1}, {[]int{1, 2}, 0}, {[]int{2, 1}, 1}, {[]int{1, 1}, -1}, {[]int{2, 2, 1}, 2},
	} {
		if got := (referee.Result{Ranks: tt.ranks}).Winner(); got != tt.want {
			t.Errorf("winner of ranks %v is %d; want %d", tt.ranks, got, tt.want)
		}
	}
}

func TestFaultOf(t *testing.T) {
	r := referee.Result{Faults: []referee.Fault{{Seat: 1, Turn: 1, Forgiven: true}, {Seat: 1, Turn: 2}, {Seat: 1, Turn: 3}}}
	if r.FaultOf(0) != nil || r.FaultOf(1).Turn != 2 {
		t.Errorf("faults %v %v", r.FaultOf(0), r.FaultOf(1))
	}
	if strings.Contains(r.FaultOf(1).Error(), `""`) {
		t.Error("an empty line is quoted where there is no kind")
	}
}

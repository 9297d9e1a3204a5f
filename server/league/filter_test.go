package league

import (
	"strings"
	"testing"

	"arbiter/referee"
)

// flagMatch is a match that seat 1 won by the flag after a timeout of seat 0.
func flagMatch() Match {
	return Match{
		Seats:      []string{"greedy@0a1b2c3d", "boss@9f8e7d6c"},
		Start:      Start{Seed: 7},
		Outcome:    Outcome{Scores: []int64{10, 31}, Ranks: []int{2, 1}, Faults: []referee.Kind{referee.Timeout, ""}},
		Reason:     "flag",
		Attributes: []referee.Attribute{{Name: "cols", Value: 33}, {Name: "minions", Value: 4}},
		Metrics:    []Metric{{Seat: 1, Name: "depth", Value: 6}, {Seat: 0, Name: "nodes", Value: 1000}},
	}
}

func TestFilter(t *testing.T) {
	for _, tt := range []struct {
		text         string
		seat0, seat1 bool
	}{
		{"", true, true},
		{"cols<34", true, true},
		{"cols<33", false, false},
		{"cols<=33, minions >= 4", true, true},
		{"cols!=33", false, false},
		{"rows<100", false, false}, // the match has no such attribute
		{"seat=1", false, true},
		{"seed=7,seat<1", true, false},
		{"score>10", false, true},
		{"reason=flag", true, true},
		{"reason!=flag", false, false},
		{"fault=timeout", true, false},
		{"fault=none", false, true},
		{"fault=any", true, false},
		{"fault!=any", false, true},
		{"fault!=none", true, false},
		{"bot=boss@9f8e7d6c", false, true},
		{"bot=boss", false, true},
		{"bot=bos", false, false},
		{"bot!=boss", true, false},
		{"opponent=boss", true, false},
		{"opponent=boss@9f8e7d6c", true, false},
		{"bot=greedy@0a1b2c3d,opponent!=boss@9f8e7d6c", false, false},
		{"metric.depth>5", false, true},
		{"metric.nodes>=1e3", true, false},
		{"cols<34,minions>=4,seat=1,reason=flag,fault=timeout,metric.depth>5", false, false},
		{"cols<34,minions>=4,seat=1,reason=flag,fault=none,metric.depth>5", false, true},
	} {
		f, err := ParseFilter(tt.text)
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		m := flagMatch()
		if got0, got1 := f.Seat(m, 0), f.Seat(m, 1); got0 != tt.seat0 || got1 != tt.seat1 {
			t.Errorf("%q: seats %v and %v, want %v and %v", tt.text, got0, got1, tt.seat0, tt.seat1)
		}
		if got, want := f.Match(m), tt.seat0 || tt.seat1; got != want {
			t.Errorf("%q: match %v, want %v", tt.text, got, want)
		}
	}
}

// "No condition holds on a number that the match does not have": an explicit
// position has no seed.
func TestFilterSeedOfPosition(t *testing.T) {
	f, err := ParseFilter("seed=0")
	if err != nil {
		t.Fatal(err)
	}
	if f.Match(Match{Seats: []string{"a"}, Start: Start{Position: "d1", Name: "007"}}) {
		t.Error("seed=0 selects a position without a seed")
	}
}

func TestParseFilterErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"cols", `condition 1: "cols" compares nothing; want a condition, e.g. cols<34 or reason=flag`},
		{"seat=1,", `condition 2: "" compares nothing`},
		{"cols<<3", `condition 1: "cols<<3": found "<<"; want =, !=, <, <=, > or >=`},
		{"cols==3", `found "=="; want =`},
		{"<3", `found the name ""; want bot, opponent, reason, fault, seat, score, seed, metric.NAME or an attribute of the game`},
		{"two words=3", `found the name "two words"; want bot`},
		{"metric.>3", `found the name "metric."; want bot`},
		{"cols<", `"cols<": no value after <`},
		{"faults=timeout", `no condition "faults" (did you mean fault?)`},
		{"cols<wide", `"cols<wide": found "wide"; want a number`},
		{"cols<NaN", `found "NaN"; want a number`},
		{"reason<flag", `"reason<flag": found < with text; want = or !=`},
	} {
		if _, err := ParseFilter(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %q", tt.text, err, tt.want)
		}
	}
}

func FuzzParseFilter(f *testing.F) {
	for _, seed := range []string{"", "cols<34,minions>=4", "fault=none", "metric.depth!=5", "a=,b", "!="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		filter, err := ParseFilter(text)
		if err == nil {
			filter.Match(flagMatch())
		}
	})
}

func TestReportMatch(t *testing.T) {
	r := Report{Result: referee.Result{
		Scores: []int64{1, 2}, Ranks: []int{2, 1}, Reason: "flag",
		Faults: []referee.Fault{{Seat: 1, Kind: referee.Illegal, Forgiven: true}, {Seat: 0, Kind: referee.Garbled}, {Seat: 0, Kind: referee.Crash}},
	}}
	m := r.Match()
	if m.fault(0) != referee.Garbled || m.fault(1) != "" || m.Reason != "flag" {
		t.Errorf("faults %q, reason %q; want the first that was not forgiven of each seat", m.Outcome.Faults, m.Reason)
	}
}

// "A condition has a name that no match has": it is refused and the nearest one
// named.
func TestCheckNames(t *testing.T) {
	attributes := []string{"rows", "cols"}
	for text, want := range map[string]string{
		"":                                   "",
		"cols<34,bot=mine,metric.anything>3": "",
		"fault=none":                         "",
		"colz<34":                            `condition 1: unknown name "colz" (did you mean cols?); want one of bot, fault, opponent, reason, seat, score, seed, rows, cols or metric.NAME`,
		"seat=0,oponent=3":                   `unknown name "oponent"`,
		"minions>=4":                         `unknown name "minions"; want one of`,
		"fault=tiemout":                      `unknown fault "tiemout" (did you mean timeout?); want one of timeout, crash`,
	} {
		f, err := ParseFilter(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		err = f.CheckNames(attributes)
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v; want %q", text, err, want)
		}
	}
}

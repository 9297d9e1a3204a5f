package whatif

import (
	"context"
	"errors"
	"slices"
	"testing"

	"arbiter/referee/process"
	"arbiter/server/playing/dispatch"
	"arbiter/server/study/analysis"
)

// "Most costly first, then by turn, then those after a first change", which are
// never ranked.
func TestRank(t *testing.T) {
	cost := func(regret float64) *Cost { return &Cost{Regret: regret} }
	changes := []Change{
		{Match: "a", Turn: 9}, {Match: "a", Turn: 10, After: true}, {Match: "a", Turn: 3, After: true},
		{Match: "b", Turn: 4, Cost: cost(0.1)}, {Match: "c", Turn: 2}, {Match: "d", Turn: 7, Cost: cost(0.5)}, {Match: "e", Turn: 2},
	}
	rank(changes)
	var got []string
	for _, c := range changes {
		got = append(got, c.Match)
	}
	if want := []string{"d", "b", "c", "e", "a", "a", "a"}; !slices.Equal(got, want) || changes[4].Turn != 9 || changes[5].Turn != 10 {
		t.Errorf("ranked %v; want %v, and those after a first change as they came", got, want)
	}
}

// "Answers after a process bot's first difference are labelled so and never ranked",
// also where their costs are known. A bot that is told what was played has none.
func TestCompareLabelsWhatFollows(t *testing.T) {
	s := recorded(t, 0, 0)
	costs := func(_ context.Context, s Seat) (*analysis.Analysis, error) {
		all := map[int]Cost{}
		for i := range s.Record.Turns {
			all[i+1] = Cost{Regret: float64(i)} // the later, the more costly
		}
		return analysed(s.Seat, all), nil
	}
	bot := dispatch.Contender{Spec: process.Spec{Command: []string{"sh", "-c", `read size; read own; read other; while read wall; do echo "9 9 U"; done`}}}
	for _, told := range []bool{false, true} {
		bot.Told = told
		if told { // a line with the recorded answers comes first
			bot.Spec.Command[2] = "read answers; " + bot.Spec.Command[2]
		}
		d, err := Compare(t.Context(), bot, []Seat{s}, Options{Analyses: costs})
		if err != nil {
			t.Fatal(err)
		}
		if d.Answers != len(s.Record.Turns)/2 || len(d.Changes) != d.Answers {
			t.Fatalf("told %v: %d changes of %d answers; want all of %d", told, len(d.Changes), d.Answers, len(s.Record.Turns)/2)
		}
		for i, c := range d.Changes {
			turn := 2 * (i + 1) // as they came
			if told {
				turn = 2 * (len(d.Changes) - i) // most costly first
			}
			if after := !told && i > 0; c.After != after || (c.Cost == nil) != after || c.Turn != turn {
				t.Errorf("told %v: change %d is of turn %d, labelled %v, cost %v; want turn %d, labelled %v", told, i, c.Turn, c.After, c.Cost, turn, after)
			}
		}
	}
}

// "diff goes on past a failing match and lists it", and fails where all of them do.
func TestCompareGoesOn(t *testing.T) {
	s := recorded(t, 0, 0)
	broken := s
	broken.Match = "broken"
	costs := func(_ context.Context, s Seat) (*analysis.Analysis, error) {
		if s.Match == "broken" {
			return nil, errors.New("the disk is full")
		}
		return nil, nil
	}
	bot := dispatch.Contender{Spec: process.Spec{Command: []string{"sh", "-c", `read size; read own; read other; while read wall; do echo "9 9 U"; done`}}}
	d, err := Compare(t.Context(), bot, []Seat{s, broken}, Options{Analyses: costs})
	if err != nil || len(d.Failed) != 1 || d.Failed[0] != (Failure{"broken", 1, "the disk is full"}) || d.Answers != len(s.Record.Turns)/2 || len(d.Changes) != d.Answers {
		t.Errorf("%+v, %v; want the changes of one match, and why there are none of the other", d, err)
	}
	if _, err := Compare(t.Context(), bot, []Seat{broken}, Options{Analyses: costs}); err == nil {
		t.Error("no error where all matches fail")
	}
}

// "When ctx ends it returns what is known of the matches that were fed whole, and ctx's error."
func TestCompareInterrupted(t *testing.T) {
	s := recorded(t, 0, 0)
	ctx, stop := context.WithCancel(t.Context())
	costs := func(context.Context, Seat) (*analysis.Analysis, error) {
		stop() // the first match is fed
		return nil, nil
	}
	bot := dispatch.Contender{Spec: process.Spec{Command: []string{"sh", "-c", `read size; read own; read other; while read wall; do echo "9 9 U"; done`}}}
	d, err := Compare(ctx, bot, []Seat{s, s, s}, Options{Analyses: costs})
	if !errors.Is(err, context.Canceled) || d.Matches != 1 || len(d.Changes) != len(s.Record.Turns)/2 || len(d.Failed) > 0 {
		t.Errorf("%d matches, %d changes, %d failed, error %v; want the changes of one match", d.Matches, len(d.Changes), len(d.Failed), err)
	}
}

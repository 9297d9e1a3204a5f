package analysis_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"arbiter/bots/judge"
	"arbiter/server/study/analysis"
)

// A hasty judge stops early: to its samples a 0 is worth less than a 9, and at the end
// of the match all answers are worth the same, or a 0 what costs says.
type hasty struct {
	digits
	costs float64
}

// kinds are those who confirm what hasty says.
func kinds() []judge.Kind {
	return []judge.Kind{{Name: "weak", Units: 1, Quick: true}, {Name: "strong", Units: 2}, {Name: "others", Units: 2}}
}

func (h hasty) Continue(position int, answers [][]string, kind, n int) float64 {
	if kind == judge.Own {
		return h.digits.Continue(position, answers, kind, n)
	}
	r := rand.New(rand.NewPCG(uint64(position)<<1+1, uint64(n)<<2+uint64(kind)))
	value := 0.5 + 0.1*r.Float64()
	if answers[h.seat][0] == "0" {
		value -= h.costs
	}
	return value
}

// An answer that only looks bad where samples end has an unclear cost. One that costs a quarter of
// a match at its end has a confirmed cost.
func TestPlayToTheEndDecides(t *testing.T) {
	for _, tt := range []struct {
		name  string
		costs float64
		want  analysis.Sure
	}{
		{"it costs nothing", 0, analysis.Unclear},
		{"it costs a quarter", 0.25, analysis.Confirmed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, rec := tally(t, 6)
			s.judging.New = func(seat int) judge.Judge { return hasty{digits{seat}, tt.costs} }
			s.judging.Kinds = kinds()
			r, notes := s.analyse(t, rec, analysis.Options{Seat: 0})
			bad := r.Turns[2]
			if bad.Sure != tt.want || len(notes.Turns[2].Pairs) == 0 {
				t.Errorf("%+v, pairs %+v; want %s", bad, notes.Turns[2].Pairs, tt.want)
			}
			if n := len(notes.Turns[1].Pairs); n > 0 {
				t.Errorf("pairs of %d kinds of an answer that does not look bad", n)
			}
		})
	}
}

// A careful is hasty with players who are asked last, to whom a 0 costs something else.
type careful struct {
	hasty
	last float64
}

func (c careful) Continue(position int, answers [][]string, kind, n int) float64 {
	if kind == 3 {
		c.costs = c.last
	}
	return c.hasty.Continue(position, answers, kind, n)
}

// "Strong and dear players are asked last, only about what would be confirmed", and have a part
// in the cost; what is confirmed has 48 pairs of the usual ones, as here nobody hurries, and 16 of
// theirs.
func TestLastPlayersAreAskedLast(t *testing.T) {
	for _, tt := range []struct {
		name          string
		costs, last   float64
		asked, marked bool
	}{
		{"it costs nothing", 0, 0.25, false, false},
		{"it costs all a quarter", 0.25, 0.25, true, true},
		{"the last ones gain by it", 0.25, -0.25, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, rec := tally(t, 6)
			s.judging.New = func(seat int) judge.Judge { return careful{hasty{digits{seat}, tt.costs}, tt.last} }
			s.judging.Kinds = append(kinds(), judge.Kind{Name: "strongest", Units: 20, Last: true})
			r, notes := s.analyse(t, rec, analysis.Options{Seat: 0})
			bad, pairs := r.Turns[2], notes.Turns[2].Pairs
			if marked := bad.Costly(); marked != tt.marked || len(pairs) < 4 || pairs[3].Cost.N > 0 != tt.asked {
				t.Fatalf("%+v, pairs %+v; want a sure cost: %v, asked last: %v", bad, pairs, tt.marked, tt.asked)
			}
			if usual := pairs[1].Cost.N + pairs[2].Cost.N; tt.marked && (usual < 48 || pairs[3].Cost.N < 16) {
				t.Errorf("confirmed by %+v; want 48 of the usual ones and 16 of the last", pairs)
			}
		})
	}
}

// "Nothing is confirmed before surePairs", however sure fewer pairs look.
func TestFewPairsConfirmNothing(t *testing.T) {
	for _, tt := range []struct {
		name          string
		n             int     // pairs of each of two kinds
		mean, squares float64 // of what they cost
		want          analysis.Sure
	}{
		{"few that are sure of half of it", 12, 0.5, 0, analysis.Likely},
		{"few that are sure of some of it", 12, 0.5, 0.1, analysis.Unclear},
		{"more that differ", 32, 0.5, 10, analysis.Confirmed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, rec := tally(t, 6)
			s.judging.New = func(seat int) judge.Judge { return hasty{digits{seat}, tt.mean} }
			s.judging.Kinds = kinds()[1:] // none are quick
			kind := analysis.Pairs{Cost: analysis.Tally{N: tt.n, Mean: tt.mean, Squares: tt.squares}, Best: 0.75, Given: 0.75 - tt.mean}
			notes := &analysis.Notes{Judge: s.judging.Name, Turns: []analysis.Note{
				{Turn: 3, Asked: true, Best: []string{"9"}, Regrets: analysis.Tally{N: 50, Mean: 0.5, Squares: 0.1}, Pairs: []analysis.Pairs{kind, kind}},
			}}
			r, notes := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 1, Notes: notes})
			bad := r.Turns[2]
			if bad.Sure != tt.want || notes.Turns[2].Pairs[0].Cost.N != tt.n {
				t.Errorf("%+v, %v ± %v, by %+v; want %s", bad, *bad.Regret, *bad.RegretError, notes.Turns[2].Pairs, tt.want)
			}
		})
	}
}

// Without pairs a cost is likely only if it is large enough for samples that err by a fifth of a
// match more. In keeper, which has no quick players, it is unclear.
func TestWithoutPairs(t *testing.T) {
	for _, tt := range []struct {
		name   string
		kinds  []judge.Kind
		says   float64
		marked bool
	}{
		{"quick players, much", kinds(), 0.8, true},
		{"quick players, less", kinds(), 0.4, false},
		{"none", kinds()[1:], 0.8, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, rec := tally(t, 6)
			s.judging.New = func(seat int) judge.Judge { return hasty{digits{seat}, 0.25} }
			s.judging.Kinds = tt.kinds
			notes := &analysis.Notes{Judge: s.judging.Name, Turns: []analysis.Note{
				{Turn: 3, Asked: true, Best: []string{"9"}, Regrets: analysis.Tally{N: 50, Mean: tt.says, Squares: 0.1}},
			}}
			r, notes := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 1, Notes: notes})
			bad := r.Turns[2]
			if len(notes.Turns[2].Pairs) > 0 || *bad.Regret > tt.says || bad.Costly() != tt.marked || *bad.RegretError < 0.2 {
				t.Errorf("%+v, regret %v ± %v; want at most %g, with an error of at least 0.2, likely: %v", bad, *bad.Regret, *bad.RegretError, tt.says, tt.marked)
			}
		})
	}
}

// A fair is a coin that can be tossed to the end.
type fair struct{ coin }

func (f fair) Continue(position int, answers [][]string, kind, n int) float64 {
	return f.coin.Continue(position, answers, kind, n+(1+kind)<<20)
}

// Plays to the end are not those that made an answer look bad, and need to be larger
// than their error only: of 2000 answers that cost nothing at most four seem to cost something.
func TestLuckIsNoMistakeAtTheEnd(t *testing.T) {
	s, rec, o := ofLuck(t, fair{}, kinds()...)
	r, notes := s.analyse(t, rec, o)
	finished := 0
	for _, n := range notes.Turns {
		finished += min(1, len(n.Pairs))
	}
	if len(r.mistakes()) > mostLucky || finished < 20 {
		t.Errorf("%d of %d answers seem to cost something: %v; want at most %d; %d were played to the end", len(r.mistakes()), len(r.Turns), r.mistakes(), mostLucky, finished)
	}
}

// A settled plays to the end of a match that is won or lost whatever is answered, but for
// one game in fifty: to its samples a 0 is worth less than a 9.
type settled struct {
	hasty
	won float64
}

func (s settled) Continue(position int, answers [][]string, kind, n int) float64 {
	if kind == judge.Own {
		return s.digits.Continue(position, answers, kind, n)
	}
	if n%50 == kind && answers[s.seat][0] == "0" {
		return 1 - s.won
	}
	return s.won
}

// In a position that all but the quick players win or lose by both answers no cost is sure.
func TestDecidedPositionsAreUnclear(t *testing.T) {
	for _, won := range []float64{0, 1} {
		s, rec := tally(t, 6)
		s.judging.New = func(seat int) judge.Judge { return settled{hasty{digits{seat}, 0}, won} }
		s.judging.Kinds = kinds()
		r, notes := s.analyse(t, rec, analysis.Options{Seat: 0})
		if len(r.mistakes()) > 0 || len(notes.Turns[2].Pairs) == 0 {
			t.Errorf("result %g: mistakes %v, pairs %+v; want pairs and no mistake", won, r.mistakes(), notes.Turns[2].Pairs)
		}
	}
}

// "The printed cost is theirs alone, each kind weighing the same", and is believed the less
// the more they disagree: samples say 0.5, and the kinds 0.2 and 0.4.
func TestCostIsThatOfThePairs(t *testing.T) {
	s, rec := tally(t, 6)
	s.judging.New = func(seat int) judge.Judge { return disagreeing{hasty{digits{seat}, 0}} }
	s.judging.Kinds = kinds()
	r, notes := s.analyse(t, rec, analysis.Options{Seat: 0})
	bad := r.Turns[2]
	if notes.Turns[2].Regrets.Mean < 0.4 || *bad.Regret < 0.2 || *bad.Regret >= 0.3 || *bad.RegretError < 0.1 {
		t.Errorf("samples say %v, the report %v ± %v; want from 0.2 to less than 0.3, with an error of at least 0.1, by which the kinds differ",
			notes.Turns[2].Regrets.Mean, *bad.Regret, *bad.RegretError)
	}
}

// A disagreeing has a quick kind to which a 0 costs 0.9, and two others to which it costs
// 0.2 and 0.4.
type disagreeing struct{ hasty }

func (d disagreeing) Continue(position int, answers [][]string, kind, n int) float64 {
	if kind == judge.Own {
		return d.digits.Continue(position, answers, kind, n)
	}
	if answers[d.seat][0] == "0" {
		return 0.95 - []float64{0.9, 0.2, 0.4}[kind]
	}
	return 0.95
}

// "Confirmations take at most four tenths of the budget."
func TestConfirmationsLeaveTheBudget(t *testing.T) {
	const effort = 20_000
	s, rec, _ := ofLuck(t, fair{}, kinds()...)
	_, notes := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: effort})
	units := 0
	for _, n := range notes.Turns {
		for kind, p := range n.Pairs {
			units += 2 * p.Cost.N * int(kinds()[kind].Units)
		}
	}
	const round = 8 * 2 * 8 * 4 // the last jobs may go beyond it
	if units == 0 || units > effort*4/10+round {
		t.Errorf("%d of %d units go to pairs; want some, and at most 40 %%", units, effort)
	}
}

// Old notes are read, with the plays to the end that only keeper had.
func TestOldNotesAreRead(t *testing.T) {
	var notes analysis.Notes
	err := json.Unmarshal([]byte(`{"judge": "digits", "seconds": 2, "turns": [{"turn": 3, "seat": 0, "asked": true, "best": ["9"],
		"values": {"n": 4, "mean": 0.7, "squares": 0}, "regrets": {"n": 50, "mean": 0.4, "squares": 0.1}, "ends": {"n": 9, "mean": 0.3, "squares": 0}}]}`), &notes)
	if err != nil {
		t.Fatal(err)
	}
	s, rec := tally(t, 6)
	s.judging.New = func(seat int) judge.Judge { return hasty{digits{seat}, 0.25} }
	s.judging.Kinds = kinds()
	r, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Notes: &notes})
	if bad := r.Turns[2]; !bad.Costly() {
		t.Errorf("%+v; want a cost that pairs confirm", bad)
	}
}

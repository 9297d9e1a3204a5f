package analysis_test

import (
	"flag"
	"fmt"
	"math"
	"testing"

	"arbiter/bots/judge"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

var stays = flag.Int("stays", 0, "tell which marks of a short analysis a long one takes back, in so many matches a game; 0: none")

// A short analysis has a quarter of the default budget, 2.5 seconds of two cores, and a
// long one twice that budget.
const shortPart, longTimes = 4, 2

// "2.5 s against 20 s, empty cache, other draws: at most 10 % of sure costs vanish, at most 3 %
// are none". Every other match is one with a planted mistake, while there are any, since
// bosses make few; with -level all are of bots who make more.
//
//	go test ./server/study/analysis -run TestCostsStay -stays 10 -v -timeout 0
func TestCostsStay(t *testing.T) {
	if *stays == 0 {
		t.Skip("-stays plays it: minutes") // make calibrate passes it
	}
	for name, s := range chosen() {
		t.Run(name, func(t *testing.T) { s.stay(t, readPlanted(t)[name]) })
	}
}

func (s subject) stay(t *testing.T, list []planted) {
	sure, vanish, none := 0, 0, 0
	effort := s.units(*stays)
	for number, costs := range inOrder(*stays, func(number int) []stayed { return s.twice(t, int64(number), list) }) {
		for _, m := range costs {
			sure++
			vanish += count(!m.after.Costly())
			none += count(m.after.Sure == "")
			t.Logf("match %d turn %d: %s, %s; by the long one %s, %s", number, m.before.Turn, m.before.Sure, sizeOf(m.before), m.after.Sure, sizeOf(m.after))
		}
	}
	t.Logf("%d matches, one seat each, level %d (0: the boss), efforts %d and %d: of the sure costs of the short one %s vanish in the long one, %s are none",
		*stays, *levelOf, effort/shortPart, effort*longTimes, shareOf(vanish, sure), shareOf(none, sure))
	most := func(share float64) float64 { // of the sure costs, within two standard errors
		return float64(sure)*share + 2*math.Sqrt(float64(sure)*share*(1-share))
	}
	if float64(vanish) > most(0.1) || float64(none) > most(0.03) {
		t.Error("want at most 10 % to vanish and 3 % to be none, within two standard errors")
	}
}

// A stayed is an answer whose cost a short analysis is sure of, as it and a long one have it.
type stayed struct{ before, after analysis.Turn }

// twice analyses a match twice, and returns what the short analysis is sure of.
func (s subject) twice(t *testing.T, number int64, list []planted) (costs []stayed) {
	seat, setup := int(number)%s.game.Info().MaxSeats, s.setup(number+int64(*after)+60_000)
	var rec *replay.Record
	if k := int(number / 2); *levelOf == 0 && number%2 == 1 && k < len(list) {
		seat, rec = list[k].Seat, s.again(t, list[k])
	} else {
		rec = s.equals(t, setup, level{*levelOf, number})
	}
	long := s
	long.judging.New = func(seat int) judge.Judge { return othersDraws{s.judging.New(seat)} }
	effort := s.units(*stays)
	before, _ := s.analyse(t, rec, analysis.Options{Seat: seat, Effort: effort / shortPart})
	after, _ := long.analyse(t, rec, analysis.Options{Seat: seat, Effort: effort * longTimes})
	for i, turn := range before.Turns {
		if turn.Costly() {
			costs = append(costs, stayed{turn, after.Turns[i]})
		}
	}
	return costs
}

// sizeOf prints what an answer costs.
func sizeOf(turn analysis.Turn) string {
	if turn.Regret == nil {
		return "not examined"
	}
	return fmt.Sprintf("%.3f ± %.3f", *turn.Regret, *turn.RegretError)
}

// otherDraw is where the draws of othersDraws begin, which no short analysis makes.
const otherDraw = 1 << 22

// othersDraws is a judge that thinks the same and draws otherwise.
type othersDraws struct{ judge.Judge }

func (d othersDraws) Continue(position int, answers [][]string, kind, n int) float64 {
	return d.Judge.Continue(position, answers, kind, n+otherDraw)
}

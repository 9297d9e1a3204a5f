package analysis_test

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"arbiter/bots/ctf"
	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

var causes = flag.Int("causes", 0, "look at the falls of so many matches a game, and try those of ctf by players whom the judge does not use; 0: none")

// "A cause counts if players that the judge does not use gain at least half of the fall by
// replacing the answer or the window; nobody known to us plays this better is said of at most
// 25 %, and there they gain less than 0.1": in its mean, and what is not told counts as said.
// They lose by it what it is said to fall by, too.
//
//	go test ./server/study/analysis -run TestCausesHold -causes 24 -markpairs 32 -v -timeout 0
func TestCausesHold(t *testing.T) {
	if *causes == 0 {
		t.Skip("-causes plays it: a quarter of an hour") // make calibrate passes it
	}
	s := subjects()["ctf"] // the game whose outsiders play falls
	type found struct{ falls, lost, gains, imagined paired }
	var claimed, lost paired
	by := map[analysis.FallCause]*found{}
	var own, not struct {
		falls, hold int
		gains       paired
	}
	for number, falls := range inOrder(*causes, func(number int) []fallen { return s.falls(t, int64(number)) }) {
		for _, f := range falls {
			fell := f.Before - f.After
			x := by[f.Cause]
			if x == nil {
				x = new(found)
				by[f.Cause] = x
			}
			outside := f.begins.mean() - f.ends.mean()
			x.falls.add(fell)
			x.lost.add(outside)
			claimed.add(fell)
			lost.add(outside)
			x.gains.add(f.gain.mean())
			x.imagined.add(f.imagined.mean())
			switch f.Cause {
			case analysis.ByAnswer, analysis.ByAnswers, analysis.ByPlan:
				own.falls++
				own.hold += count(f.gain.mean() >= fell/2)
				own.gains.add(f.gain.mean() / fell)
			case analysis.ByOthers, analysis.ByLuck:
				not.falls++
				not.hold += count(f.gain.mean() < analysis.LittleGain)
				not.gains.add(f.gain.mean())
			}
			t.Logf("match %d turns %d to %d: falls by %.2f, %s; own %s, others' %s, rest %s; outsiders gain %v, from imagined positions %v; %.2f to %.2f, to outsiders %v to %v",
				number, f.From, f.To, fell, f.Cause, partOf(f.Own), partOf(f.Others), partOf(f.Rest), &f.gain, &f.imagined, f.Before, f.After, &f.begins, &f.ends)
		}
	}
	of := "of the boss, every other two with greedy in the seat that is judged"
	if *levelOf > 0 {
		of = fmt.Sprintf("of level %d against itself", *levelOf)
	}
	t.Logf("%d matches %s, effort %d, %d pairs a fall", *causes, of, s.units(*causes), *markPairs)
	all := 0
	for _, cause := range slices.Sorted(maps.Keys(by)) {
		x := by[cause]
		all += int(x.falls.n)
		t.Logf("%s: %.0f falls, by %.2f in the mean, to outsiders by %v; outsiders gain %v, from imagined positions %v", cause, x.falls.n, x.falls.mean(), &x.lost, &x.gains, &x.imagined)
	}
	t.Logf("all: %d falls, by %.2f in the mean, to outsiders by %v", all, claimed.mean(), &lost)
	if off := math.Abs(lost.mean() - claimed.mean()); all > 0 && off > 0.3*claimed.mean()+2*lost.err() {
		t.Errorf("falls by %.2f in the mean are falls by %v to outsiders; want that within 30 %%", claimed.mean(), &lost)
	}
	t.Logf("own play: outsiders gain half of the fall in %s; not own play: they gain less than %.1f in %s", shareOf(own.hold, own.falls), analysis.LittleGain, shareOf(not.hold, not.falls))
	if own.falls > 0 && own.gains.mean() < 0.5-2*own.gains.err() {
		t.Errorf("where own play is the cause, outsiders gain %v of the fall; want half", &own.gains)
	}
	if not.falls > 0 && not.gains.mean() > analysis.LittleGain+2*not.gains.err() {
		t.Errorf("where it is not, outsiders gain %v; want less than %.1f", &not.gains, analysis.LittleGain)
	}
	if share := float64(all-own.falls) / float64(max(1, all)); share > 0.25 {
		t.Errorf("%.0f %% of the falls have no own play as their cause; want 25 %% at most", 100*share)
	}
}

// "Every fall has a cause": within the default budget at most one in four is not told.
//
//	go test ./server/study/analysis -run TestFallsAreTold -causes 24 -level 3 -v -timeout 0
func TestFallsAreTold(t *testing.T) {
	if *causes == 0 {
		t.Skip("-causes plays it: some minutes a game") // statistics: make calibrate passes it
	}
	for name, s := range chosen() {
		t.Run(name, func(t *testing.T) {
			by, all := map[analysis.FallCause]int{}, 0
			for number, falls := range inOrder(*causes, func(number int) []analysis.Fall {
				rec := s.equals(t, s.setup(int64(number+*after)+90_000), level{*levelOf, int64(number)})
				r, _ := s.analyse(t, rec, analysis.Options{Seat: number % s.game.Info().MaxSeats, Effort: s.units(*causes)})
				return r.Falls
			}) {
				for _, f := range falls {
					by[f.Cause]++
					all++
					t.Logf("match %d turns %d to %d: from %.4g to %.4g, %s", number, f.From, f.To, f.Before, f.After, f.Cause)
				}
			}
			t.Logf("%d matches, one seat each, level %d (0: the boss), effort %d: %d falls, by their causes %v", *causes, *levelOf, s.units(*causes), all, by)
			if 4*by[analysis.ByUnknown] > all {
				t.Errorf("of %d falls %d are not told; want one in four at most", all, by[analysis.ByUnknown])
			}
		})
	}
}

// A fallen is a fall with what outsiders gain by playing it otherwise, in pairs from the true
// position and from imagined ones.
type fallen struct {
	analysis.Fall
	gain, imagined paired
	begins, ends   paired // what outsiders make of imagined positions there
}

// falls analyses a match of ctf and plays its falls otherwise.
func (s subject) falls(t *testing.T, number int64) (all []fallen) {
	seat, setup := int(number)%2, s.setup(number+int64(*after)+90_000)
	var rec *replay.Record
	if *levelOf == 0 && number%4 >= 2 {
		players := []player{ctfBoss(0, level{}), ctfBoss(1, level{})}
		players[seat] = ctfPlayer(seat, ctf.NewGreedy)
		rec = s.record(t, setup, func(m referee.Match, seat int) []string { return players[seat](m) })
	} else {
		rec = s.equals(t, setup, level{*levelOf, number})
	}
	r, _ := s.analyse(t, rec, analysis.Options{Seat: seat, Effort: s.units(*causes)})
	for _, f := range r.Falls {
		gain, imagined := s.otherwise(t, rec, r, f)
		all = append(all, fallen{f, gain, imagined, s.outside(t, rec, f.Seat, f.From), s.outside(t, rec, f.Seat, f.To)})
	}
	return all
}

func partOf(p *analysis.Part) string {
	if p == nil {
		return "?"
	}
	return fmt.Sprintf("%.2f ± %.2f", p.Lost, p.Error)
}

// outside returns what outsiders make of imagined positions in front of a turn.
func (s subject) outside(t *testing.T, rec *replay.Record, seat, turn int) (value paired) {
	o, imagine := s.before(t, rec, seat, turn)
	for n := range *markPairs {
		o.Place(imagine(n))
		value.add(o.follow(n, func(int, int) []string { return nil }))
	}
	return value
}

// before returns an outsider who has seen a match up to a turn of a seat, and what imagines the
// position in front of it.
func (s subject) before(t *testing.T, rec *replay.Record, seat, turn int) (o *ctfOutsider, imagine func(n int) referee.Match) {
	o = &ctfOutsider{seat: seat}
	j := s.judging.New(seat).(analysis.Imaginer)
	position := 0
	for p, given := range s.asked(t, rec, seat) {
		o.Look(p.Match)
		j.Look(p.Match)
		if p.Turn.Number == turn {
			begins := p.Match.(referee.Cloner).Clone()
			return o, func(n int) referee.Match {
				m, _ := j.Imagine(begins, position, imaginedDraws+n)
				return m
			}
		}
		j.Took(given[seat])
		position++
	}
	t.Fatalf("seat %d was not asked in turn %d", seat, turn)
	return nil, nil
}

// otherwise plays pairs from the beginning of a fall, or from its marked answer: what outsiders
// make of the position, less what they make of it once the seat has answered as recorded.
func (s subject) otherwise(t *testing.T, rec *replay.Record, r *analysis.Analysis, f analysis.Fall) (gain, imagined paired) {
	if f.Cause == analysis.ByAnswer {
		for _, turn := range r.Turns {
			if turn.Turn == f.Turn && turn.Seat == f.Seat {
				bosses, others, imagined := s.tried(t, rec, turn)
				return bosses.plus(others), imagined
			}
		}
	}
	o, imagine := s.before(t, rec, f.Seat, f.From)
	var recorded [][]string
	for p, given := range s.asked(t, rec, f.Seat) {
		if p.Turn.Number >= f.From && p.Turn.Number < f.To {
			recorded = append(recorded, given[f.Seat])
		}
	}
	pair := func(n int) float64 {
		return o.follow(n, func(int, int) []string { return nil }) - o.follow(n, func(turn, seat int) []string {
			if seat == f.Seat && turn < len(recorded) {
				return recorded[turn]
			}
			return nil
		})
	}
	for n := range *markPairs {
		gain.add(pair(n))
	}
	for n := range *markPairs {
		o.Place(imagine(n))
		imagined.add(pair(n))
	}
	return gain, imagined
}

package analysis_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

var (
	plant   = flag.Int("plant", 0, "look for so many mistakes a game to plant, and write them to testdata/planted.json")
	game    = flag.String("game", "", "only these games, separated by commas")
	matches = flag.Int("matches", 0, "how many planted matches a game are analysed; 0: what the game's test takes, few")
	after   = flag.Int("after", 0, "how many matches before those that are analysed are left out: planted ones, or the boss's of TestItHelps")
	effort  = flag.Int("effort", 0, "units of effort for an analysis; 0: what the default budget takes, or little where the test is told no number of matches")
	times   = flag.Int("times", 1, "analyse planted matches for so many times their budget; four and more are to name more of them")
	why     = flag.Bool("why", false, "of each planted mistake that is not found, tell what it costs players whom the judge does not use, and what the worst two cost by the continuations that told what it costs")
)

// A planted mistake is an answer that took the place of the boss's in a match of
// the boss, and costs much.
type planted struct {
	Number  int64    `json:"number"` // of the setup
	Turn    int      `json:"turn"`
	Seat    int      `json:"seat"`
	Answer  string   `json:"answer"`
	Cost    float64  `json:"cost"`    // over 40 fresh continuations
	Answers []string `json:"answers"` // of the whole match, as they were asked for: a later boss may play otherwise
}

const plantedFile = "testdata/planted.json"

func readPlanted(t testing.TB) map[string][]planted {
	text, err := os.ReadFile(plantedFile)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][]planted
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// writePlanted writes a match a line.
func writePlanted(t testing.TB, all map[string][]planted) {
	var text bytes.Buffer
	for i, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&text, "%s%q: [", []string{"{\n", "],\n"}[min(i, 1)], name)
		for k, p := range all[name] {
			line, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&text, "%s\n%s", []string{"", ","}[min(k, 1)], line)
		}
	}
	text.WriteString("]\n}\n")
	if err := os.WriteFile(plantedFile, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// bosses plays the boss in all seats; at a turn, a seat gives another answer.
func (s subject) bosses(t testing.TB, setup referee.Setup, p planted) *replay.Record {
	var seats []player
	for seat := range s.game.Info().MaxSeats {
		seats = append(seats, s.boss(seat, level{}))
	}
	turn, last := 0, referee.Match(nil)
	asked := -1
	return s.record(t, setup, func(m referee.Match, seat int) []string {
		if last == nil || seat <= asked || m.Asked().Len() == 1 {
			turn++
		}
		last, asked = m, seat
		answer := seats[seat](m)
		if turn == p.Turn && seat == p.Seat {
			return []string{p.Answer}
		}
		return answer
	})
}

// again plays the match of a planted mistake as it was found.
func (s subject) again(t testing.TB, p planted) *replay.Record {
	next := 0
	return s.record(t, s.setup(p.Number), func(referee.Match, int) []string {
		next++
		return strings.Split(p.Answers[next-1], "\n")
	})
}

// freshContinuations is how many continuations of each answer decide whether a
// mistake is costly: "over 40 fresh continuations from each answer".
const freshContinuations = 40

// cost returns what an answer costs in place of another one, and whether that is
// "3 standard errors and" the game's threshold. Of answers that do not look like
// it, it plays fewer continuations.
func (s subject) cost(w witness, instead, given [][]string) (float64, bool) {
	sum, squares := 0.0, 0.0
	for n := range freshContinuations {
		d := w.Play(given, n) - w.Play(instead, n)
		sum += d
		squares += d * d
		if n == 1 && sum < s.costly || n == 5 && sum < s.costly*3 || n == 11 && sum < s.costly*6 {
			return 0, false
		}
	}
	const n = freshContinuations
	mean := sum / n
	err := math.Sqrt(math.Max(0, squares/n-mean*mean) / (n - 1))
	return mean, mean > 3*err && mean > s.costly
}

// tries is how many turns of a match are tried.
const tries = 6

// A candidate is a random answer that may take the place of the boss's.
type candidate struct {
	turn   int
	answer string
	harm   float64 // see subject.harm
}

// candidates draws a random answer for each turn of a seat, and returns some: in
// random turns or, where that hardly ever costs much, those that harm most at once.
func (s subject) candidates(t testing.TB, rec *replay.Record, seat int, r *rand.Rand) []candidate {
	var all []candidate
	for p, given := range s.asked(t, rec, seat) {
		harm := 0.0
		if s.harm != nil {
			harm = s.after(p.Match, seat, given[seat])
		}
		for range s.draws() {
			var parts []string
			for _, part := range p.Match.(referee.Chooser).Choices(seat) {
				parts = append(parts, part[r.IntN(len(part))])
			}
			c := candidate{turn: p.Turn.Number, answer: strings.Join(parts, "|")}
			if s.harm != nil {
				c.harm = s.after(p.Match, seat, []string{c.answer}) - harm
			}
			all = append(all, c)
		}
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.harm, a.harm) })
	tried := map[int]bool{}
	all = slices.DeleteFunc(all, func(c candidate) bool {
		if tried[c.turn] || len(tried) == tries {
			return true
		}
		tried[c.turn] = true
		return false
	})
	slices.SortFunc(all, func(a, b candidate) int { return a.turn - b.turn })
	return all
}

// draws is how many random answers are drawn for a turn.
func (s subject) draws() int {
	if s.harm != nil {
		return 2
	}
	return 1
}

// after returns the harm of the position after an answer.
func (s subject) after(m referee.Match, seat int, answer []string) float64 {
	m = m.(referee.Cloner).Clone()
	m.Answer(seat, answer)
	m.Step()
	return s.harm(m)
}

// find looks for a costly answer in a match of the boss, in turns of a random seat.
func (s subject) find(t testing.TB, number int64) (planted, bool) {
	rec := s.bosses(t, s.setup(number), planted{})
	r := rand.New(rand.NewPCG(uint64(number), 7))
	seat := r.IntN(len(rec.Header.Seats))
	candidates := s.candidates(t, rec, seat, r)
	w := s.fresh(seat)
	for p, given := range s.asked(t, rec, seat) {
		w.Look(p.Match)
		if len(candidates) > 0 && candidates[0].turn == p.Turn.Number {
			random := candidates[0].answer
			candidates = candidates[1:]
			instead := slices.Clone(given)
			instead[seat] = []string{random}
			if cost, ok := s.cost(w, instead, given); ok {
				mistake := planted{Number: number, Turn: p.Turn.Number, Seat: seat, Answer: random, Cost: math.Round(cost*1000) / 1000}
				for _, turn := range s.bosses(t, s.setup(number), mistake).Turns {
					for _, a := range turn.Answers {
						mistake.Answers = append(mistake.Answers, strings.Join(a.Lines, "\n"))
					}
				}
				return mistake, true
			}
		}
		w.Took(given[seat])
	}
	return planted{}, false
}

// TestPlant writes testdata/planted.json when it is asked to:
//
//	go test ./server/study/analysis -run TestPlant -plant 100 -timeout 0
func TestPlant(t *testing.T) {
	if *plant == 0 {
		t.Skip("looks for mistakes to plant, for hours: see -plant")
	}
	all := map[string][]planted{}
	if _, err := os.Stat(plantedFile); err == nil {
		all = readPlanted(t)
	}
	for name, s := range chosen() {
		found := all[name]
		number := int64(1)
		if len(found) > 0 {
			number = found[len(found)-1].Number + 1
		}
		for ; len(found) < *plant; number++ {
			if p, ok := s.find(t, number); ok {
				found = append(found, p)
				all[name] = found
				writePlanted(t, all)
			}
		}
		t.Logf("%s: %d of %d matches had a costly answer", name, len(found), number-1)
	}
}

// place returns the place of the planted turn among the answers that cost most, from 1, or 0.
func place(r analysed, p planted) int {
	return 1 + slices.IndexFunc(r.Costs, func(c analysis.RankedCost) bool { return c.Turn == p.Turn && c.Seat == p.Seat })
}

// displaced reports whether the worst two took the place of a planted answer rightly: they cost
// as much by the same continuations.
func (s subject) displaced(t *testing.T, rec *replay.Record, r analysed, p planted) bool {
	if len(r.Costs) < 2 {
		return false
	}
	costs := 0
	for _, w := range r.Costs[:2] {
		gain := s.gain(t, rec, r, mistake{Turn: w.Turn, Seat: w.Seat})
		costs += count(gain >= p.Cost)
		t.Logf("turn %d: the judge's answer gains %.3g", w.Turn, gain)
	}
	return costs == 2
}

// The planted turn is among the worst two in 80 % of the matches of each game, within six seconds
// of processor time, in ctf twenty, and in 90 % within four times that; or it is displaced by ones
// that truly cost as much.
func TestPlantedMistakes(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: statistics") // make quick passes -short; make test and CI play it
	}
	all := readPlanted(t)
	for name, s := range chosen() {
		t.Run(name, func(t *testing.T) {
			list := all[name]
			if *after >= len(list) {
				t.Fatalf("-after %d leaves none of the %d matches with a planted mistake", *after, len(list))
			}
			list = list[*after:]
			list = list[:min(len(list), cmp.Or(*matches, s.quick.planted))]
			units := s.units(0)
			if *matches > 0 {
				units = cmp.Or(*effort, s.planted**times)
			}
			named, unclear, displaced, took := 0, 0, 0, time.Duration(0)
			for _, p := range list {
				rec := s.again(t, p)
				took -= processorTime(t)
				r, notes := s.analyse(t, rec, analysis.Options{Seat: p.Seat, Effort: units})
				took += processorTime(t)
				at := place(r, p)
				if at == 1 || at == 2 {
					named++
					unclear += count(r.Costs[at-1].Sure == analysis.Unclear)
				}
				t.Log(s.describe(r, notes, p, at))
				if at != 1 && at != 2 && s.displaced(t, rec, r, p) {
					named++
					displaced++
				}
				if *why && at != 1 && at != 2 {
					s.whyMissed(t, rec, r, p)
				}
			}
			t.Logf("%s: %s are among the worst two, %d of them unclear, or displaced by ones that cost as much, %d of them; effort %d, %.1f s of processor time each",
				name, shareOf(named, len(list)), unclear, displaced, units, took.Seconds()/float64(len(list)))
			want := 0.8
			switch {
			case *matches == 0:
				want = 0.5 // with the little effort of a quick test
			case *times >= 4:
				want = 0.9
			}
			if float64(named) < want*float64(len(list)) {
				t.Errorf("%d of %d planted mistakes are among the worst two; want %.0f %%", named, len(list), 100*want)
			}
		})
	}
}

// processorTime returns what this process has used so far.
func processorTime(t *testing.T) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// whyMissed logs how much a planted answer costs players whom the judge does not use. It may
// cost them little if they play otherwise than the players by whom it was found.
func (s subject) whyMissed(t *testing.T, rec *replay.Record, r analysed, p planted) {
	for _, turn := range r.Turns {
		if turn.Turn == p.Turn && turn.Seat == p.Seat && turn.Best != "" {
			bosses, others, _ := s.tried(t, rec, turn)
			t.Logf("turn %d: the planted answer costs bosses %v, others %v", turn.Turn, &bosses, &others)
		}
	}
}

func (s subject) describe(r analysed, notes *analysis.Notes, p planted, at int) string {
	where := "missed"
	if at > 0 {
		where = fmt.Sprintf("place %d, %s", at, r.Costs[at-1].Sure)
	}
	text := fmt.Sprintf("match %d: planted in turn %d of %d, cost %.3g: %s", p.Number, p.Turn, r.Turns[len(r.Turns)-1].Turn, p.Cost, where)
	for i, t := range r.Turns {
		if t.Turn == p.Turn && t.Seat == p.Seat && t.Regret != nil {
			text += fmt.Sprintf(", regret %.3g ± %.3g (%s)", *t.Regret, *t.RegretError, s.saidOf(notes.Turns[i]))
		}
	}
	for _, w := range r.Costs[:min(2, len(r.Costs))] {
		text += fmt.Sprintf("; turn %d: %.3g ± %.3g, %s", w.Turn, w.Cost, w.Error, w.Sure)
	}
	return text
}

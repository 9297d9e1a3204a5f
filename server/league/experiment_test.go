package league

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A climb is an experiment like an open ladder: in each round the bots that play in
// it meet their neighbours, in the order of the points that they have made.
type climb struct{ rounds int }

func (c climb) Cells(round int, seen *Evidence) []Cell {
	if round > c.rounds {
		return nil
	}
	points := map[string]int{}
	for r := 1; r < round; r++ {
		for i, cell := range seen.Cells(r) {
			for n := range cell.Pairs {
				if t := seen.Trial(r, i, n); !t.Void {
					points[cell.A] += int(t.First.Outcome.ForSeat(0))
					points[cell.B] += int(t.Second.Outcome.ForSeat(0))
				}
			}
		}
	}
	bots := seen.Bots(round)
	slices.SortStableFunc(bots, func(a, b string) int { return points[b] - points[a] })
	var cells []Cell
	for i := 0; i+1 < len(bots); i += 2 {
		cells = append(cells, Cell{A: bots[i], B: bots[i+1], Pairs: 2})
	}
	return cells
}

func (climb) Waits() bool { return false }

func (c climb) Enough(*Evidence) bool { return false }

func (c climb) Summary(seen *Evidence) Summary {
	return Summary{Sentence: fmt.Sprintf("%d rounds", seen.Next()-1)}
}

// outcomeOf returns a match of a pairing whose result depends on the pairing alone.
func outcomeOf(p Pairing) Match {
	won := p.ID("t")[0]%2 == 0
	ranks := []int{1, 2}
	if !won {
		ranks = []int{2, 1}
	}
	return Match{Seats: p.Seats, Start: p.Start, Repetition: p.Repetition, Outcome: Outcome{Scores: make([]int64, 2), Ranks: ranks}}
}

// climbers returns a tournament of so many bots on so many starts.
func climbers(bots, starts int) Tournament {
	t := Tournament{ID: "t", Seats: 2}
	for i := range bots {
		t.Bots = append(t.Bots, botName(i))
	}
	for i := range starts {
		t.Starts = append(t.Starts, Start{Seed: int64(i)})
	}
	return t
}

// playRounds plays an experiment to its end, each round in the order that the
// source draws, and returns its pairings in playing order. Between rounds it calls
// between.
func playRounds(x Experiment, seen *Evidence, draw *rand.Rand, between func(round int)) []Pairing {
	var all []Pairing
	for round := 1; ; round++ {
		between(round)
		pairings, ok := seen.Round(x, round)
		if !ok {
			return all
		}
		some := slices.Collect(pairings)
		all = append(all, some...)
		draw.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
		for i, p := range some {
			if _, early := seen.Round(x, round+1); early {
				panic(fmt.Sprintf("round %d is chosen after %d of %d matches", round+1, i, len(some)))
			}
			seen.Add(outcomeOf(p))
		}
	}
}

// "The same evidence gives the same answers, in whatever order it came", and a
// round is chosen only when the one before is complete.
func TestExperimentDoesNotDependOnArrival(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := climbers(rapid.IntRange(2, 7).Draw(t, "bots"), rapid.IntRange(1, 30).Draw(t, "starts"))
		x := climb{rounds: rapid.IntRange(1, 6).Draw(t, "rounds")}
		none := func(int) {}
		want := playRounds(x, NewEvidence(d), rand.New(rand.NewPCG(1, 1)), none)
		got := playRounds(x, NewEvidence(d), rand.New(rand.NewPCG(2, rapid.Uint64().Draw(t, "order"))), none)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// "Starts are dealt from one counter": no start comes again before all have been
// used, and then as the next repetition.
func TestStartsAreDealtFromOneCounter(t *testing.T) {
	d := climbers(5, 7)
	pairings := playRounds(climb{rounds: 4}, NewEvidence(d), rand.New(rand.NewPCG(1, 1)), func(int) {})
	if len(pairings) != 4*2*2*2 {
		t.Fatalf("%d matches; want two cells of two pairs in each of four rounds", len(pairings))
	}
	starts := map[int]bool{}
	for i, p := range pairings {
		number := int(p.Start.Seed) + 7*p.Repetition
		if i%2 == 0 && starts[number] {
			t.Errorf("start %d is dealt twice", number)
		}
		starts[number] = true
	}
	if len(starts) != 16 {
		t.Errorf("%d starts are dealt; want 16, a new one for each pair", len(starts))
	}
}

// twice is an experiment of two rounds with cells on common starts and one on its
// own.
type twice struct{ climb }

func (twice) Cells(round int, _ *Evidence) []Cell {
	if round > 2 {
		return nil
	}
	return []Cell{{A: "a", B: "c", Pairs: 2, Common: true}, {A: "b", B: "c", Pairs: 1, Common: true}, {A: "a", B: "b", Pairs: 1}}
}

// "Common gives the cell the same starts as all cells of the round that have it
// set. The others have starts of their own."
func TestCommonStarts(t *testing.T) {
	pairings := playRounds(twice{}, NewEvidence(climbers(3, 9)), rand.New(rand.NewPCG(1, 1)), func(int) {})
	wantPairings(t, pairings,
		"1 a-c 0", "1 c-a 0", "1 b-c 0", "1 c-b 0", "1 a-b 2", "1 b-a 2", "1 a-c 1", "1 c-a 1",
		"2 a-c 3", "2 c-a 3", "2 b-c 3", "2 c-b 3", "2 a-b 5", "2 b-a 5", "2 a-c 4", "2 c-a 4")
}

// "A bot that enters, takes another one's place or leaves", with the round from
// which it counts: an open ladder needs no other seam.
func TestBotsComeAndGo(t *testing.T) {
	seen := NewEvidence(climbers(2, 50))
	changes := map[int][]Change{
		2: {{Round: 3, Bot: "c"}},                        // enters one round later
		3: {{Round: 3, Bot: "d"}},                        // at once
		4: {{Round: 4, Bot: "a2", Left: "a"}},            // the next version
		5: {{Round: 5, Left: "b"}, {Round: 5, Bot: "e"}}, // one leaves, another comes
	}
	pairings := playRounds(climb{rounds: 5}, seen, rand.New(rand.NewPCG(1, 1)), func(round int) {
		for _, c := range changes[round] {
			if c.Round < seen.Next() {
				t.Fatalf("round %d has been chosen before its change", c.Round)
			}
			seen.Change(c)
		}
	})
	playing := map[int][]string{}
	for _, p := range pairings {
		for _, bot := range p.Seats {
			if !slices.Contains(playing[p.Round], bot) {
				playing[p.Round] = append(playing[p.Round], bot)
			}
		}
		slices.Sort(playing[p.Round])
	}
	want := map[int][]string{1: {"a", "b"}, 2: {"a", "b"}, 3: {"a", "b", "c", "d"}, 4: {"a2", "b", "c", "d"}, 5: {"a2", "c", "d", "e"}}
	if diff := cmp.Diff(want, playing); diff != "" {
		t.Error(diff)
	}
	// A process that resumes has the changes and the matches at once.
	again := NewEvidence(climbers(2, 50))
	for round := range 6 {
		for _, c := range changes[round] {
			again.Change(c)
		}
	}
	for _, p := range pairings {
		again.Add(outcomeOf(p))
	}
	var resumed []Pairing
	for round := 1; ; round++ {
		some, ok := again.Round(climb{rounds: 5}, round)
		if !ok {
			break
		}
		resumed = append(resumed, slices.Collect(some)...)
	}
	if diff := cmp.Diff(pairings, resumed); diff != "" {
		t.Error("resumed: " + diff)
	}
}

// "A starved match blocks nothing": a trial of which a match is left out is
// complete without it, and one that has been played since counts.
func TestLeftOutStartCompletesARound(t *testing.T) {
	x, seen := climb{rounds: 2}, NewEvidence(climbers(2, 9))
	first, _ := seen.Round(x, 1)
	pairings := slices.Collect(first)
	for _, p := range pairings[1:] {
		seen.Add(outcomeOf(p))
	}
	if _, ok := seen.Round(x, 2); ok {
		t.Fatal("the second round is chosen while a match of the first is missing")
	}
	seen.LeaveOut(pairings[0].Start)
	if _, ok := seen.Round(x, 2); !ok || !seen.Trial(1, 0, 0).Void {
		t.Error("no second round; want one without the start that is left out")
	}
	seen.Add(outcomeOf(pairings[0]))
	if trial := seen.Trial(1, 0, 0); trial.Void || trial.Known != 2 {
		t.Errorf("%+v; want both matches, now that they have been played", trial)
	}
}

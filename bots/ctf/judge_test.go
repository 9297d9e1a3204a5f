package ctf

import (
	"flag"
	"math"
	"testing"

	"arbiter/bots/ctf/stranger"
	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
	"arbiter/referee/rng"
)

// Opponents out of sight are imagined "anywhere they may be, sooner near where they
// are expected", with weights that fall with the distance.
func TestImaginedPositions(t *testing.T) {
	const draws = 20_000
	s := rules.Deal(3)
	b := newBelief(&s.Map, style.All())
	var open rules.Cells
	expected := s.Bases[1]
	weights, mean := 0.0, 0.0
	for i := range s.Rows * s.Cols {
		if c := (rules.Cell{R: int8(i / s.Cols), C: int8(i % s.Cols)}); s.Open(c) {
			open.Add(c)
			far := float64(b.table.Between(expected, c))
			weight := likely(int(far), traceCells)
			weights, mean = weights+weight, mean+weight*far
		}
	}
	mean /= weights
	r := rng.NewSplitMix64(1)
	sum := 0.0
	for range draws {
		c := b.somewhere(&open, expected, traceCells, &r)
		if !open.Has(c) {
			t.Fatalf("%v is not among the cells", c)
		}
		sum += float64(b.table.Between(expected, c))
	}
	if got := sum / draws; math.Abs(got-mean) > 0.03*mean {
		t.Errorf("imagined %.2f steps from where it is expected; want %.2f", got, mean)
	}
}

var (
	placesMatches = flag.Int("places", 4, "matches by which it is told how well places are imagined")
	placesAfter   = flag.Int("placesafter", 0, "leave out so many matches before them")
)

// Imagination places minions out of sight better than a uniform guess does, in matches
// of the boss against itself and against others. The loss is the mean negative
// logarithm of the probability given to their true place.
func TestImaginationTellsPlaces(t *testing.T) {
	strangers := append(stranger.Tuned(), stranger.HeldOut()...)
	for _, against := range []string{"the boss", "players who stand in for strangers"} {
		imagined, uniform, there, hidden := 0.0, 0.0, 0, 0
		for seed := 70_000 + int64(*placesAfter); seed < 70_000+int64(*placesAfter)+int64(*placesMatches); seed++ {
			s := rules.Deal(seed)
			boss := NewPolicy(MapFor(&s.Map, 0), 1500, seed, DefaultParameters())
			other := NewPolicy(MapFor(&s.Map, 1), 1500, seed+1, DefaultParameters())
			mind, table := stranger.New(strangers[seed%int64(len(strangers))].Habits), rules.NewTable(&s.Map)
			j := NewJudge(0)
			var turn Turn
			for !s.Over() {
				j.see(&s)
				b, h := &j.beliefs[len(j.beliefs)-1], &j.hunches[len(j.beliefs)-1]
				for id, truth := range s.Minions[1] {
					possible := &b.possible[id]
					if !truth.Alive() || !b.Minions[1][id].Alive() || possible.Len() < 2 {
						continue
					}
					hidden++
					if truth.Pos == b.Minions[1][id].Pos {
						there++
					}
					uniform += math.Log(float64(possible.Len()))
					imagined -= math.Log(b.chance(h, id, truth.Pos))
				}
				turn.Show(&s, 0)
				boss.Observe(&turn)
				o := [2]rules.Orders{boss.Choose(), mind.Orders(style.View{State: &s, Table: table, Seat: 1})}
				if against == "the boss" {
					turn.Show(&s, 1)
					other.Observe(&turn)
					o[1] = other.Choose()
				}
				j.now.orders = o[0]
				s.Step(o, nil)
			}
		}
		imagined, uniform = imagined/float64(hidden), uniform/float64(hidden)
		t.Logf("against %s: %d hidden minions, %d where they were expected: loss %.2f; of uniform draws %.2f", against, hidden, there, imagined, uniform)
		if imagined > uniform-0.2 {
			t.Errorf("against %s: a loss of %.2f; want 0.2 less than %.2f, that of uniform draws", against, imagined, uniform)
		}
	}
}

// chance returns how likely a minion is imagined in a cell.
func (b *belief) chance(h *hunch, id int, cell rules.Cell) float64 {
	about := func(expected rules.Cell, cells float64) float64 {
		sum := 0.0
		for i := range rules.MaxRows * rules.MaxCols {
			if c := (rules.Cell{R: int8(i / rules.MaxCols), C: int8(i % rules.MaxCols)}); b.possible[id].Has(c) {
				sum += likely(b.table.Between(expected, c), cells)
			}
		}
		return likely(b.table.Between(expected, cell), cells) / sum
	}
	weights := map[rules.Cell]float64{}
	for k, w := range h.weights {
		weights[h.places[k][id]] += w
	}
	chance := doubt * about(b.Minions[1][id].Pos, traceCells)
	for at, w := range weights {
		chance += (1 - doubt) * w * about(at, nearCells)
	}
	return chance
}

// A crowd knows exactly what the seat knows. In every world, minions in sight stand where
// they are shown, and the others where they may be. The weights sum up to 1.
func TestCrowdsArePossible(t *testing.T) {
	s := rules.Deal(70_001)
	j := NewJudge(1)
	hidden := 0
	watchBosses(j, &s, func() bool {
		b, h := &j.beliefs[len(j.beliefs)-1], &j.hunches[len(j.beliefs)-1]
		sum := 0.0
		for k, places := range h.places {
			sum += h.weights[k]
			for id := range b.PerSeat {
				m := b.Minions[1][id]
				switch {
				case !m.Alive():
				case b.possible[id].Len() == 1:
					if places[id] != m.Pos {
						t.Fatalf("turn %d: minion %d is at %v, and in a world at %v", s.Turn, id, m.Pos, places[id])
					}
				default:
					hidden++
					if !b.possible[id].Has(places[id]) || !b.possible[id].Has(m.Pos) {
						t.Fatalf("turn %d: minion %d cannot be at %v, where it is in a world, or at %v, where it most likely is", s.Turn, id, places[id], m.Pos)
					}
				}
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("turn %d: the weights sum up to %v", s.Turn, sum)
		}
		return true
	})
	if hidden == 0 {
		t.Error("nobody was hidden")
	}
}

// watchBosses lets two bosses play on, seat 1 watched by a judge, who calls on at each position
// until that wants no more.
func watchBosses(j *Judge, s *rules.State, on func() bool) {
	var players [2]*Policy
	for seat := range players {
		players[seat] = NewPolicy(MapFor(&s.Map, seat), 100, 1, DefaultParameters())
	}
	var turn Turn
	for !s.Over() {
		j.see(s)
		if !on() {
			return
		}
		var o [2]rules.Orders
		for seat, p := range players {
			turn.Show(s, seat)
			p.Observe(&turn)
			o[seat] = p.Choose()
		}
		j.now.orders = o[1]
		s.Step(o, nil)
	}
}

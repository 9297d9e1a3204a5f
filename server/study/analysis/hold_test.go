package analysis_test

import (
	"cmp"
	"flag"
	"math"
	"testing"

	"arbiter/bots/ctf"
	"arbiter/bots/ctf/stranger"
	"arbiter/bots/ctf/style"
	"arbiter/bots/domain"
	"arbiter/bots/keeper"
	"arbiter/referee"
	ctfrules "arbiter/referee/games/ctf"
	domainrules "arbiter/referee/games/domain"
	keeperrules "arbiter/referee/games/keeper"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

var (
	marks     = flag.Int("marks", 0, "try so many marks a game by players whom the judge does not use; 0: few")
	markPairs = flag.Int("markpairs", 60, "pairs of matches that tell what a marked answer costs")
)

// An outsider plays the true position of a match on to the end, by players whom the
// judge does not use: half of the continuations by the boss with more nodes than the
// judge's, half by others. The n-th one has the same seeds whatever the answers.
type outsider interface {
	Look(m referee.Match)
	Play(answers [][]string, n int) float64
}

// A mark holds if players whom the judge does not use gain by the judge's answer: at
// least half of what it says in three quarters of the marks, and in the mean 30 % more or
// less than it says.
//
//	go test ./server/study/analysis -run TestMarksHold -marks 100 -markpairs 100 -effort 2000 -v -timeout 0
func TestMarksHold(t *testing.T) {
	if *marks == 0 {
		t.Skip("plays for an hour: see -marks")
	}
	for name, s := range chosen() {
		if s.outsider == nil {
			continue
		}
		t.Run(name, func(t *testing.T) { s.holds(t) })
	}
}

// A held is what came of a mark.
type held struct {
	match, turn int
	mark        analysis.Mark
	claim       analysis.Worst
	cost, err   float64 // of the outsiders, the error one standard error
}

func (s subject) holds(t *testing.T) {
	var all []held
	analysed := 0
	for number := int64(0); len(all) < *marks; number++ {
		seat := int(number) % s.game.Info().MaxSeats
		rec := s.bosses(t, s.setup(number+int64(*after)+50_000), planted{})
		r, _ := s.analyse(t, rec, analysis.Options{Seat: seat, Effort: cmp.Or(*effort, s.effort)})
		analysed++
		for _, w := range r.Worst {
			h := s.tried(t, rec, r, w)
			h.match = int(number)
			t.Logf("match %d turn %d: %s, claims %.3f; outsiders %.3f ± %.3f", h.match, h.turn, w.Mark, w.Regret, h.cost, h.err)
			all = append(all, h)
		}
	}
	better, half, worse, claimed, cost := 0, 0, 0, 0.0, 0.0
	for _, h := range all {
		claimed += h.claim.Regret
		cost += h.cost
		if h.cost >= 0.1*s.judging.Scale {
			better++
		}
		if h.cost >= h.claim.Regret/2 {
			half++
		}
		if h.cost < -2*h.err {
			worse++
		}
	}
	n := float64(len(all))
	t.Logf("%d marks in %d matches: %d better by 0.1 of a match, %d by half of the claim, %d worse by two standard errors; mean claim %.3f, mean cost %.3f",
		len(all), analysed, better, half, worse, claimed/n, cost/n)
	if 4*half < 3*len(all) || 20*worse > len(all) || math.Abs(cost-claimed) > 0.3*claimed {
		t.Error("want 75 % by half of the claim, at most 5 % worse, and a mean cost within 30 % of the claim")
	}
}

// tried plays pairs from the answer that was marked and from the judge's.
func (s subject) tried(t *testing.T, rec *replay.Record, r *analysis.Analysis, w analysis.Worst) held {
	best := bestInstead(r, w)
	o := s.outsider(w.Seat)
	for p, given := range s.asked(t, rec, w.Seat) {
		o.Look(p.Match)
		if p.Turn.Number == w.Turn {
			instead := append([][]string{}, given...)
			instead[w.Seat] = []string{best}
			sum, squares := 0.0, 0.0
			for n := range *markPairs {
				d := o.Play(instead, n) - o.Play(given, n)
				sum += d
				squares += d * d
			}
			n := float64(*markPairs)
			mean := sum / n
			return held{turn: w.Turn, mark: w.Mark, claim: w, cost: mean, err: math.Sqrt(max(0, squares/n-mean*mean) / (n - 1))}
		}
	}
	t.Fatalf("no turn %d", w.Turn)
	return held{}
}

// A ctfOutsider plays on by bosses of 500 nodes who know what they have seen, and by
// players who stand in for the programs of strangers.
type ctfOutsider struct {
	seat   int
	states []ctfrules.State
}

func (o *ctfOutsider) Look(m referee.Match) {
	s, _ := ctfrules.StateOf(m)
	o.states = append(o.states, s)
}

func (o *ctfOutsider) Play(answers [][]string, n int) float64 {
	s := o.states[len(o.states)-1]
	var players [2]func(s *ctfrules.State, first bool) ctfrules.Orders
	strangers := append(stranger.Tuned(), stranger.HeldOut()...)
	table := ctfrules.NewTable(&s.Map)
	for seat := range players {
		if n%2 == 1 {
			mind := stranger.New(strangers[(n/2+seat*(1+n/12))%len(strangers)].Habits)
			players[seat] = func(s *ctfrules.State, _ bool) ctfrules.Orders {
				return mind.Orders(style.View{State: s, Table: table, Seat: seat})
			}
			continue
		}
		var turn ctf.Turn
		p := ctf.NewPolicy(ctf.MapFor(&s.Map, seat), 500, int64(n*2+seat)+77_000, ctf.DefaultParameters())
		for i := range o.states[:len(o.states)-1] {
			turn.Show(&o.states[i], seat)
			p.Observe(&turn)
		}
		players[seat] = func(s *ctfrules.State, _ bool) ctfrules.Orders {
			turn.Show(s, seat)
			p.Observe(&turn)
			return p.Choose()
		}
	}
	for first := true; !s.Over(); first = false {
		var orders [2]ctfrules.Orders
		for seat, p := range players {
			orders[seat] = p(&s, first)
			if first && answers[seat] != nil {
				orders[seat], _ = s.Parse(seat, answers[seat][0])
			}
		}
		s.Step(orders, nil)
	}
	scores := s.Scores()
	return 0.5 + float64(scores[o.seat]-scores[1-o.seat])/2
}

// A domainOutsider plays on by bosses of 3000 nodes, and by weaker ones with other
// weights.
type domainOutsider struct{ state domainrules.State }

func (o *domainOutsider) Look(m referee.Match) { o.state, _ = domainrules.StateOf(m) }

func (o *domainOutsider) Play(answers [][]string, n int) float64 {
	s, seat := o.state, o.state.Mover
	var players [2]*domain.Policy
	for i := range players {
		parameters, nodes := domain.DefaultParameters(), 3000
		if n%2 == 1 {
			parameters.Side, parameters.Cell, parameters.Full, nodes = 2, 1+n%3, 6, 300
		}
		players[i] = domain.NewPolicy(nodes, int64(n*2+i)+77_000, parameters)
		if n%4 >= 2 {
			players[i].SetLevel(9, int64(n*2+i)+78_000)
		}
	}
	if answers[seat] != nil {
		action, _, err := domainrules.ParseAnswer(answers[seat][0])
		if err != nil || !s.Legal(action) {
			return 0
		}
		s.Step(action)
	}
	for !s.Over {
		players[s.Mover].Observe(&s)
		s.Step(players[s.Mover].Choose())
	}
	own, other := s.Domain(int(seat)).Len(), s.Domain(int(1-seat)).Len()
	switch {
	case own > other:
		return 1
	case own < other:
		return 0
	}
	return 0.5
}

// A keeperOutsider plays on in other mazes, by bosses of 3000 nodes and by some with
// other weights.
type keeperOutsider struct {
	known    keeperrules.Knowledge
	policies [2]*keeper.Policy
	mazes    []keeperrules.State
}

func newKeeperOutsider(int) outsider {
	parameters := keeper.DefaultParameters()
	parameters.Death, parameters.Explore, parameters.Threat = 3000, 700, 20
	o := &keeperOutsider{policies: [2]*keeper.Policy{
		keeper.NewPolicy(3000, keeper.DefaultParameters()), keeper.NewPolicy(1500, parameters),
	}}
	for seed := range int64(64) {
		o.mazes = append(o.mazes, keeperrules.Deal(3_000_000+seed))
	}
	return o
}

func (o *keeperOutsider) Look(m referee.Match) {
	s, _ := keeperrules.StateOf(m)
	visible := s.Visible(nil)
	o.known.See(s.Hero, visible)
	for _, p := range o.policies {
		p.Observe(s.Hero, visible)
	}
}

func (o *keeperOutsider) Play(answers [][]string, n int) float64 {
	w := keeperWitness{known: o.known, policy: o.policies[n%2], mazes: o.mazes}
	return w.Play(answers, n+1<<20)
}

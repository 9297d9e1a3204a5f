package analysis_test

import (
	"flag"
	"fmt"
	"iter"
	"math"
	"runtime"
	"slices"
	"testing"

	"arbiter/bots/ctf"
	"arbiter/bots/ctf/stranger"
	"arbiter/bots/ctf/style"
	"arbiter/bots/domain"
	"arbiter/bots/flames"
	"arbiter/bots/keeper"
	"arbiter/referee"
	ctfrules "arbiter/referee/games/ctf"
	domainrules "arbiter/referee/games/domain"
	flamesrules "arbiter/referee/games/flames"
	keeperrules "arbiter/referee/games/keeper"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

var (
	marks     = flag.Int("marks", 0, "try the sure costs of so many matches a game by players whom the judge does not use; 0: none")
	markPairs = flag.Int("markpairs", 60, "pairs of matches that tell what such an answer costs")
	levelOf   = flag.Int("level", 0, "try matches of a builtin bot at this level against itself instead of those of the boss")
	suspects  = flag.Bool("suspects", false, "try the answers, too, that looked bad and whose cost is unclear, and fit the spreads that are assumed")
)

// imaginedDraws is where the draws of imagined positions begin, which no judge has made.
const imaginedDraws = 1 << 20

// An outsider plays the true position of a match on to the end, by players whom the
// judge does not use: half of the continuations by the boss with more nodes than the
// judge's, half by others. The n-th one has the same seeds whatever the answers.
type outsider interface {
	Look(m referee.Match)
	Play(answers [][]string, n int) float64
}

// A cost holds if players whom the judge does not use gain at least half of it by the judge's
// answer. Of the proven and confirmed costs 85 % hold, of the likely ones 60 %. In the mean they
// gain what it says, within 30 %. The effort of a run of so many matches is known
// before. The effort of a run of so many costs is not: in some games only few matches have any.
//
//	go test ./server/study/analysis -run TestCostsHold -marks 20 -markpairs 32 -v -timeout 0
func TestCostsHold(t *testing.T) {
	if *marks == 0 {
		t.Skip("-marks plays it: half an hour") // make calibrate passes it
	}
	for name, s := range chosen() {
		t.Run(name, func(t *testing.T) { s.holds(t) })
	}
}

// A held is a claimed cost of an answer, with the costs that were measured.
type held struct {
	claim    float64
	sure     analysis.Sure
	cost     paired
	imagined paired // the same from positions as the seat may imagine them; without pairs where nothing is hidden
}

// A paired sums up pairs of matches.
type paired struct{ n, sum, squares float64 }

func (p *paired) add(x float64) {
	p.n++
	p.sum += x
	p.squares += x * x
}

// plus returns the pairs of both.
func (p paired) plus(q paired) paired {
	return paired{p.n + q.n, p.sum + q.sum, p.squares + q.squares}
}

func (p *paired) mean() float64 { return p.sum / p.n }

// err returns the standard error of the mean.
func (p *paired) err() float64 {
	return math.Sqrt(max(0, p.squares/p.n-p.mean()*p.mean()) / max(1, p.n-1))
}

func (p *paired) cost() analysis.OutsideCost {
	return analysis.OutsideCost{Mean: p.mean(), Err: p.err()}
}

func (p *paired) String() string { return fmt.Sprintf("%.3f ± %.3f", p.mean(), p.err()) }

func (s subject) holds(t *testing.T) {
	var all []held
	var looked []analysis.Suspect
	told, within := 0, 0 // answers whose cost pairs tell, and those that cost outsiders that much within 95 % errors
	for _, found := range inOrder(*marks, func(number int) []trial { return s.look(t, int64(number)) }) {
		for _, a := range found {
			t.Log(a.text)
			looked = append(looked, a.suspect)
			if a.sure != analysis.Unclear {
				all = append(all, a.held)
			}
			if a.sure == analysis.Confirmed {
				told++
				within += count(math.Abs(a.held.cost.mean()-a.held.claim) <= math.Hypot(a.err, 1.96*a.held.cost.err()))
			}
		}
	}
	t.Logf("%d matches, one seat each, level %d (0: the boss), effort %d, %d pairs a cost", *marks, *levelOf, s.units(*marks), *markPairs)
	of := func(words ...analysis.Sure) []held {
		return slices.DeleteFunc(slices.Clone(all), func(h held) bool { return !slices.Contains(words, h.sure) })
	}
	s.sumUp(t, "proven or confirmed", of(analysis.Proven, analysis.Confirmed), 0.85)
	s.sumUp(t, "confirmed alone", of(analysis.Confirmed), 0.85)
	s.sumUp(t, "likely", of(analysis.Likely), 0.6)
	if *suspects {
		t.Logf("%d answers that looked bad: %s", len(looked), analysis.Fits(looked))
	}
	if told > 0 {
		t.Logf("within the 95 %% errors of what is printed and of the outsiders, of those that pairs tell: %s", shareOf(within, told))
	}
}

// A trial is an answer with what outsiders make of it.
type trial struct {
	held
	err     float64 // half the width of the claim's 95 % interval
	suspect analysis.Suspect
	text    string
}

// look analyses a match and tries its sure costs and, with -suspects, what else looked bad.
func (s subject) look(t *testing.T, number int64) (all []trial) {
	seat := int(number) % s.game.Info().MaxSeats
	rec := s.equals(t, s.setup(number+int64(*after)+50_000), level{*levelOf, number})
	r, notes := s.analyse(t, rec, analysis.Options{Seat: seat, Effort: s.units(*marks)})
	for i, turn := range r.Turns {
		if !turn.Costly() && !(*suspects && turn.Regret != nil && len(notes.Turns[i].Pairs) > 0) {
			continue
		}
		bosses, others, imagined := s.tried(t, rec, turn)
		both := bosses.plus(others)
		thought := ""
		if imagined.n > 0 {
			thought = fmt.Sprintf("; from imagined positions %v", &imagined)
		}
		all = append(all, trial{
			held:    held{*turn.Regret, turn.Sure, both, imagined},
			err:     *turn.RegretError,
			suspect: analysis.NewSuspect(s.judging, number, notes.Turns[i], bosses.cost(), others.cost()),
			text: fmt.Sprintf("match %d turn %d: %s, claims %.3f ± %.3f; %s; outsiders %v: bosses %v, others %v%s",
				number, turn.Turn, turn.Sure, *turn.Regret, *turn.RegretError, s.saidOf(notes.Turns[i]), &both, &bosses, &others, thought),
		})
	}
	return all
}

// inOrder calls f for all numbers below n, on all CPUs, and yields what it returns in the
// order of the numbers: the zero value where f ended the test.
func inOrder[T any](n int, f func(i int) T) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		results, free := make([]chan T, n), make(chan struct{}, runtime.GOMAXPROCS(0))
		for i := range n {
			results[i] = make(chan T, 1)
			go func() {
				free <- struct{}{}
				defer func() { <-free; close(results[i]) }()
				results[i] <- f(i)
			}()
		}
		for i, r := range results {
			if !yield(i, <-r) {
				return
			}
		}
	}
}

// saidOf prints what a judge's own players said of an answer, with standard errors.
func (s subject) saidOf(n analysis.Note) string {
	text := fmt.Sprintf("%d samples %.3f", n.Regrets.N, n.Regrets.Mean)
	if n.Search != nil {
		text += fmt.Sprintf(", search %.3f ± %.3f", n.Search.Regret, n.Search.RegretError)
	}
	for _, p := range n.Pairs {
		if c := p.Cost; c.N > 1 {
			text += fmt.Sprintf(", %d pairs %.3f ± %.3f", c.N, c.Mean, math.Sqrt(c.Squares/float64(c.N*(c.N-1))))
		}
	}
	return text
}

// sumUp prints what came of the costs, with standard errors. It fails if fewer than a wanted share
// hold, by more than two standard errors.
func (s subject) sumUp(t *testing.T, what string, all []held, want float64) {
	if len(all) == 0 {
		t.Logf("no %s", what)
		return
	}
	tenth, half, worse := 0, 0, 0
	thought, halfThought := 0, 0 // of those that were tried from imagined positions, too
	var claims, costs, imagined paired
	squares := 0.0 // of the errors of the costs
	for _, h := range all {
		cost := h.cost.mean()
		claims.add(h.claim)
		costs.add(cost)
		squares += h.cost.err() * h.cost.err()
		tenth += count(cost >= 0.1*s.judging.Scale)
		half += count(cost >= h.claim/2)
		worse += count(cost < -2*h.cost.err())
		if h.imagined.n > 0 {
			thought++
			halfThought += count(h.imagined.mean() >= h.claim/2)
			imagined.add(h.imagined.mean())
		}
	}
	n := float64(len(all))
	err := max(costs.err(), math.Sqrt(squares)/n) // a few that are alike by chance say little
	t.Logf("%s: better by 0.1 of a match %s; by half of the claim %s; worse by two standard errors %s; mean claim %.3f, mean cost %.3f ± %.3f",
		what, shareOf(tenth, len(all)), shareOf(half, len(all)), shareOf(worse, len(all)), claims.mean(), costs.mean(), err)
	if thought > 0 {
		t.Logf("%s, from imagined positions: by half of the claim %s; mean cost %v", what, shareOf(halfThought, thought), &imagined)
	}
	slack := 2 * math.Sqrt(n*want*(1-want))
	if float64(half) < want*n-slack || float64(worse) > 0.05*n+2*math.Sqrt(n*0.05*0.95) ||
		math.Abs(costs.mean()-claims.mean()) > 0.3*claims.mean()+2*err {
		t.Errorf("want %.0f %% by half of the claim, at most 5 %% worse, and a mean cost within 30 %% of the claim, within two standard errors", 100*want)
	}
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// tried plays pairs from an answer and from the judge's: by bosses, and by others.
//
// Where things are hidden, imagined are pairs from positions as the seat may imagine them:
// a cost says what was known, and the truth is one of them.
func (s subject) tried(t *testing.T, rec *replay.Record, turn analysis.Turn) (bosses, others, imagined paired) {
	o, position := s.outsider(turn.Seat), 0
	j := s.judging.New(turn.Seat)
	for p, given := range s.asked(t, rec, turn.Seat) {
		o.Look(p.Match)
		j.Look(p.Match)
		if p.Turn.Number == turn.Turn {
			instead := append([][]string{}, given...)
			instead[turn.Seat] = []string{turn.Best}
			for n := range *markPairs {
				who := &bosses
				if n%2 == 1 {
					who = &others
				}
				who.add(o.Play(instead, n) - o.Play(given, n))
			}
			if placed, ok := o.(interface{ Place(referee.Match) }); ok {
				for n := range *markPairs {
					m, _ := j.Imagine(p.Match, position, imaginedDraws+n)
					placed.Place(m)
					imagined.add(o.Play(instead, n) - o.Play(given, n))
				}
			}
			return bosses, others, imagined
		}
		j.Took(given[turn.Seat])
		position++
	}
	t.Fatalf("no turn %d", turn.Turn)
	return bosses, others, imagined
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

// Place lets it play on from another position instead of the last one.
func (o *ctfOutsider) Place(m referee.Match) { o.states[len(o.states)-1], _ = ctfrules.StateOf(m) }

func (o *ctfOutsider) Play(answers [][]string, n int) float64 {
	return o.follow(n, func(turn, seat int) []string {
		if turn > 0 {
			return nil
		}
		return answers[seat]
	})
}

// follow is Play in which told says what a seat answers in a turn, from 0; nil lets it choose.
func (o *ctfOutsider) follow(n int, told func(turn, seat int) []string) float64 {
	s := o.states[len(o.states)-1]
	var players [2]func(s *ctfrules.State) ctfrules.Orders
	strangers := stranger.HeldOut() // the judge asks the others
	table := ctfrules.NewTable(&s.Map)
	for seat := range players {
		if n%2 == 1 {
			mind := stranger.New(strangers[(n/2+seat*(1+n/2/len(strangers)))%len(strangers)].Habits)
			players[seat] = func(s *ctfrules.State) ctfrules.Orders {
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
		players[seat] = func(s *ctfrules.State) ctfrules.Orders {
			turn.Show(s, seat)
			p.Observe(&turn)
			return p.Choose()
		}
	}
	for turn := 0; !s.Over(); turn++ {
		var orders [2]ctfrules.Orders
		for seat, p := range players {
			orders[seat] = p(&s)
			if answer := told(turn, seat); answer != nil {
				orders[seat], _ = s.Parse(seat, answer[0])
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

// A flamesOutsider plays on with other glyphs, by bosses of 5000 nodes and by some with
// other weights.
type flamesOutsider struct {
	test     *flamesrules.Case
	state    flamesrules.State
	policies [2]*flames.Policy
}

func (o *flamesOutsider) Look(m referee.Match) { o.test, o.state, _ = flamesrules.StateOf(m) }

func (o *flamesOutsider) Play(answers [][]string, n int) float64 {
	if o.policies[0] == nil {
		parameters := flames.DefaultParameters()
		parameters.Flame, parameters.Distance = 40, 4
		o.policies = [2]*flames.Policy{
			flames.NewPolicy(&o.test.Arena, 5000, flames.DefaultParameters()), flames.NewPolicy(&o.test.Arena, 3500, parameters),
		}
	}
	w := flamesWitness{test: o.test, state: o.state, policy: o.policies[n%2]}
	return w.Play(answers, n+1<<20)
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

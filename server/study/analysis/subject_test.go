package analysis_test

import (
	"cmp"
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"arbiter/bots/ctf"
	"arbiter/bots/domain"
	"arbiter/bots/flames"
	"arbiter/bots/judge"
	"arbiter/bots/keeper"
	"arbiter/referee"
	ctfrules "arbiter/referee/games/ctf"
	domainrules "arbiter/referee/games/domain"
	flamesrules "arbiter/referee/games/flames"
	keeperrules "arbiter/referee/games/keeper"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
)

// A subject is a game with what the tests need to try its judge: the boss, and a
// policy that is not the judge.
type subject struct {
	game     referee.Game
	judging  judge.Judging
	costly   float64 // what a planted mistake costs at least
	effort   int     // for a quick test
	usual    int     // what twenty CPU seconds, the default budget on two idle cores, take at most
	planted  int     // what six of them take, in ctf all twenty: the budget of TestPlantedMistakes
	quick    quick
	setup    func(number int64) referee.Setup
	boss     func(seat int, at level) player
	fresh    func(seat int) witness
	outsider func(seat int) outsider // plays sure costs of TestCostsHold
	// harm, if any, tells how bad a position is, of its own unit: where answers at
	// random seldom cost much, mistakes are planted where they harm at once.
	harm func(m referee.Match) float64
}

// quick is how many matches the tests take that are not told a number.
type quick struct {
	planted   int // TestPlantedMistakes
	calibrate int // TestCalibration: in keeper a few, of whose heroes one may not get out
	helps     int // TestItHelps
}

// units returns the effort of an analysis: what the default budget takes in a test that is
// told how many matches it plays, and little in one that is not.
func (s subject) units(matches int) int {
	if matches == 0 {
		return cmp.Or(*effort, s.effort)
	}
	return cmp.Or(*effort, s.usual)
}

// A level is one of the builtin bots', from 1 to 10, with the seed of its slips; number 0 is
// the boss that the tests play by.
type level struct {
	number int
	seed   int64
}

// nodes returns the nodes of a policy: 0 at a level, which has its own, and the boss's
// nodes otherwise.
func (l level) nodes(boss int) int {
	if l.number > 0 {
		return 0
	}
	return boss
}

// set makes a policy play at the level.
func (l level) set(p interface{ SetLevel(n int, seed int64) }) {
	if l.number > 0 {
		p.SetLevel(l.number, l.seed)
	}
}

// A player answers for a seat.
type player func(m referee.Match) []string

// A witness plays a position on by a policy that is not the judge's.
type witness interface {
	Look(m referee.Match)
	Took(answer []string)
	Play(answers [][]string, n int) float64 // see judge.Judge
}

func subjects() map[string]subject {
	seed := func(number int64) referee.Setup { return referee.Setup{Seed: number} }
	return map[string]subject{
		"ctf": {
			game: ctfrules.Game{}, costly: 0.15, effort: 600, usual: 4500, planted: 4500, quick: quick{planted: 1, calibrate: 2},
			setup:    seed,
			judging:  ctf.Judging(),
			boss:     ctfBoss,
			fresh:    func(seat int) witness { return &ctfWitness{seat: seat} },
			outsider: func(seat int) outsider { return &ctfOutsider{seat: seat} },
		},
		"domain": {
			game: domainrules.Game{}, costly: 0.15, effort: 2000, usual: 60000, planted: 18000, quick: quick{planted: 4, calibrate: 3, helps: 1}, setup: openings,
			judging:  domain.Judging(),
			boss:     domainBoss,
			fresh:    func(int) witness { return new(domainWitness) },
			outsider: func(int) outsider { return new(domainOutsider) },
		},
		"flames": {
			game: flamesrules.Game{}, costly: 3, effort: 150, usual: 250, planted: 140, quick: quick{planted: 1, calibrate: 1}, setup: seed,
			judging:  flames.Judging(),
			boss:     flamesBoss,
			fresh:    func(int) witness { return new(flamesWitness) },
			outsider: func(int) outsider { return new(flamesOutsider) },
		},
		"keeper": {
			game: keeperrules.Game{}, costly: 500, effort: 500, usual: 4800, planted: 780, quick: quick{planted: 4, calibrate: 4}, setup: seed,
			judging:  keeper.Judging(),
			boss:     keeperBoss,
			fresh:    newKeeperWitness,
			outsider: newKeeperOutsider,
			harm:     keeperHarm,
		},
	}
}

// chosen yields the games that are tried.
func chosen() iter.Seq2[string, subject] {
	return func(yield func(string, subject) bool) {
		all := subjects()
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if (*game == "" || slices.Contains(strings.Split(*game, ","), name)) && !yield(name, all[name]) {
				return
			}
		}
	}
}

// record plays a match in which seats answer by who, and returns it.
func (s subject) record(t testing.TB, setup referee.Setup, who func(m referee.Match, seat int) []string) *replay.Record {
	t.Helper()
	info := s.game.Info()
	header := replay.NewHeader(info, setup, referee.TimeLimits{})
	header.Seats = make([]replay.Seat, info.MaxSeats)
	rec, err := refereetest.Record(t.Context(), s.game, header, func(m referee.Match, seat int) referee.Player {
		return refereetest.Func(func(referee.Ask) referee.Reply { return referee.Reply{Lines: who(m, seat)} }).Player()
	})
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// equals plays a match of the boss against itself, each seat at the level, with other slips:
// number 0 has none.
func (s subject) equals(t testing.TB, setup referee.Setup, at level) *replay.Record {
	players := make([]player, s.game.Info().MaxSeats)
	for i := range players {
		players[i] = s.boss(i, level{at.number, at.seed + int64(i)<<32})
	}
	return s.record(t, setup, func(m referee.Match, seat int) []string { return players[seat](m) })
}

// asked yields the positions in which a seat was asked, and the answers of the turn by
// seat. The answer of a seat that was not asked is nil. The answer of a seat that gave
// none is empty.
func (s subject) asked(t testing.TB, rec *replay.Record, seat int) iter.Seq2[replay.Position, [][]string] {
	return func(yield func(replay.Position, [][]string) bool) {
		for p, err := range replay.Positions(rec, s.game) {
			if err != nil {
				t.Fatal(err)
			}
			given := make([][]string, len(rec.Header.Seats))
			for _, a := range p.Turn.Answers {
				given[a.Seat] = append([]string{}, a.Lines...)
			}
			if given[seat] != nil && !yield(p, given) {
				return
			}
		}
	}
}

// openings is the setup of domain: a seed decides nothing there.
func openings(number int64) referee.Setup {
	all := domainrules.Game{}.Openings(1)
	return referee.Setup{Position: json.RawMessage(all[int(number)%len(all)].Position)}
}

func domainBoss(seat int, at level) player {
	p := domain.NewPolicy(at.nodes(10_000), int64(seat)+1, domain.DefaultParameters())
	at.set(p)
	return func(m referee.Match) []string {
		s, _ := domainrules.StateOf(m)
		p.Observe(&s)
		return []string{p.Choose().String()}
	}
}

// A domainWitness plays with a small and a wide search.
type domainWitness struct {
	state domainrules.State
}

func (w *domainWitness) Look(m referee.Match) { w.state, _ = domainrules.StateOf(m) }
func (w *domainWitness) Took([]string)        {}

func (w *domainWitness) Play(answers [][]string, n int) float64 {
	s, seat := w.state, w.state.Mover
	parameters := domain.DefaultParameters()
	parameters.Cell, parameters.Full = 1, 4
	var players [2]*domain.Policy
	for i := range players {
		players[i] = domain.NewPolicy(600, int64(n*2+i)+100, parameters)
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
	switch own, other := s.Domain(int(seat)).Len(), s.Domain(int(1-seat)).Len(); {
	case own > other:
		return 1
	case own < other:
		return 0
	}
	return 0.5
}

func flamesBoss(_ int, at level) player {
	var p *flames.Policy
	return func(m referee.Match) []string {
		test, s, _ := flamesrules.StateOf(m)
		if p == nil {
			p = flames.NewPolicy(&test.Arena, at.nodes(8000), flames.DefaultParameters())
			at.set(p)
		}
		p.Observe(&s, s.Glyphs(test))
		return []string{p.Choose().String()}
	}
}

// A flamesWitness plays with other weights.
type flamesWitness struct {
	test   *flamesrules.Case
	state  flamesrules.State
	policy *flames.Policy
}

func (w *flamesWitness) Look(m referee.Match) { w.test, w.state, _ = flamesrules.StateOf(m) }
func (w *flamesWitness) Took([]string)        {}

func (w *flamesWitness) Play(answers [][]string, n int) float64 {
	if w.policy == nil {
		parameters := flames.DefaultParameters()
		parameters.Flame, parameters.Distance = 40, 4
		w.policy = flames.NewPolicy(&w.test.Arena, 3500, parameters)
	}
	test, s := w.test.Imagine(w.state.Cycle, uint64(n)+1<<40), w.state
	if answers[0] != nil {
		s.Play(test, answers[0][0])
	}
	p := *w.policy // one at a time: they may share what they search with
	for s.Outcome == flamesrules.Playing {
		p.Observe(&s, s.Glyphs(test))
		s.Act(test, p.Choose(), nil)
	}
	return float64(s.Score())
}

func keeperBoss(_ int, at level) player {
	p := keeper.NewPolicy(at.nodes(2000), keeper.DefaultParameters())
	at.set(p)
	return func(m referee.Match) []string {
		s, _ := keeperrules.StateOf(m)
		p.Observe(s.Hero, s.Visible(nil))
		return []string{p.Choose().String()}
	}
}

// keeperHarm tells how little health is left after some turns of a hero who sees the
// maze for the first time.
func keeperHarm(m referee.Match) float64 {
	s, _ := keeperrules.StateOf(m)
	p := keeper.NewPolicy(300, keeper.DefaultParameters())
	for turn := 0; turn < 5 && !s.Over(); turn++ {
		p.Observe(s.Hero, s.Visible(nil))
		s.Step(p.Choose(), nil)
	}
	if s.End == keeperrules.Won {
		return 0
	}
	return 1 / float64(1+max(0, s.Hero.Health))
}

// A keeperWitness plays with other weights in other mazes.
type keeperWitness struct {
	known  keeperrules.Knowledge
	policy *keeper.Policy
	mazes  []keeperrules.State
}

func newKeeperWitness(int) witness {
	parameters := keeper.DefaultParameters()
	parameters.Death, parameters.Explore, parameters.Threat = 3000, 700, 20
	w := &keeperWitness{policy: keeper.NewPolicy(1500, parameters)}
	for seed := range int64(64) {
		w.mazes = append(w.mazes, keeperrules.Deal(2_000_000+seed))
	}
	return w
}

func (w *keeperWitness) Look(m referee.Match) {
	s, _ := keeperrules.StateOf(m)
	visible := s.Visible(nil)
	w.known.See(s.Hero, visible)
	w.policy.Observe(s.Hero, visible)
}

func (w *keeperWitness) Took([]string) {}

func (w *keeperWitness) Play(answers [][]string, n int) float64 {
	p := w.policy.Clone()
	s := w.known.Imagine(w.mazes, uint64(n)+1<<40)
	action := p.Choose()
	if answers[0] != nil {
		given, _, fault := keeperrules.Parse(answers[0][0])
		if fault != nil {
			return keeperrules.ErrorScore
		}
		action = given
	}
	for {
		s.Step(action, nil)
		if s.Over() {
			return float64(s.Hero.Score)
		}
		p.Observe(s.Hero, s.Visible(nil))
		action = p.Choose()
	}
}

func ctfBoss(seat int, at level) player {
	return ctfPlayer(seat, func(m *ctfrules.Map) *ctf.Policy {
		p := ctf.NewPolicy(m, at.nodes(1500), int64(seat)+1, ctf.DefaultParameters())
		at.set(p)
		return p
	})
}

// ctfPlayer plays a policy that is shown what its seat sees.
func ctfPlayer(seat int, policy func(*ctfrules.Map) *ctf.Policy) player {
	var p *ctf.Policy
	var turn ctf.Turn
	return func(m referee.Match) []string {
		s, _ := ctfrules.StateOf(m)
		if p == nil {
			p = policy(ctf.MapFor(&s.Map, seat))
		}
		turn.Show(&s, seat)
		p.Observe(&turn)
		return ctfAnswer(&s, seat, p.Choose())
	}
}

func ctfAnswer(s *ctfrules.State, seat int, o ctfrules.Orders) []string {
	var parts []string
	for id := range s.PerSeat {
		if s.Minions[seat][id].Alive() {
			parts = append(parts, string(o.Commands[id].Append(nil, id)))
		}
	}
	return []string{strings.Join(parts, " | ")}
}

// A ctfWitness goes on from the true position, both seats with other weights and
// with their own knowledge of it.
type ctfWitness struct {
	seat   int
	states []ctfrules.State
}

func (w *ctfWitness) Look(m referee.Match) {
	s, _ := ctfrules.StateOf(m)
	w.states = append(w.states, s)
}

func (w *ctfWitness) Took([]string) {}

func (w *ctfWitness) Play(answers [][]string, n int) float64 {
	parameters := ctf.DefaultParameters()
	parameters.Life, parameters.Home = 90, 2000
	parameters.Rivals, parameters.Horizon = 1, 8 // or there are only tries that no draw decides, and all continuations are one
	s := w.states[len(w.states)-1]
	var turn ctf.Turn
	var players [2]*ctf.Policy
	for seat := range players {
		players[seat] = ctf.NewPolicy(ctf.MapFor(&s.Map, seat), 130, int64(n*2+seat)+1000, parameters)
		for i := range w.states[:len(w.states)-1] {
			turn.Show(&w.states[i], seat)
			players[seat].Observe(&turn)
		}
	}
	for first := true; !s.Over(); first = false {
		var orders [2]ctfrules.Orders
		for seat, p := range players {
			turn.Show(&s, seat)
			p.Observe(&turn)
			orders[seat] = p.Choose()
			if first && answers[seat] != nil {
				orders[seat], _ = s.Parse(seat, answers[seat][0])
			}
		}
		s.Step(orders, nil)
	}
	switch scores := s.Scores(); {
	case scores[w.seat] > scores[1-w.seat]:
		return 1
	case scores[w.seat] < scores[1-w.seat]:
		return 0
	}
	return 0.5
}

package ctf

import (
	"strings"

	"arbiter/bots/ctf/stranger"
	"arbiter/bots/ctf/style"
	"arbiter/bots/judge"
	rules "arbiter/referee/games/ctf"
	"arbiter/referee/rng"
)

// The kinds of players that confirm what an answer costs, by their numbers.
const (
	allSeeing    = iota // styles that see everything
	shortSight          // styles that see what a seat sees
	foggyBosses         // bosses who see what a seat sees
	strangers           // players who stand in for the programs of strangers, likewise
	mixed               // a foggy boss against one of the strangers, in turns on either side
	others              // shortSight again, with other draws
	strongBosses        // foggyBosses who search more
)

// confirmNodes is the budget of a plan of foggyBosses, and strongNodes that of strongBosses.
const (
	confirmNodes = 150
	strongNodes  = 300
)

// confirmSeeds is where the draws of Confirm begin, for each kind: see Sample.
const confirmSeeds = 1 << 28

// Kinds implements analysis.Confirmer.
func (j *Judge) Kinds() []judge.Kind {
	return []judge.Kind{
		allSeeing:    {Name: "styles that see everything", Units: 0.1, Quick: true},
		shortSight:   {Name: "styles that see what a seat sees", Units: 0.2, Quick: true},
		foggyBosses:  {Name: "bosses that see what a seat sees", Units: 5},
		strangers:    {Name: "strangers that see what a seat sees", Units: 0.3},
		mixed:        {Name: "such a boss and a stranger", Units: 2.5},
		others:       {Name: "styles again, with other draws", Units: 0.2},
		strongBosses: {Name: "strong bosses that see what a seat sees", Units: 10, Last: true},
	}
}

// Confirm implements analysis.Confirmer.
func (j *Judge) Confirm(position int, answers [][]string, kind, n int) float64 {
	draws := confirmSeeds*uint64(1+kind) + uint64(n)
	return j.toTheEnd(position, kind, draws, func(s *rules.State, turn, side int) *rules.Orders {
		if answer := answers[j.seat^side]; turn == 0 && answer != nil {
			o := parse(s, side, answer)
			return &o
		}
		return nil
	})
}

// followSeeds is where the draws of Follow begin, and followKinds how far those of the kinds
// lie apart: see Sample.
const (
	followSeeds = 10 << 28
	followKinds = 1 << 26
)

// followDraws is where the draws of a play of Follow begin.
func followDraws(kind, n int) uint64 { return followSeeds + followKinds*uint64(kind) + uint64(n) }

// Follow implements analysis.Follower.
func (j *Judge) Follow(position int, told [][][]string, kind, n int) float64 {
	return j.toTheEnd(position, kind, followDraws(kind, n), func(s *rules.State, turn, side int) *rules.Orders {
		if turn >= len(told) || told[turn][j.seat^side] == nil {
			return nil
		}
		o := rules.Orders{Missing: true}
		if answer := told[turn][j.seat^side]; len(answer) > 0 {
			o = possible(s, side, answer[0])
		}
		return &o
	})
}

// Plan implements analysis.Planner.
func (j *Judge) Plan(position, answers, kind, n int) (plan [][]string) {
	s, players := j.seated(position, kind, followDraws(kind, n))
	for len(plan) < answers && !s.Over() {
		o := [2]rules.Orders{players[0].orders(s, nil), players[1].orders(s, nil)}
		plan = append(plan, []string{textOf(s, &o[0])})
		s.Step(o, nil)
	}
	return plan
}

// possible returns the commands of an answer that are possible in a position: what was
// answered in another one may not be.
func possible(s *rules.State, side int, answer string) (o rules.Orders) {
	for part := range strings.SplitSeq(answer, "|") {
		one, fault := s.Parse(side, part)
		if fault != nil {
			continue
		}
		for id := range s.PerSeat {
			if one.Commands[id] != (rules.Command{}) {
				o.Commands[id] = one.Commands[id]
			}
		}
	}
	return o
}

// toTheEnd plays an imagined position on by players of a kind, who do what they are told, if
// they are, and returns the result of seat 0 of the belief.
func (j *Judge) toTheEnd(position, kind int, draws uint64, told func(s *rules.State, turn, side int) *rules.Orders) float64 {
	s, players := j.seated(position, kind, draws)
	for turn := 0; !s.Over(); turn++ {
		var o [2]rules.Orders
		for side, p := range players {
			o[side] = p.orders(s, told(s, turn, side))
		}
		s.Step(o, nil)
	}
	return prospect(s, j.beliefs[position].table) // the result: the match is over
}

// seated imagines a position and players of a kind for both sides of it.
func (j *Judge) seated(position, kind int, draws uint64) (*rules.State, [2]finisher) {
	b := &j.beliefs[position]
	r := rng.NewSplitMix64(uint64(position)*sampleSeedSteps + draws)
	s := j.imagine(position, &r)
	var players [2]finisher
	for side := range players {
		players[side] = b.finisher(&s, side, cast(kind, side, draws), &r)
	}
	return &s, players
}

// A finisher plays a side to the end. given is what it has to answer, or nil.
type finisher interface {
	orders(s *rules.State, given *rules.Orders) rules.Orders
}

// cast returns which kind plays a side: of mixed ones, the boss has one side or the other.
func cast(kind, side int, draws uint64) int {
	switch {
	case kind != mixed:
		return kind
	case side == int(draws&1):
		return foggyBosses
	}
	return strangers
}

// finisher returns a player of a kind for a side of an imagined position.
func (b *belief) finisher(s *rules.State, side, kind int, r *rng.SplitMix64) finisher {
	styles := style.All()
	drawn, seed := styles[r.Below(len(styles))], int64(r.Next()>>1)
	if kind == allSeeing {
		return &seer{view: style.View{Table: b.table, Seat: side}, style: drawn}
	}
	p := &foggy{side: side}
	p.policy.belief = *b
	if side == 1 {
		p.policy.belief = b.opposite(s, r)
	}
	switch kind {
	case foggyBosses:
		p.policy.choose = newSearch(confirmNodes, seed, varied(r))
	case strongBosses:
		p.policy.choose = newSearch(strongNodes, seed, varied(r))
	case strangers:
		known := stranger.Tuned()
		p.policy.choose = estranged{stranger.New(known[r.Below(len(known))].Habits)}
	default:
		p.policy.choose = styled{drawn}
	}
	return p
}

// lostFor is for how many turns at most an opponent is imagined to have lost sight of a
// minion that it does not see.
const lostFor = 11

// opposite draws what the opponent believes in an imagined position: it knows where those
// are that it sees, and of the others where they were a while ago. To know all of them would
// make it cost much to be where nobody looks.
func (b *belief) opposite(s *rules.State, r *rng.SplitMix64) belief {
	o := belief{State: turned(s), table: b.table, begun: true, rivals: rivals{styles: style.All()}}
	seen := o.Sees(0)
	for id := range o.PerSeat {
		m := &o.Minions[1][id]
		if !m.Alive() {
			continue
		}
		possible := &o.possible[id]
		possible.Add(m.Pos)
		if seen.Has(m.Pos) {
			continue
		}
		for range r.Below(lostFor + 1) {
			o.spread(possible)
		}
		leaveOut(possible, &seen)
		m.Pos = o.somewhere(possible, m.Pos, traceCells, r)
	}
	return o
}

// A seer plays a style and sees everything.
type seer struct {
	view  style.View
	style style.Style
}

func (p *seer) orders(s *rules.State, given *rules.Orders) rules.Orders {
	if given != nil {
		return *given
	}
	p.view.State = s
	return p.style.Orders(p.view)
}

// A foggy is a policy that is shown what its side sees.
type foggy struct {
	policy Policy
	side   int
	begun  bool
	turn   Turn
}

func (p *foggy) orders(s *rules.State, given *rules.Orders) rules.Orders {
	if p.begun {
		p.turn.Show(s, p.side)
		p.policy.Observe(&p.turn)
	}
	p.begun = true
	if given != nil {
		p.policy.belief.orders = *given
		return *given
	}
	return p.policy.Choose()
}

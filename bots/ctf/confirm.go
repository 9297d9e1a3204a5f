package ctf

import (
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

// confirmSeeds is where the draws of finish begin, for each kind: see Continue.
const confirmSeeds = 1 << 28

// kinds describes them.
func kinds() []judge.Kind {
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

// finish plays a position to the end by players of a kind.
func (j *Judge) finish(position int, answers [][]string, kind, n int) float64 {
	b := &j.beliefs[position]
	draws := confirmSeeds*uint64(1+kind) + uint64(n)
	r := rng.NewSplitMix64(uint64(position)*sampleSeedSteps + draws)
	s := j.imagine(position, &r)
	var players [2]finisher
	for side := range players {
		players[side] = b.finisher(&s, side, cast(kind, side, draws), &r)
	}
	for first := true; !s.Over(); first = false {
		var o [2]rules.Orders
		for side, p := range players {
			var given *rules.Orders
			if answer := answers[j.seat^side]; first && answer != nil {
				parsed := parse(&s, side, answer)
				given = &parsed
			}
			o[side] = p.orders(&s, given)
		}
		s.Step(o, nil)
	}
	return prospect(&s, b.table) // the result: the match is over
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

package flames

import (
	"arbiter/bots/option"
	"arbiter/referee"
	rules "arbiter/referee/games/flames"
)

// A Policy is the player behind Boss without its pipes: it observes a turn,
// then chooses an action, and can be cloned between turns.
type Policy struct {
	nodes  int
	limits referee.TimeLimits // of an answer, when nodes is 0
	test   rules.Case         // the map, this cycle's glyphs and how many are to come
	state  rules.State        // as observed last
	plan   line               // the best that is known from there
	turn   int                // searches made
	search *search
	cycles int          // most that lines go through, for a level; 0 is no limit
	slips  option.Slips // of its level
}

// NewPolicy returns a policy that has observed nothing of a match on the
// arena. nodes is how many actions it plays in a search; 0 means by the wall clock,
// within the statement's limits.
func NewPolicy(arena *rules.Arena, nodes int, parameters Parameters) *Policy {
	p := &Policy{nodes: nodes, limits: rules.Game{}.Info().Limits(), test: rules.Case{Arena: *arena}, search: newSearch(parameters)}
	p.plan.forget()
	return p
}

// Observe takes over the position of a turn and the glyphs on the map.
func (p *Policy) Observe(s *rules.State, glyphs rules.Rows) {
	if s.Cycle != p.state.Cycle {
		p.plan.forget() // the new cycle shows new glyphs
		expect(&p.test, int(s.Cycle), glyphs)
	}
	p.state = *s
}

// Choose returns the action for the turn that was observed last. It is called
// once a turn, since the policy goes on along the line it has found.
func (p *Policy) Choose() rules.Action {
	p.turn++
	if action, ok := p.slip(); ok {
		p.plan.forget()
		return action
	}
	p.search.guide = p.search.Parameters.guide(p.turn)
	spent := byNodes(p.nodes, p.up())
	if p.nodes == 0 {
		spent = byClock(p.limits)
	}
	p.search.improve(&p.test, &p.state, p.horizon(), &p.plan, spent)
	return p.plan.pop()
}

// up returns by how many actions a search rounds its shares up: see byNodes. It
// differs by the position and, as all matches begin in the same one, by the glyphs.
func (p *Policy) up() int {
	h := p.state.Hash()
	for _, row := range p.test.Waves[0].Glyphs {
		h = (h ^ row) * 0x9E3779B97F4A7C15
	}
	return int((h >> 32) % uint64(actions))
}

// horizon returns the cycle at whose start lines end: after the next cycle, the
// last one whose flames are all known. When no more glyphs are to come, all flames
// are known for ever, and one cycle more is enough to put them out.
func (p *Policy) horizon() int32 {
	cycles := 2
	if p.state.Cycle >= rules.GlyphCycles {
		cycles = 3
	}
	if p.cycles > 0 {
		cycles = min(cycles, p.cycles)
	}
	return p.state.Cycle + int32(cycles)
}

// Clone returns a policy that knows the same and goes on alone.
func (p *Policy) Clone() *Policy {
	c := *p
	c.test.Waves = append([]rules.Wave(nil), p.test.Waves...)
	c.search = newSearch(p.search.Parameters) // holds nothing else from turn to turn
	return &c
}

// expect sets the waves of a case as far as a bot knows them in a cycle: its
// glyphs, and that later cycles up to the sixth have some.
func expect(c *rules.Case, cycle int, glyphs rules.Rows) {
	c.First = cycle
	c.Waves = append(c.Waves[:0], rules.Wave{Glyphs: glyphs, Count: glyphs.Len()})
	for range rules.GlyphCycles - cycle {
		c.Waves = append(c.Waves, rules.Wave{Count: rules.WaveGlyphs})
	}
}

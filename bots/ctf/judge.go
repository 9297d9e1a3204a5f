package ctf

import (
	"context"
	"math"
	"math/bits"
	"strings"

	"arbiter/bots/ctf/style"
	"arbiter/bots/judge"
	"arbiter/referee"
	rules "arbiter/referee/games/ctf"
	"arbiter/referee/rng"
)

// Judging returns the maker of the game's judges.
func Judging() judge.Judging {
	return judge.Judging{
		Name: "continuations from imagined positions, for 16 turns by varied players who race for the flags, and to the end by the boss and by other bots",
		// A win instead of a loss.
		Scale: 1,
		// What is said of smaller regrets does not come true: when the true match went on
		// from the answer and from the judge's, 15 of 31 judge's answers were better and 12
		// worse; of larger ones 123 of 169 and 33 (five variants of this judge, on the same
		// matches).
		Least: 0.1,
		New:   func(seat int) judge.Judge { return NewJudge(seat) },
		Kinds: kinds(),
	}
}

// Budgets of a Judge, in turns that are played ahead.
const (
	judgeNodes      = 6000 // for the best answer
	gapTurns        = 20   // that Gap plays on by habit
	playTurns       = 16   // of a continuation
	playNodes       = 160  // of a plan in it ...
	playEvery       = 2    // ... which is made so often, in turns
	sampleSeedSteps = 1 << 32
	doubt           = 0.25 // how often a minion is imagined anywhere, and not where a crowd has it
	nearCells       = 0.7  // steps over which the weight of a place falls by a factor of e, about one of a crowd ...
	traceCells      = 12   // ... and otherwise
)

// A Judge values the positions of a match as its seat knows them: where the
// opponent's minions are not in sight, they are imagined anew in each sample. From
// there both seats see everything.
type Judge struct {
	seat    int
	now     *belief // nil before the first turn
	crowd   *crowd
	turn    Turn
	beliefs []belief
	best    []rules.Orders // by position, what Alternatives found
	hunches []hunch        // by position, where the opponent's minions may be
}

// NewJudge returns a judge for a seat of a match that is about to be shown.
func NewJudge(seat int) *Judge { return &Judge{seat: seat} }

// Look implements judge.Judge.
func (j *Judge) Look(m referee.Match) (kept bool) {
	s, _ := rules.StateOf(m)
	j.see(&s)
	return true
}

// see takes over what the seat is shown of a position.
func (j *Judge) see(s *rules.State) {
	j.turn.Show(s, j.seat)
	if j.now == nil {
		b := newBelief(MapFor(&s.Map, j.seat), style.All())
		b.observe(&j.turn)
		j.now, j.crowd = &b, newCrowd(&b)
	} else {
		before := *j.now
		j.now.observe(&j.turn)
		j.crowd.next(&before, j.now)
	}
	b, h := *j.now, j.crowd.hunch()
	for id := range b.PerSeat {
		if m := &b.Minions[1][id]; m.Alive() && b.possible[id].Len() > 1 {
			m.Pos = h.likeliest(id)
		}
	}
	j.beliefs, j.hunches = append(j.beliefs, b), append(j.hunches, h)
	j.best = append(j.best, rules.Orders{})
}

// Took implements judge.Judge.
func (j *Judge) Took(answer []string) { j.now.orders = parse(&j.now.State, 0, answer) }

// parse reads the answer of a seat of a belief.
func parse(s *rules.State, seat int, answer []string) rules.Orders {
	if len(answer) == 0 {
		return rules.Orders{Missing: true}
	}
	o, _ := s.Parse(seat, answer[0])
	return o
}

// Same implements judge.Judge: it compares what the minions do, each MOVE by
// its first step.
func (j *Judge) Same(position int, a, b []string) bool {
	s := &j.beliefs[position].State
	x, y := parse(s, 0, a), parse(s, 0, b)
	if x.Missing || y.Missing {
		return false
	}
	for id := range s.PerSeat {
		if m := s.Minions[0][id]; m.Free() && deed(s, m, x.Commands[id]) != deed(s, m, y.Commands[id]) {
			return false
		}
	}
	return true
}

// deed returns the command with a MOVE to a distant cell shortened to its step,
// and one that goes nowhere as WAIT.
func deed(s *rules.State, m rules.Minion, c rules.Command) rules.Command {
	if c.Verb == rules.Move {
		c.Target = s.Toward(m.Pos, c.Target)
		if c.Target == m.Pos {
			return rules.Command{}
		}
	}
	return c
}

// Value implements judge.Judge: it does not search.
func (j *Judge) Value(context.Context, int, []string, int) judge.Estimate { return judge.Unknown() }

// Alternatives implements judge.Judge.
func (j *Judge) Alternatives(position int) (best, line []string) {
	b := &j.beliefs[position]
	o := newSearch(judgeNodes, int64(position), DefaultParameters()).orders(b)
	j.best[position] = o
	text := textOf(&b.State, &o)
	return []string{text}, []string{text}
}

// textOf writes the orders of seat 0.
func textOf(s *rules.State, o *rules.Orders) string {
	var parts []string
	for id := range s.PerSeat {
		if s.Minions[0][id].Alive() {
			parts = append(parts, string(o.Commands[id].Append(nil, id)))
		}
	}
	return strings.Join(parts, " | ")
}

// Gap implements judge.Judge: it compares where the orders lead when both seats
// go on by habit. Alternatives has to be called before.
func (j *Judge) Gap(position int, answer []string) float64 {
	given := parse(&j.beliefs[position].State, 0, answer)
	if given.Missing {
		return 1
	}
	return j.beliefs[position].after(j.best[position]) - j.beliefs[position].after(given)
}

// after tells how likely the match is won when both seats go on by habit.
func (b *belief) after(own rules.Orders) float64 {
	s := b.State
	for range gapTurns {
		s.Step([2]rules.Orders{own, habitual(&s, b.table, 1)}, nil)
		if s.Over() {
			break
		}
		own = habitual(&s, b.table, 0)
	}
	return prospect(&s, b.table)
}

// habitual returns what a seat does that does not look ahead.
func habitual(s *rules.State, table *rules.Table, seat int) rules.Orders {
	var h style.Hand
	h.Deal(style.View{State: s, Table: table, Seat: seat})
	style.Greedy(&h)
	return h.Orders
}

// imagine draws where the opponent's minions are that are out of sight: about where a world
// of the crowd has them, and now and then anywhere they may be, sooner near where they most
// likely are.
func (j *Judge) imagine(position int, r *rng.SplitMix64) rules.State {
	b := &j.beliefs[position]
	s, world := b.State, j.hunches[position].draw(r)
	for id := range s.PerSeat {
		if m := &s.Minions[1][id]; m.Alive() && b.possible[id].Len() > 1 {
			at, cells := world[id], nearCells
			if r.Float64() < doubt {
				at, cells = m.Pos, traceCells
			}
			m.Pos = b.somewhere(&b.possible[id], at, cells, r)
		}
	}
	return s
}

// somewhere draws one of the possible cells, with weights that fall with the distance
// from the expected one: of exponential clocks of these rates, whose rings first.
func (b *belief) somewhere(possible *rules.Cells, expected rules.Cell, cells float64, r *rng.SplitMix64) rules.Cell {
	drawn, first := expected, math.Inf(1)
	for row, rest := range possible {
		for ; rest != 0; rest &= rest - 1 {
			c := rules.Cell{R: int8(row), C: int8(bits.TrailingZeros64(rest))}
			if t := -math.Log(1-r.Float64()) / likely(b.table.Between(expected, c), cells); t < first {
				drawn, first = c, t
			}
		}
	}
	return drawn
}

// likely weighs a place so many steps from where a minion is expected, if the weight falls
// by a factor of e over so many cells.
func likely(far int, cells float64) float64 { return math.Exp(-float64(far) / cells) }

// Continue implements judge.Judge: its own players play some turns.
func (j *Judge) Continue(position int, answers [][]string, kind, n int) float64 {
	if kind != judge.Own {
		return j.finish(position, answers, kind, n)
	}
	b := &j.beliefs[position]
	r := rng.NewSplitMix64(uint64(position)*sampleSeedSteps + uint64(n))
	s := j.imagine(position, &r)
	var pilots [2]pilot
	for side := range pilots {
		pilots[side] = pilot{search: newSearch(r.Around(playNodes), int64(r.Next()>>1), varied(&r))}
	}
	pilots[1].best.style = b.rivals.likeliest()
	for turn := 0; turn < playTurns && !s.Over(); turn++ {
		var o [2]rules.Orders
		for side := range o {
			if seat := j.seat ^ side; turn == 0 && answers[seat] != nil {
				o[side] = parse(&s, side, answers[seat])
				continue
			}
			view := style.View{State: &s, Table: b.table, Seat: side}
			o[side] = pilots[side].orders(view, pilots[side].styles[pilots[1-side].best.style])
		}
		s.Step(o, nil)
	}
	return prospect(&s, b.table)
}

// varied draws what a player weighs and how far it looks ahead.
func varied(r *rng.SplitMix64) Parameters {
	p := DefaultParameters()
	for _, x := range []*int{&p.Life, &p.Credit, &p.Timeout, &p.Step, &p.Home, &p.Doubt, &p.Horizon} {
		*x = r.Around(*x)
	}
	return p
}

// A pilot plays a seat in continuations: now and then it makes a plan against what
// the other one does, and in between it goes on as planned.
type pilot struct {
	*search
	planned int // turns for which the plan still holds
}

// orders returns what the pilot of a view's seat does against a style.
func (p *pilot) orders(v style.View, other style.Style) rules.Orders {
	if p.planned > 0 {
		p.planned--
		p.best.next()
		return p.follow(v)
	}
	p.planned = playEvery - 1
	p.rivals = append(p.rivals[:0], rival{other, 1000})
	if v.Seat == 1 {
		s := turned(v.State)
		return p.choose(&s, v.Table, budget{nodes: p.most})
	}
	return p.choose(v.State, v.Table, budget{nodes: p.most})
}

// turned returns the state with the seats exchanged.
func turned(s *rules.State) rules.State {
	t := *s
	t.Bases[0], t.Bases[1] = s.Bases[1], s.Bases[0]
	t.Minions[0], t.Minions[1] = s.Minions[1], s.Minions[0]
	t.Flags[0], t.Flags[1] = s.Flags[1], s.Flags[0]
	t.Credits[0], t.Credits[1] = s.Credits[1], s.Credits[0]
	t.Inactive[0], t.Inactive[1] = s.Inactive[1], s.Inactive[0]
	t.TimedOut[0], t.TimedOut[1] = s.TimedOut[1], s.TimedOut[0]
	for i := range t.Mines() {
		t.Planted[i].Seat = 1 - t.Planted[i].Seat
	}
	return t
}

// imagineSeeds is where the draws of Imagine begin, which are not those of Continue.
const imagineSeeds = 1 << 31

// Imagine implements judge.Judge. Nothing is drawn where all opponents are in sight.
func (j *Judge) Imagine(m referee.Match, position, n int) (imagined referee.Match, drawn bool) {
	b := &j.beliefs[position]
	r := rng.NewSplitMix64(uint64(position)*sampleSeedSteps + imagineSeeds + uint64(n))
	s := j.imagine(position, &r)
	if j.seat == 1 {
		s = turned(&s)
	}
	for id := range b.PerSeat {
		drawn = drawn || b.Minions[1][id].Alive() && b.possible[id].Len() > 1
	}
	imagined, _ = rules.Resume(m, s)
	return imagined, drawn
}

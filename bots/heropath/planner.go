package heropath

import (
	"math"

	rules "arbiter/referee/games/heropath"
)

// A planner plays games as lists of monsters to kill, one after the other. Its hero and
// its dead monsters are a position of such a game. What the rest of a game is worth is
// judged by a reference: another plan of the same world, at first a simple guess, then
// the best plan found.
type planner struct {
	*atlas
	root  rules.State // where plans begin
	turns int64       // the turns that are planned
	hero  hero
	dead  set

	reference
	prices
	stronger  float64 // how much more a stronger hero earns; 0 is not at all
	prospects float64 // how much monsters in reach count before they are dead
	thorough  bool    // whether ways are searched when arcs are attacked

	records bool           // whether kills append their moves
	moves   []rules.Action // of movesOf
	bent    []cell         // of arc
	choice  []target       // of killBest
}

// A hero is what rules.Hero is, as far as plans of kills need it.
type hero struct {
	cell
	turn           int64
	gold, fatigue  int64
	level          int64
	exp, nextLevel int64
	threat         int64 // on its cell
}

type cell struct{ x, y int64 }

// nowhere is the cell of a stop that is still to be chosen.
var nowhere = cell{-1, -1}

// inside reports whether the world has the cell.
func (p *planner) inside(c cell) bool {
	return c.x >= 0 && c.y >= 0 && c.x <= p.world.Width && c.y <= p.world.Height
}

// between2 returns the square of the distance between two cells.
func between2(a, b cell) int64 {
	dx, dy := a.x-b.x, a.y-b.y
	return dx*dx + dy*dy
}

// between returns the distance between two cells.
func between(a, b cell) float64 { return math.Sqrt(float64(between2(a, b))) }

// A set holds monsters by their ids.
type set []uint64

func (s set) has(id int32) bool { return s[id>>6]>>(id&63)&1 == 1 }
func (s set) add(id int32)      { s[id>>6] |= 1 << (id & 63) }
func (s set) remove(id int32)   { s[id>>6] &^= 1 << (id & 63) }

// mostTurns bounds the plan for a test with an absurd number of turns.
const mostTurns = 100_000

func newPlanner(root *rules.State, parameters Parameters) *planner {
	p := &planner{atlas: newAtlas(root), turns: min(root.World.NumTurns, mostTurns)}
	p.stronger, p.prospects = float64(parameters.Stronger)/100, float64(parameters.Prospects)/100
	p.dead = make(set, len(p.hp)/64+1)
	p.choice = make([]target, 0, tried)
	p.root.CopyFrom(root)
	p.begin()
	p.guess()
	return p
}

// begin goes back to where plans begin.
func (p *planner) begin() {
	h := &p.root.Hero
	p.hero = hero{
		cell: cell{h.X, h.Y}, turn: h.Turn, gold: h.Gold, fatigue: h.Fatigue,
		level: h.Level, exp: h.Exp, nextLevel: h.NextLevel, threat: p.root.Threat(h.X, h.Y),
	}
	clear(p.dead)
	for id, hp := range p.hp {
		if hp == 0 {
			p.dead.add(int32(id))
		}
	}
}

// play plays a plan from the root. It returns it without what cannot be killed in time.
func (p *planner) play(plan []stop) (played []stop) {
	p.begin()
	for _, s := range plan {
		if !p.dead.has(s.id) && p.kill(&s, nowhere) {
			played = append(played, s)
		}
	}
	return played
}

// movesOf returns the moves of a plan.
func (p *planner) movesOf(plan []stop) []rules.Action {
	p.records, p.moves = true, nil
	p.play(plan)
	p.records = false
	return p.moves
}

// stopsOf returns the plan that moves from the root come to.
func (p *planner) stopsOf(moves []rules.Action) (plan []stop) {
	var s rules.State
	s.CopyFrom(&p.root)
	var w *way
	for _, a := range moves {
		here, kills, threat := cell{s.X, s.Y}, s.Kills, s.Threat(s.X, s.Y)
		switch s.Step(a); {
		case a.Type == rules.Attack:
		case w == nil:
			w = &way{from: here, hops: []cell{{s.X, s.Y}}}
		default:
			w.hops = append(w.hops, cell{s.X, s.Y})
			w.fatigue += threat
		}
		if s.Kills > kills {
			plan = append(plan, stop{id: int32(a.TargetID), cell: here, way: w})
			w = nil
		}
	}
	return plan
}

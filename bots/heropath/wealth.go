package heropath

import "math"

// A wealth tells how rich the parts of the world are: what is far off never
// brings most gold per turn, even where it is worth the walk.
type wealth struct {
	wide, high           int64
	log                  []float64 // by column and row: the logarithm of gold per turn around there
	width, height, slice int64
	worth                []float64 // by slice of the turns, row and column
	speed                []float64 // by turn: of the reference
	reference            []float64 // by turn: worth where the reference is
}

const (
	wealthParts  = 24 // columns, and rows
	wealthSlices = 16 // parts of the turns
)

// survey measures how rich the world is for a hero of a level.
func (p *planner) survey(level int64) {
	w, t := p.world, &p.wealth
	t.wide, t.high = w.Width/wealthParts+1, w.Height/wealthParts+1
	t.width, t.height = w.Width, w.Height
	t.log = append(t.log[:0], make([]float64, wealthParts*wealthParts)...)
	hits := p.hits(level)
	far := max(float64(w.Width+w.Height)/16, 1)
	all := [2]float64{1e-9, 1}
	for id := range w.Monsters {
		if p.root.Alive(id) && hits[id] < float64(p.turns) {
			all[0] += float64(w.Monsters[id].Gold)
			all[1] += hits[id] + 1
		}
	}
	for i := range t.log {
		x, y := float64(int64(i)%wealthParts*t.wide+t.wide/2), float64(int64(i)/wealthParts*t.high+t.high/2)
		gold, turns := all[0]/all[1]*10, 10.0 // where nothing is, the average
		for id := range w.Monsters {
			m := &w.Monsters[id]
			dx, dy := (x-float64(m.X))/far, (y-float64(m.Y))/far
			if d2 := dx*dx + dy*dy; d2 < 4 && p.root.Alive(id) && hits[id] < float64(p.turns) {
				near := math.Exp(-d2)
				gold += near * float64(m.Gold)
				turns += near * (hits[id] + 1)
			}
		}
		t.log[i] = math.Log(gold / turns)
	}
}

// appraise fills worth by what a hero of the reference's speed finds in the
// turns that the walk to the best part leaves.
func (p *planner) appraise() {
	t := &p.wealth
	t.slice = p.turns/wealthSlices + 1
	parts := len(t.log)
	t.worth = append(t.worth[:0], make([]float64, wealthSlices*parts)...)
	rich, far := make([]float64, parts), make([]float64, parts)
	for i, log := range t.log {
		rich[i] = math.Exp(log * p.richer)
	}
	for i := range parts {
		x, y := t.center(i)
		for j := range far {
			cx, cy := t.center(j)
			far[j] = hypot(float64(cx-x), float64(cy-y))
		}
		for s := range int64(wealthSlices) {
			left := max(float64(p.turns-s*t.slice), 1)
			walk := left * t.speed[min(max(s*t.slice, p.root.Turn), p.turns)]
			most := 0.0
			for j := range far {
				most = max(most, rich[j]*(1-far[j]/walk))
			}
			t.worth[int(s)*parts+i] = math.Log(most)
		}
	}
}

// center returns the cell in the middle of a part.
func (t *wealth) center(i int) (x, y int64) {
	return min(int64(i)%wealthParts*t.wide+t.wide/2, t.width), min(int64(i)/wealthParts*t.high+t.high/2, t.height)
}

// at returns the logarithm of what it is worth to be on a cell in a turn.
func (t *wealth) at(turn, x, y int64) float64 {
	return t.worth[(turn/t.slice*wealthParts+y/t.high)*wealthParts+x/t.wide]
}

// prepare makes the weights ready to be used with the reference.
func (p *planner) prepare() {
	if p.richer > 0 {
		p.appraise()
		for t := range p.wealth.reference {
			c := p.places[t]
			p.wealth.reference[t] = p.wealth.at(int64(t), c.x, c.y)
		}
	}
}

package keeper

import "arbiter/referee"

// The planes of an observation. The first ones are numbered as the types of
// entities: 1 where an exit, an obstacle or an item lies, and a monster's
// health.
const (
	planeSight  = Types + iota // 1 where the hero sees
	planeHero                  // 1 at the hero
	planeHealth                // of the hero, everywhere
	planeScore                 // everywhere
	planeHammer                // charges, everywhere
	planeScythe                // charges, everywhere
	planeBow                   // charges, everywhere
	planeTurn                  // turns played, everywhere
	planeCount
)

// mostDamage is what a vampire does, the most of all monsters.
const mostDamage = 3

// mostCharges is more than all cells of the maze could hold.
const mostCharges = (Height*Width + 1) * StartCharges

// Space returns the shape of observations: 20 planes of 12 rows by 16 columns.
func Space() referee.Space {
	planes := []referee.Plane{
		planeSight: {Name: "sight", Scale: 1},
		planeHero:  {Name: "hero", Scale: 1},
		// A hero who dies loses all that the monsters in sight do to him.
		planeHealth: {Name: "health", Scale: MaxHealth, Least: -mostDamage * MaxEntities},
		planeScore:  {Name: "score", Scale: ExitScore, Least: -2 * ExitScore, Most: 2 * ExitScore},
		planeHammer: {Name: "hammer", Scale: StartCharges, Most: mostCharges},
		planeScythe: {Name: "scythe", Scale: StartCharges, Most: mostCharges},
		planeBow:    {Name: "bow", Scale: StartCharges, Most: mostCharges},
		planeTurn:   {Name: "turn", Scale: TurnLimit},
	}
	for t := range Type(Types) {
		planes[t] = referee.Plane{Name: t.String(), Scale: 1}
		if t.Monster() {
			planes[t].Scale = float32(t.Traits().Health)
		}
	}
	return referee.Space{Planes: planes, Height: Height, Width: Width}
}

// Observe appends what the hero sees as numbers, in the shape of Space: the facts of the
// present input and the turn. Earlier inputs are not in it; Knowledge keeps them for bots.
func (s *State) Observe(dst []float32) []float32 {
	sheet, dst := referee.NewSheet(dst, planeCount, Height, Width)
	for c := range Square(s.Hero.Cell, Sight).All() {
		sheet.Set(planeSight, c.Y(), c.X(), 1)
	}
	var buf [MaxEntities]Entity
	for _, e := range s.Visible(buf[:0]) {
		value := 1
		if e.Type.Monster() {
			value = e.Value
		}
		sheet.Set(int(e.Type), e.Cell.Y(), e.Cell.X(), float32(value))
	}
	h := &s.Hero
	sheet.Set(planeHero, h.Cell.Y(), h.Cell.X(), 1)
	sheet.Fill(planeHealth, float32(h.Health))
	sheet.Fill(planeScore, float32(h.Score))
	sheet.Fill(planeHammer, float32(h.Charges[Hammer]))
	sheet.Fill(planeScythe, float32(h.Charges[Scythe]))
	sheet.Fill(planeBow, float32(h.Charges[Bow]))
	sheet.Fill(planeTurn, float32(s.Turn))
	return dst
}

package keeper

import "strconv"

// A Verb is the first word of an action.
type Verb uint8

// The verbs.
const (
	Move Verb = iota
	Attack
)

// An Action is what the hero is told to do: MOVE to the target cell or ATTACK
// it with a weapon. To wait, he moves to his own cell.
type Action struct {
	Verb   Verb
	Weapon Weapon // of Attack
	Target Cell
}

// MoveTo returns the action MOVE to c.
func MoveTo(c Cell) Action { return Action{Verb: Move, Target: c} }

// AttackAt returns the action ATTACK c with a weapon.
func AttackAt(w Weapon, c Cell) Action { return Action{Verb: Attack, Weapon: w, Target: c} }

// String returns the action as a line of the protocol.
func (a Action) String() string { return string(a.Append(nil)) }

// Append appends the action as a line of the protocol, without a line end.
func (a Action) Append(dst []byte) []byte {
	if a.Verb == Move {
		dst = append(dst, "MOVE "...)
	} else {
		dst = append(dst, "ATTACK "...)
		dst = strconv.AppendInt(dst, int64(a.Weapon), 10)
		dst = append(dst, ' ')
	}
	dst = strconv.AppendInt(dst, int64(a.Target.X()), 10)
	dst = append(dst, ' ')
	return strconv.AppendInt(dst, int64(a.Target.Y()), 10)
}

// A Note says what there is to know of a resolved action.
type Note uint8

// The notes. After all but the first two nothing happens.
const (
	Plain           Note = iota
	Detour               // no visible way leads to the target; the hero steps nearer to it
	NoCharge             // no charge is left of the weapon
	OutOfRange           // the target is outside the weapon's range
	Unreachable          // no visible way leads to the target or nearer to it
	BlockedObstacle      // the target is an obstacle next to the hero
)

// String returns the note as a short tag for the viewer, empty for Plain.
func (n Note) String() string {
	return [...]string{"", "detour", "no_charge", "out_of_range", "unreachable", "obstacle"}[n]
}

// Act is what the hero does in a turn.
type Act uint8

// The acts.
const (
	Idle   Act = iota // he waits
	Walk              // he steps to a neighbouring cell
	Strike            // he attacks
)

// A Deed is what an action does in a position.
type Deed struct {
	Act    Act
	Weapon Weapon // of Strike
	Cell   Cell   // where the hero steps to or what he attacks
	Note   Note
}

// Resolve returns what an action does in the position: a step on the way to its target, an
// attack with the sword where that step meets a monster, another attack, or nothing.
func (s *State) Resolve(a Action) Deed {
	if a.Verb == Move {
		return s.resolveMove(a.Target)
	}
	if a.Weapon != Sword && s.Hero.Charges[a.Weapon] == 0 {
		return Deed{Note: NoCharge}
	}
	if !InRange(a.Weapon, s.Hero.Cell, a.Target) {
		return Deed{Note: OutOfRange}
	}
	return Deed{Act: Strike, Weapon: a.Weapon, Cell: a.Target}
}

func (s *State) resolveMove(target Cell) Deed {
	hero := s.Hero.Cell
	var note Note
	step := target
	switch Distance(hero, target) {
	case 0:
		return Deed{}
	case 1:
		if s.Things[Obstacle].Has(target) {
			return Deed{Note: BlockedObstacle}
		}
	default:
		// "Moving to a cell more than one one step distant uses in-game
		// pathfinding that takes into account only currently visible cells."
		var found bool
		step, found = search(hero, target, Sight, s.Things[Obstacle])
		if step == hero {
			return Deed{Note: Unreachable}
		}
		if !found {
			note = Detour
		}
	}
	// "Stepping into a cell containing monster automatically uses the sword attack."
	if s.Occupied.Has(step) {
		return Deed{Act: Strike, Weapon: Sword, Cell: step, Note: note}
	}
	return Deed{Act: Walk, Cell: step, Note: note}
}

// InRange reports whether a weapon reaches the target from the hero's cell.
// The hero's own cell is out of every weapon's range.
func InRange(w Weapon, hero, target Cell) bool {
	steps, distance := Range(hero, target), Distance(hero, target)
	switch w {
	case Sword: // "one cell that is a step away (in cardinal direction)"
		return distance == 1
	case Hammer: // "three cells in range 1"
		return steps == 1
	case Scythe: // "any cell in the chess queen move pattern limited to distance 2"
		return steps == 1 || steps == 2 && distance != 3
	default: // "any single cell visible by the hero (which is in range <= 3)"
		return 1 <= steps && steps <= Sight
	}
}

// Struck returns the cells that an attack in range hits, the target or the
// nearest first, and how many they are. Cells outside the maze drop out.
func Struck(w Weapon, hero, target Cell) (cells [3]Cell, n int) {
	hx, hy, x, y := hero.X(), hero.Y(), target.X(), target.Y()
	add := func(x, y int) {
		if Inside(x, y) {
			cells[n] = At(x, y)
			n++
		}
	}
	switch w {
	case Hammer:
		add(x, y)
		switch {
		case x == hx: // "the closest neighbouring cells in the two diagonal adjacent directions"
			add(x-1, y)
			add(x+1, y)
		case y == hy:
			add(x, y-1)
			add(x, y+1)
		default: // "the closest neighbours in the two adjacent cardinal directions from the hero"
			add(x, hy)
			add(hx, y)
		}
	case Scythe: // "the two cells covered by a queen move pattern containing the given target cell"
		dx, dy := sign(x-hx), sign(y-hy)
		add(hx+dx, hy+dy)
		add(hx+2*dx, hy+2*dy)
	default:
		add(x, y)
	}
	return cells, n
}

// MaxActions is the most that Actions appends: to wait, 4 steps, and 4, 8, 8
// and 48 attacks.
const MaxActions = 1 + 4 + 4 + 8 + 8 + 48

// Actions appends every action that does something else than the others: to
// wait, the steps to cells without an obstacle, and the attacks in range with a
// charge left, of the scythe one for each direction. None of them is a mistake.
func (s *State) Actions(dst []Action) []Action {
	return s.appendActions(dst, false)
}

// Effective appends the actions that change something, and to wait: the steps and the attacks
// that hit a monster. Attacks with the sword are left out: a step into a monster is the same.
func (s *State) Effective(dst []Action) []Action {
	return s.appendActions(dst, true)
}

func (s *State) appendActions(dst []Action, effective bool) []Action {
	hero := s.Hero.Cell
	dst = append(dst, MoveTo(hero))
	steps, n := hero.Steps()
	for _, to := range steps[:n] {
		if !s.Things[Obstacle].Has(to) {
			dst = append(dst, MoveTo(to))
		}
	}
	if !effective {
		for _, to := range steps[:n] {
			dst = append(dst, AttackAt(Sword, to))
		}
	}
	for w := Hammer; w <= Bow; w++ {
		hit := [...]int{Hammer: 1, Scythe: 2, Bow: Sight}[w] // range of what it may hit
		if s.Hero.Charges[w] == 0 || effective && s.Occupied.And(Square(hero, hit)) == (Set{}) {
			continue
		}
		reach := 1 // the scythe's second cells do what its first ones do
		if w == Bow {
			reach = Sight
		}
		targets := Square(hero, reach)
		targets.Remove(hero)
		if effective && w == Bow {
			targets = targets.And(s.Occupied)
		}
		for target := range targets.All() {
			if !effective || s.hits(w, target) {
				dst = append(dst, AttackAt(w, target))
			}
		}
	}
	return dst
}

// hits reports whether an attack in range hits a monster.
func (s *State) hits(w Weapon, target Cell) bool {
	cells, n := Struck(w, s.Hero.Cell, target)
	for _, c := range cells[:n] {
		if s.Occupied.Has(c) {
			return true
		}
	}
	return false
}

package keeper

import "fmt"

// mistake says why an action that is well-formed does nothing, or "".
func (s *State) mistake(a Action) string {
	hero, target := s.Hero.Cell, a.Target
	switch s.Resolve(a).Note {
	case NoCharge:
		return fmt.Sprintf("no charge is left of the %v; nothing happens", a.Weapon)
	case OutOfRange:
		want := [Weapons]string{
			"a cell one step left, right, up or down",
			"one of the 8 cells around",
			"a cell 1 or 2 away in a straight or diagonal line",
			"another cell in range 3",
		}[a.Weapon]
		return fmt.Sprintf("cell %d %d is outside the range of the %v from %d %d, want %s; nothing happens",
			target.X(), target.Y(), a.Weapon, hero.X(), hero.Y(), want)
	case Unreachable:
		return fmt.Sprintf("no way over visible cells leads from %d %d to %d %d or nearer to it; the hero stays",
			hero.X(), hero.Y(), target.X(), target.Y())
	case BlockedObstacle:
		return fmt.Sprintf("cell %d %d next to the hero is an obstacle; the hero stays", target.X(), target.Y())
	}
	return ""
}

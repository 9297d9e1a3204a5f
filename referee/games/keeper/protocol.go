package keeper

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"arbiter/referee"
)

// Parse reads the hero's action from a line without its end, and the message
// that may follow it. Single spaces separate; everything after the space behind
// the last number is the message. A fault has no Turn and Seat yet.
func Parse(line string) (a Action, message string, fault *referee.Fault) {
	a, message, rule, err := parse(line)
	if err != nil {
		kind := referee.Garbled
		if rule != "" {
			kind = referee.Illegal
		}
		return Action{}, "", &referee.Fault{Kind: kind, Line: referee.Quote(line), Why: err.Error(), Rule: rule}
	}
	return a, message, nil
}

// parse is Parse; of an action that is well-formed and illegal it returns the rule.
func parse(line string) (a Action, message, rule string, err error) {
	word, rest, more := strings.Cut(line, " ")
	names := []string{"x", "y"}
	switch trim(word) {
	case "MOVE":
	case "ATTACK":
		a.Verb = Attack
		names = []string{"weapon", "x", "y"}
	default:
		return a, "", "", unknownCommand(line, word)
	}
	var numbers [3]int
	for i, name := range names {
		if !more {
			return a, "", "", fmt.Errorf("%s is missing; want %s", name, form(a.Verb))
		}
		word, rest, more = strings.Cut(rest, " ")
		numbers[i], err = parseInt(word)
		if err != nil {
			return a, "", "", fmt.Errorf("%s: %w; want %s", name, err, form(a.Verb))
		}
	}
	x, y := numbers[0], numbers[1]
	if a.Verb == Attack {
		weapon := numbers[0]
		x, y = numbers[1], numbers[2]
		if weapon < 0 || weapon >= int(Weapons) {
			return a, "", ruleWeapon, fmt.Errorf("there is no weapon %d; want 0 sword, 1 hammer, 2 scythe or 3 bow", weapon)
		}
		a.Weapon = Weapon(weapon)
	}
	if !Inside(x, y) {
		return a, "", ruleTarget, fmt.Errorf("cell %d %d is outside the maze; want x from 0 to %d and y from 0 to %d%s", x, y, Width-1, Height-1, swapped(x, y))
	}
	a.Target = At(x, y)
	return a, rest, "", nil
}

// trim cuts spaces and control characters from both ends of a verb.
func trim(word string) string {
	return strings.TrimFunc(word, func(r rune) bool { return r <= ' ' })
}

// form returns how a command is written.
func form(v Verb) string {
	if v == Move {
		return `"MOVE x y [message]" with single spaces`
	}
	return `"ATTACK weapon x y [message]" with single spaces`
}

func unknownCommand(line, word string) error {
	const want = "want MOVE or ATTACK"
	switch {
	case line == "":
		return errors.New("the line is empty; " + want)
	case word == "":
		return errors.New("the line begins with a space; " + want + " at its beginning")
	}
	switch upper := strings.ToUpper(trim(word)); upper {
	case "MOVE", "ATTACK":
		return fmt.Errorf("unknown command %q; commands are in capitals: %s", referee.Quote(word), upper)
	case "WAIT":
		return fmt.Errorf("unknown command %q; %s; to wait, MOVE to the hero's own cell", referee.Quote(word), want)
	}
	return fmt.Errorf("unknown command %q; %s", referee.Quote(word), want)
}

// swapped says of a cell outside the maze that x and y are in the wrong order, if it is
// inside the other way round.
func swapped(x, y int) string {
	if x >= 0 && x < Height && y >= 0 && y < Width {
		return "; x comes first"
	}
	return ""
}

// parseInt reads a whole number: one sign or none, then digits, within 32 bits.
func parseInt(word string) (int, error) {
	if word == "" {
		return 0, errors.New("found nothing before the next space or the end of the line")
	}
	digits := strings.TrimPrefix(word, "-")
	if digits == word {
		digits = strings.TrimPrefix(word, "+")
	}
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, fmt.Errorf("%q is not a whole number", referee.Quote(word))
	}
	n, err := strconv.ParseInt(word, 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%s is beyond %d to %d", referee.Quote(word), math.MinInt32, math.MaxInt32)
	}
	return int(n), nil
}

// An Entity is one line of the input: what the hero sees on a cell.
type Entity struct {
	Cell  Cell
	Type  Type
	Value int // "value associated with the entity"
}

// value returns the evalue of what is no monster.
func (t Type) value() int {
	return [...]int{
		Exit: ExitScore, Obstacle: -1, Treasure: TreasureScore, Potion: PotionHealth,
		HammerCharge: int(Hammer), ScytheCharge: int(Scythe), BowCharge: int(Bow),
	}[t]
}

// MaxEntities is the most that a hero can see: a thing and a monster on each
// cell of his square.
const MaxEntities = 2 * (2*Sight + 1) * (2*Sight + 1)

// Visible appends the entities in the hero's sight, by x, y and type. Floor
// and the hero himself are none.
func (s *State) Visible(dst []Entity) []Entity {
	hx, hy := s.Hero.Cell.X(), s.Hero.Cell.Y()
	for x := max(0, hx-Sight); x <= min(Width-1, hx+Sight); x++ {
		for y := max(0, hy-Sight); y <= min(Height-1, hy+Sight); y++ {
			c := At(x, y)
			for t := range s.Things {
				if s.Things[t].Has(c) {
					dst = append(dst, Entity{c, Type(t), Type(t).value()})
				}
			}
			if id, ok := s.MonsterAt(c); ok {
				m := &s.Monsters[id]
				dst = append(dst, Entity{c, m.Type, int(m.Health)})
			}
		}
	}
	return dst
}

// AppendInput appends what the hero's bot is sent in this turn.
func (s *State) AppendInput(dst []byte) []byte {
	h := &s.Hero
	dst = appendLine(dst, h.Cell.X(), h.Cell.Y(), h.Health, h.Score, h.Charges[Hammer], h.Charges[Scythe], h.Charges[Bow])
	var buf [MaxEntities]Entity
	visible := s.Visible(buf[:0])
	dst = appendLine(dst, len(visible))
	for _, e := range visible {
		dst = appendLine(dst, e.Cell.X(), e.Cell.Y(), int(e.Type), e.Value)
	}
	return dst
}

func appendLine(dst []byte, numbers ...int) []byte {
	for i, n := range numbers {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, '\n')
}

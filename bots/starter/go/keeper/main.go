// A starter bot for Code Keeper - The Hero: it reads everything the referee
// sends and answers with a random legal action. Write your own think.
//
// Each turn the bot gets what its hero sees and prints one line:
//
//	MOVE x y [message]             walk towards a cell; your own cell: wait
//	ATTACK weapon x y [message]    0 sword, 1 hammer, 2 scythe, 3 bow
//
// What goes to stderr is kept with the match. Lines that begin with @draw and
// @metric are shown in the viewer, see firstTurnExample. Run it with a number
// to choose the random draws: ./bot 7
package main

import (
	"bufio"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strconv"
)

const (
	width  = 16
	height = 12
	sight  = 3 // the hero sees the cells at most 3 away, diagonals included
)

// The types of entities. Box and those after it are monsters.
const (
	exit = iota
	obstacle
	treasure
	potion
	hammerCharge
	scytheCharge
	bowCharge
	box
	skeleton
	gargoyle
	orc
	vampire
)

// The weapons.
const (
	sword = iota
	hammer
	scythe
	bow
	weapons // how many there are
)

type hero struct {
	x, y    int
	health  int
	score   int
	charges [weapons]int // the sword needs none
}

type entity struct {
	x, y  int
	kind  int // its type
	value int // a monster's health; see the rules for the others
}

type turn struct {
	number   int // from 1
	hero     hero
	entities []entity // what the hero sees; floor is not listed
}

// has reports whether something of a type is on a cell in sight: an item with
// a monster on it is two entities.
func (t turn) has(kind, x, y int) bool {
	for _, e := range t.entities {
		if e.kind == kind && e.x == x && e.y == y {
			return true
		}
	}
	return false
}

func isInside(x, y int) bool { return 0 <= x && x < width && 0 <= y && y < height }

// inRange reports whether a weapon reaches a cell dx, dy away from the hero.
func inRange(weapon, dx, dy int) bool {
	dx, dy = max(dx, -dx), max(dy, -dy)
	away := max(dx, dy)
	switch weapon {
	case sword:
		return dx+dy == 1
	case hammer:
		return away == 1
	case scythe:
		return away == 1 || away == 2 && dx+dy != 3
	}
	return 1 <= away && away <= sight
}

// legalActions returns to wait, the steps to cells without obstacle, and the
// attacks in range.
func legalActions(t turn) []string {
	actions := []string{fmt.Sprintf("MOVE %d %d", t.hero.x, t.hero.y)}
	for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		x, y := t.hero.x+d[0], t.hero.y+d[1]
		if isInside(x, y) && !t.has(obstacle, x, y) {
			actions = append(actions, fmt.Sprintf("MOVE %d %d", x, y))
		}
	}
	for weapon := range weapons {
		if weapon != sword && t.hero.charges[weapon] == 0 {
			continue
		}
		for dx := -sight; dx <= sight; dx++ {
			for dy := -sight; dy <= sight; dy++ {
				x, y := t.hero.x+dx, t.hero.y+dy
				if isInside(x, y) && inRange(weapon, dx, dy) {
					actions = append(actions, fmt.Sprintf("ATTACK %d %d %d", weapon, x, y))
				}
			}
		}
	}
	return actions
}

// think returns the line for this turn. Your ideas go here; you have 50 ms.
func think(t turn, rng *rand.Rand) string {
	actions := legalActions(t)
	return actions[rng.IntN(len(actions))]
}

// firstTurnExample shows what a bot can tell the viewer; delete it when you
// know.
func firstTurnExample(t turn) {
	fmt.Fprintf(os.Stderr, "@draw circle %d %d %d gold\n", t.hero.x, t.hero.y, sight)
	fmt.Fprintf(os.Stderr, "@metric entities %d\n", len(t.entities))
}

// An input reads what the referee sends.
type input struct{ lines *bufio.Scanner }

// scan reads the values of the next line. The program ends where the input
// ends, which is how it learns that the match is over.
func (in input) scan(values ...any) {
	if !in.lines.Scan() {
		os.Exit(0)
	}
	if _, err := fmt.Sscan(in.lines.Text(), values...); err != nil {
		log.Fatalf("%q: %v; want %d values", in.lines.Text(), err, len(values))
	}
}

func (in input) turn(number int) turn {
	t := turn{number: number}
	h := &t.hero
	in.scan(&h.x, &h.y, &h.health, &h.score, &h.charges[hammer], &h.charges[scythe], &h.charges[bow])
	var count int
	in.scan(&count)
	t.entities = make([]entity, count)
	for i := range t.entities {
		e := &t.entities[i]
		in.scan(&e.x, &e.y, &e.kind, &e.value)
	}
	return t
}

func main() {
	rng := rand.New(rand.NewPCG(seed(), 0))
	in := input{bufio.NewScanner(os.Stdin)}
	for number := 1; ; number++ {
		t := in.turn(number)
		if number == 1 {
			firstTurnExample(t)
		}
		fmt.Println(think(t, rng))
	}
}

// seed returns the seed in the first argument or else the referee's number,
// which is the same whenever the same match is played.
func seed() uint64 {
	text := os.Getenv("ARBITER_BOT_SEED")
	if len(os.Args) > 1 {
		text = os.Args[1]
	}
	if text == "" {
		return rand.Uint64()
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		log.Fatalf("seed %q: want a whole number", text)
	}
	return n
}

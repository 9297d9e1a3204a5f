// A starting point for a Flames Extinguisher bot: it plays random legal actions.
//
// Change think. The rest reads the protocol and answers.
//
//	./bot [SEED]
//
// Write to stderr whatever you want to see in the viewer; these lines are drawn:
//
//	@draw cell X Y COLOR                @draw circle X Y R COLOR
//	@draw line X1 Y1 X2 Y2 COLOR        @draw text X Y COLOR WORDS...
//	@metric NAME NUMBER
package main

import (
	"bufio"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
)

// A cell has x to the right and y down; {0, 0} is top left.
type cell struct{ x, y int }

// An arena is the map. It is sent once and never changes.
type arena struct {
	height, width int
	rows          []string // '#' wall, '.' open cell, 'S' the character's start
}

// A turn is what is sent in a turn.
type turn struct {
	pos          cell // the character
	hp           int  // the score, if all flames are put out; 0 is death
	ap           int  // MOVE and IMMO cost 1, JUMP costs 2, PASS restores 10
	jumpsLeft    int  // at most 2 in a cycle, PASS restores them
	flames       []cell
	glyphs       []cell   // they become flames at the next PASS
	validActions []string // everything legal now, also what kills
}

// think chooses the actions of this turn, in the order in which they are
// executed.
//
// THIS IS WHERE YOUR BOT THINKS. You have 100 ms. Several actions are one
// turn; only the first is sure to be among t.validActions, an illegal one
// loses. What stands after a PASS is ignored. Glyphs appear at the start of
// cycles 1 to 6, and each later cycle costs 1 HP. A random bot does not live
// long: a flame that comes next to an empty cell you land on kills you.
func think(a arena, t turn, cycle int, rng *rand.Rand) []string {
	return []string{t.validActions[rng.IntN(len(t.validActions))]}
}

// An input reads what the referee sends.
type input struct{ lines *bufio.Scanner }

// line returns the next line. The program ends where the input ends, which is
// how it learns that the match is over.
func (in input) line() string {
	if !in.lines.Scan() {
		os.Exit(0)
	}
	return in.lines.Text()
}

// scan reads the values of the next line.
func (in input) scan(values ...any) {
	line := in.line()
	if _, err := fmt.Sscan(line, values...); err != nil {
		log.Fatalf("%q: %v; want %d values", line, err, len(values))
	}
}

func (in input) cells() []cell {
	var count int
	in.scan(&count)
	cells := make([]cell, count)
	for i := range cells {
		in.scan(&cells[i].x, &cells[i].y)
	}
	return cells
}

// countedLines reads a count and as many lines.
func (in input) countedLines() []string {
	var count int
	in.scan(&count)
	lines := make([]string, count)
	for i := range lines {
		lines[i] = in.line()
	}
	return lines
}

// arena reads the initialization input, sent once before the first turn.
func (in input) arena() (a arena) {
	in.scan(&a.height, &a.width)
	for range a.height {
		a.rows = append(a.rows, in.line())
	}
	return a
}

// turn reads the input of a turn.
func (in input) turn() (t turn) {
	in.scan(&t.pos.x, &t.pos.y)
	in.scan(&t.hp, &t.ap, &t.jumpsLeft)
	t.flames = in.cells()
	t.glyphs = in.cells()
	t.validActions = in.countedLines()
	return t
}

func main() {
	rng := rand.New(rand.NewPCG(seed(), 0))
	in := input{bufio.NewScanner(os.Stdin)}
	a := in.arena()
	cycle := 1 // the protocol does not have it: count the PASSes
	for first := true; ; first = false {
		t := in.turn()
		if first { // an example of what the viewer can show; print it as often as you like
			fmt.Fprintf(os.Stderr, "@draw circle %d %d 1 gold\n", t.pos.x, t.pos.y)
			fmt.Fprintf(os.Stderr, "@metric actions %d\n", len(t.validActions))
		}

		actions := think(a, t, cycle, rng)

		if slices.Contains(actions, "PASS") {
			cycle++
		}
		fmt.Println(strings.Join(actions, ";"))
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

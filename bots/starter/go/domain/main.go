// A starting point for a Domain Expansion bot: it plays random legal actions.
//
// Change think. The rest reads the protocol, follows the board and answers.
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
	"strconv"
	"strings"
)

const (
	maxDistance = 3 // "up to 3 steps away (measured in Manhattan distance)"
	maxPath     = 3 // steps of the way there; this referee accepts 4, but 3 is safe anywhere
)

// sides are the four sides of a cell.
const sides = "UDLR"

// A cell has x to the right and y down; {0, 0} is top left.
type cell struct{ x, y int }

// beside returns the cell beyond a side, on the board or not.
func (c cell) beside(side byte) cell {
	switch side {
	case 'U':
		return cell{c.x, c.y - 1}
	case 'D':
		return cell{c.x, c.y + 1}
	case 'L':
		return cell{c.x - 1, c.y}
	}
	return cell{c.x + 1, c.y}
}

// distance returns the Manhattan distance of two cells.
func (c cell) distance(to cell) int {
	dx, dy := c.x-to.x, c.y-to.y
	return max(dx, -dx) + max(dy, -dy)
}

// An action is what a player does in a turn: move to a cell, then build a wall
// on a side of it.
type action struct {
	cell cell
	side byte // U, D, L or R
}

// A wall parts two cells; it is kept in both directions.
type wall struct{ from, to cell }

// A board is the position, as far as it follows from the protocol.
type board struct {
	width, height int
	me, opponent  cell
	walls         map[wall]bool // the border is not in here
	turn          int           // how many actions I have played
}

// open reports whether one may step over a side of a cell: neither border nor
// wall.
func (b *board) open(at cell, side byte) bool {
	other := at.beside(side)
	inside := 0 <= other.x && other.x < b.width && 0 <= other.y && other.y < b.height
	return inside && !b.walls[wall{at, other}]
}

// build builds a wall on a side of a cell; it counts for both players.
func (b *board) build(a action) {
	other := a.cell.beside(a.side)
	b.walls[wall{a.cell, other}] = true
	b.walls[wall{other, a.cell}] = true
}

// targets returns the cells I can move to, my own first: staying is allowed.
func (b *board) targets() []cell {
	steps := map[cell]int{b.me: 0} // of the shortest way
	queue := []cell{b.me}
	var near []cell
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if at.distance(b.me) <= maxDistance {
			near = append(near, at)
		}
		if steps[at] == maxPath {
			continue
		}
		for _, side := range []byte(sides) {
			other := at.beside(side)
			if _, seen := steps[other]; seen || other == b.opponent || !b.open(at, side) {
				continue
			}
			steps[other] = steps[at] + 1
			queue = append(queue, other)
		}
	}
	return near
}

// actions returns everything I may do now. It is never empty while the game
// goes on.
func (b *board) actions() []action {
	var all []action
	for _, at := range b.targets() {
		for _, side := range []byte(sides) {
			if b.open(at, side) {
				all = append(all, action{at, side})
			}
		}
	}
	return all
}

// think chooses an action, and a message for the spectators ("" for none).
//
// THIS IS WHERE YOUR BOT THINKS. You have 1000 ms in your first turn and
// 100 ms in every later one. The larger domain wins when the walls separate
// the two tokens; a random bot mostly locks itself in.
func think(b *board, rng *rand.Rand) (action, string) {
	actions := b.actions()
	chosen := actions[rng.IntN(len(actions))]
	if b.turn == 0 { // an example of what the viewer can show; print it as often as you like
		fmt.Fprintf(os.Stderr, "@draw cell %d %d gold\n", chosen.cell.x, chosen.cell.y)
		fmt.Fprintf(os.Stderr, "@metric actions %d\n", len(actions))
	}
	return chosen, ""
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

// board reads the initial input, sent once before my first turn.
func (in input) board() *board {
	b := &board{walls: map[wall]bool{}}
	in.scan(&b.width, &b.height)
	in.scan(&b.me.x, &b.me.y)
	in.scan(&b.opponent.x, &b.opponent.y)
	return b
}

// lastAction reads the opponent's last action, sent in every turn; it is false
// when I move first.
func (in input) lastAction() (action, bool) {
	var last action
	var side string
	in.scan(&last.cell.x, &last.cell.y, &side)
	last.side = side[0]
	return last, side != "_"
}

func main() {
	rng := rand.New(rand.NewPCG(seed(), 0))
	in := input{bufio.NewScanner(os.Stdin)}
	b := in.board()
	for {
		if last, ok := in.lastAction(); ok {
			b.opponent = last.cell
			b.build(last)
		}

		chosen, message := think(b, rng)

		b.me = chosen.cell
		b.build(chosen)
		b.turn++
		line := fmt.Sprintf("%d %d %c %s", chosen.cell.x, chosen.cell.y, chosen.side, message)
		fmt.Println(strings.TrimSpace(line))
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

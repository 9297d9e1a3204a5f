// A starting point for a Capture the Flag bot: it answers random legal moves.
//
// Change think. Everything the referee sends is in the structures below.
// Run it with a number to choose the random draws: ./bot 7
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

// What the power-ups cost, in score points.
const (
	firePrice   = 7
	freezePrice = 12
	minePrice   = 15
)

// A cell is a row from the top and a column from the left.
type cell struct{ r, c int }

// grid is the map, which is sent once, before the first turn.
type grid struct {
	height, width int
	rows          []string // '#' wall, '.' empty cell
	myBase        cell
	opponentBase  cell
}

func (g grid) isOpen(at cell) bool {
	return 0 <= at.r && at.r < g.height && 0 <= at.c && at.c < g.width && g.rows[at.r][at.c] == '.'
}

// neighbours returns the open cells next to a cell: up, down, left, right.
func (g grid) neighbours(at cell) []cell {
	var open []cell
	for _, n := range []cell{{at.r - 1, at.c}, {at.r + 1, at.c}, {at.r, at.c - 1}, {at.r, at.c + 1}} {
		if g.isOpen(n) {
			open = append(open, n)
		}
	}
	return open
}

type minion struct {
	id      int
	pos     cell
	health  int
	timeout int // turns it is still frozen; then commands have no impact
}

type flag struct {
	pos     cell
	carrier int // id of the minion that carries it, or -1
}

// turn is what is sent every turn. Both flags are always known.
type turn struct {
	myScore, opponentScore int
	myFlag                 flag     // carried by minions of the opponent
	opponentFlag           flag     // carried by my minions
	mine                   []minion // my living minions
	enemies                []minion // the opponent's minions in sight
	coins                  []cell   // the coins in sight
}

// ---------------------------------------------------------------------------
// Here your bot thinks. Return commands such as "MOVE 0 5 7", "WAIT 1",
// "FIRE 2", "FREEZE 0" or "MINE 1 5 8": at most one for each minion, and at
// least one in every turn, even if all your minions are frozen.
// ---------------------------------------------------------------------------
func think(g grid, t turn, rng *rand.Rand) []string {
	type choice struct {
		command string
		price   int
	}
	var commands []string
	score := t.myScore
	for _, m := range t.mine {
		choices := []choice{{fmt.Sprintf("WAIT %d", m.id), 0}}
		offer := func(price int, format string, args ...any) {
			if price <= score {
				choices = append(choices, choice{fmt.Sprintf(format, args...), price})
			}
		}
		if m.timeout == 0 {
			offer(firePrice, "FIRE %d", m.id)
			offer(freezePrice, "FREEZE %d", m.id)
			for _, side := range g.neighbours(m.pos) {
				offer(0, "MOVE %d %d %d", m.id, side.r, side.c)
				offer(minePrice, "MINE %d %d %d", m.id, side.r, side.c)
			}
		}
		chosen := choices[rng.IntN(len(choices))]
		commands = append(commands, chosen.command)
		score -= chosen.price
	}
	return commands
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

func (in input) cell() (at cell) {
	in.scan(&at.r, &at.c)
	return at
}

func (in input) flag() (f flag) {
	in.scan(&f.pos.r, &f.pos.c, &f.carrier)
	return f
}

func (in input) minions() []minion {
	var count int
	in.scan(&count)
	minions := make([]minion, count)
	for i := range minions {
		m := &minions[i]
		in.scan(&m.id, &m.pos.r, &m.pos.c, &m.health, &m.timeout)
	}
	return minions
}

func (in input) cells() []cell {
	var count int
	in.scan(&count)
	cells := make([]cell, count)
	for i := range cells {
		cells[i] = in.cell()
	}
	return cells
}

func (in input) grid() (g grid) {
	in.scan(&g.height, &g.width)
	for range g.height {
		g.rows = append(g.rows, in.line())
	}
	g.myBase = in.cell()
	g.opponentBase = in.cell()
	for range 3 {
		in.line() // FIRE, FREEZE, MINE with price and damage: always the same
	}
	return g
}

func (in input) turn() (t turn) {
	in.scan(&t.myScore, &t.opponentScore)
	t.myFlag = in.flag()
	t.opponentFlag = in.flag()
	t.mine = in.minions()
	t.enemies = in.minions()
	t.coins = in.cells()
	return t
}

func main() {
	rng := rand.New(rand.NewPCG(seed(), 0))
	in := input{bufio.NewScanner(os.Stdin)}
	g := in.grid()
	for first := true; ; first = false {
		t := in.turn()
		commands := think(g, t, rng)
		if first {
			// What you write on stderr is kept with the match. These two forms
			// are drawn in the viewer: x is the column, y the row.
			fmt.Fprintf(os.Stderr, "@draw cell %d %d orange\n", g.opponentBase.c, g.opponentBase.r)
			fmt.Fprintf(os.Stderr, "@metric coins_in_sight %d\n", len(t.coins))
		}
		fmt.Println(strings.Join(commands, " | "))
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

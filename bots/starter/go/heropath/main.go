// A starting point for a HeroPath bot: it plays legal moves at random.
//
// The referee sends a test as one line of JSON; the answer is one line of JSON
// with all moves. Change think and keep the rest. Random numbers come from the
// seed in the first argument, if there is one: ./bot 7
//
// Whatever you print on stderr is kept with the match. Lines that begin with
// @draw and @metric are shown by the viewer.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
)

// A monster's id is its place in test.Monsters. Some tests have monsters that
// never attack, without Range and Attack.
type monster struct {
	X, Y, HP, Gold, Exp, Range, Attack int
}

// A baseHero is what the hero starts from, and what a level adds to it in
// percent.
type baseHero struct {
	Speed           int `json:"base_speed"`
	Power           int `json:"base_power"`
	Range           int `json:"base_range"`
	LevelSpeedCoeff int `json:"level_speed_coeff"`
	LevelPowerCoeff int `json:"level_power_coeff"`
	LevelRangeCoeff int `json:"level_range_coeff"`
}

// A test is the world: x is 0 to Width, y is 0 to Height, both ends included.
type test struct {
	NumTurns int `json:"num_turns"`
	Width    int
	Height   int
	StartX   int `json:"start_x"`
	StartY   int `json:"start_y"`
	Hero     baseHero
	Monsters []monster
}

// A move is one element of the answer: see walk and attack.
type move struct {
	Type     string `json:"type"`
	TargetX  *int   `json:"target_x,omitempty"`
	TargetY  *int   `json:"target_y,omitempty"`
	TargetID *int   `json:"target_id,omitempty"`
	Comment  string `json:"comment,omitempty"` // the viewer shows it
}

// A game is a game in progress, by the rules.
type game struct {
	*test
	x, y                int
	speed, power, reach int // reach is the hero's range
	level, exp, gold    int
	fatigue             int
	threat              int   // the attack of all who reach the hero where he stands
	nextLevel           int   // exp that lifts to the next level
	hp                  []int // by id
	living              []int // ids
	moves               []move
}

func newGame(t *test) *game {
	g := &game{test: t, x: t.StartX, y: t.StartY, nextLevel: 1000}
	for id, m := range t.Monsters {
		g.hp = append(g.hp, m.HP)
		g.living = append(g.living, id)
	}
	g.setAbilities()
	g.setThreat()
	return g
}

func (g *game) setAbilities() {
	const far = 2_000_000_000 // farther than any two cells, and its square is no overflow
	h := g.Hero
	g.speed = min(h.Speed*(100+g.level*h.LevelSpeedCoeff)/100, far)
	g.power = h.Power * (100 + g.level*h.LevelPowerCoeff) / 100
	g.reach = min(h.Range*(100+g.level*h.LevelRangeCoeff)/100, far)
}

func (g *game) setThreat() {
	g.threat = 0
	for _, id := range g.living {
		if m := g.Monsters[id]; g.distance2(m.X, m.Y) <= m.Range*m.Range {
			g.threat += m.Attack
		}
	}
}

// distance2 returns the square of the hero's distance to a cell.
func (g *game) distance2(x, y int) int {
	return (x-g.x)*(x-g.x) + (y-g.y)*(y-g.y)
}

// inRange returns the ids of the living monsters that the hero can attack.
func (g *game) inRange() []int {
	var ids []int
	for _, id := range g.living {
		if m := g.Monsters[id]; g.distance2(m.X, m.Y) <= g.reach*g.reach {
			ids = append(ids, id)
		}
	}
	return ids
}

func (g *game) canWalk(x, y int) bool {
	inside := 0 <= x && x <= g.Width && 0 <= y && y <= g.Height
	return inside && g.distance2(x, y) <= g.speed*g.speed
}

// walk plays a move to a cell; canWalk must be true.
func (g *game) walk(x, y int, comment string) {
	g.x, g.y = x, y
	g.setThreat()
	g.endTurn(move{Type: "move", TargetX: &x, TargetY: &y, Comment: comment})
}

// attack plays an attack on a monster of inRange.
func (g *game) attack(id int, comment string) {
	g.hp[id] -= g.power
	if g.hp[id] <= 0 {
		g.kill(id)
	}
	g.endTurn(move{Type: "attack", TargetID: &id, Comment: comment})
}

func (g *game) kill(id int) {
	g.living = slices.DeleteFunc(g.living, func(other int) bool { return other == id })
	g.gold += g.Monsters[id].Gold * 1000 / (1000 + g.fatigue)
	g.exp += g.Monsters[id].Exp
	for g.exp >= g.nextLevel {
		g.level++
		g.nextLevel += 1000 + (g.level+1)*g.level*50
	}
	g.setAbilities()
	g.setThreat()
}

func (g *game) endTurn(m move) {
	g.fatigue += g.threat // the living monsters attack after the hero
	g.moves = append(g.moves, m)
}

// think returns the moves to answer: THIS IS THE PLACE FOR YOUR IDEAS.
//
// Here: attack something in range, and else move somewhere.
func think(t *test, rng *rand.Rand) []move {
	between := func(least, most int) int { return least + rng.IntN(most-least+1) }
	g := newGame(t)
	turns := min(t.NumTurns, 10_000) // fewer moves than NumTurns are legal
	for len(g.moves) < turns {
		targets := g.inRange()
		if len(targets) > 0 && rng.IntN(100) < 95 {
			id := targets[rng.IntN(len(targets))]
			g.attack(id, fmt.Sprintf("Target: %d, hp %d", id, g.hp[id]))
			continue
		}
		x := between(max(g.x-g.speed, 0), min(g.x+g.speed, t.Width))
		y := between(max(g.y-g.speed, 0), min(g.y+g.speed, t.Height))
		if g.canWalk(x, y) {
			g.walk(x, y, "")
		}
	}
	return g.moves
}

func main() {
	rng := rand.New(rand.NewPCG(seed(), 0))
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for first := true; ; first = false {
		var t test
		if err := in.Decode(&t); errors.Is(err, io.EOF) {
			return // the match is over
		} else if err != nil {
			log.Fatalf("read the test: %v", err)
		}
		if first { // examples of what the viewer understands
			fmt.Fprintf(os.Stderr, "@draw circle %d %d %d orange\n", t.StartX, t.StartY, t.Hero.Speed)
			fmt.Fprintf(os.Stderr, "@metric monsters %d\n", len(t.Monsters))
		}
		answer := map[string][]move{"moves": think(&t, rng)}
		if err := out.Encode(answer); err != nil {
			log.Fatalf("write the answer: %v", err)
		}
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

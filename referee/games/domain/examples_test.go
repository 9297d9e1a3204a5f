package domain_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"arbiter/referee/games/domain"
	"arbiter/referee/rng"
)

// A game is a value: deal one, play random actions, look who won.
func Example() {
	r := rng.NewSplitMix64(1)
	s := domain.Start()
	turns := 0
	for ; !s.Over; turns++ {
		s.Step(s.RandomAction(&r))
	}
	fmt.Println(turns, "turns,", s.Domain(0).Len(), "cells to", s.Domain(1).Len())
	// Output:
	// 24 turns, 42 cells to 5
}

// Assignment copies a position with its future, so a search tries an action on
// a copy and forgets it.
func ExampleState_search() {
	s := domain.Start()
	var best domain.Action
	most := -1
	for _, a := range s.Actions(nil) {
		next := s // the copy
		next.Step(a)
		near := next.Nearer()
		if lead := near[0].Len() - near[1].Len(); lead > most {
			best, most = a, lead
		}
	}
	fmt.Println("best:", best, "leads by", most)
	fmt.Println("still at the start:", s == domain.Start())
	// Output:
	// best: 2 1 U leads by 15
	// still at the start: true
}

// An observation is one slice of numbers, plane by plane; Space names the
// planes. The slice can be used again for every position.
func ExampleState_Observe() {
	s := domain.Start()
	s.Step(domain.Action{To: domain.At(1, 2), Wall: domain.Right})

	observation := s.Observe(1, nil)
	space := domain.Space()
	for i, plane := range space.Planes {
		fmt.Println(plane.Name)
		for y := range 3 {
			row := (i*space.Height + y) * space.Width
			fmt.Println(" ", observation[row:row+space.Width])
		}
	}
	// Output:
	// own
	//   [0 0 0 0 0 0 0]
	//   [0 0 0 0 0 0 0]
	//   [0 0 0 0 0 0 0]
	// opponent
	//   [0 0 0 0 0 0 0]
	//   [0 0 0 0 0 0 0]
	//   [0 1 0 0 0 0 0]
	// wall_right
	//   [0 0 0 0 0 0 1]
	//   [0 0 0 0 0 0 1]
	//   [0 1 0 0 0 0 1]
	// wall_down
	//   [0 0 0 0 0 0 0]
	//   [0 0 0 0 0 0 0]
	//   [0 0 0 0 0 0 0]
	// to_move
	//   [1 1 1 1 1 1 1]
	//   [1 1 1 1 1 1 1]
	//   [1 1 1 1 1 1 1]
}

// A data set is a line of JSON for every position of some random games, with
// how the game ended for the player who was to move.
func Example_dataset() {
	type position struct {
		Board  []float32 `json:"board"`
		Action string    `json:"action"`
		Lead   int       `json:"lead"` // cells more than the opponent at the end
	}
	r := rng.NewSplitMix64(7)
	var file bytes.Buffer
	lines := json.NewEncoder(&file)
	for range 100 {
		var game []position
		s := domain.Start()
		for !s.Over {
			a := s.RandomAction(&r)
			game = append(game, position{Board: s.Observe(int(s.Mover), nil), Action: a.String()})
			s.Step(a)
		}
		lead := s.Domain(0).Len() - s.Domain(1).Len()
		for _, p := range game {
			p.Lead = lead
			lead = -lead // the other player moves next
			if err := lines.Encode(p); err != nil {
				fmt.Println(err)
			}
		}
	}
	fmt.Println(bytes.Count(file.Bytes(), []byte("\n")), "positions")
	line, _, _ := strings.Cut(file.String(), "\n")
	fmt.Println(line[:25], "...", line[len(line)-30:])
	// Output:
	// 2208 positions
	// {"board":[1,0,0,0,0,0,0,0 ... 1],"action":"1 0 R","lead":15}
}

// Random games from the start to the end on every core, in games a second.
func BenchmarkRandomGames(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		r := rng.NewSplitMix64(1)
		for pb.Next() {
			s := domain.Start()
			s.Playout(&r)
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// Observing a position into a slice that is used again.
func BenchmarkObserve(b *testing.B) {
	s := domain.Start()
	dst := make([]float32, 0, domain.Space().Size())
	b.ReportAllocs()
	for b.Loop() {
		s.Observe(0, dst)
	}
}

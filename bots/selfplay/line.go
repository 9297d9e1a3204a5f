package selfplay

import (
	"encoding/json"

	"arbiter/referee"
)

// A turnLine is a line of a data set PerTurn: what a seat was asked, what it
// answered, and how the game ended for it.
type turnLine struct {
	Game        int             `json:"game"`              // from 0
	Seed        int64           `json:"seed"`              // of the game
	Opening     string          `json:"opening,omitempty"` // its name
	Turn        int             `json:"turn"`              // from 1
	Seat        int             `json:"seat"`
	Input       string          `json:"input,omitempty"`
	Observation json.RawMessage `json:"observation,omitempty"`
	Answer      string          `json:"answer"`
	Score       int64           `json:"score"` // of the seat at the end
	Rank        int             `json:"rank"`  // of the seat at the end
}

// A gameLine is a line of a data set PerGame.
type gameLine struct {
	Game     int             `json:"game"`              // from 0
	Seed     int64           `json:"seed"`              // of the game
	Opening  string          `json:"opening,omitempty"` // its name
	Policies []string        `json:"policies"`          // by seat, with their seeds: as arbiter play takes them
	Turns    int             `json:"turns"`
	Scores   []int64         `json:"scores"`
	Ranks    []int           `json:"ranks"`
	Reason   string          `json:"reason"`
	Faults   []referee.Fault `json:"faults"`
}

package league

import (
	"time"

	"arbiter/referee"
)

// A Job is a match to be played by a worker.
type Job struct {
	ID         string  `json:"id"` // Pairing.ID
	Tournament string  `json:"tournament"`
	Pairing    Pairing `json:"pairing"`
}

// A Report is a match that has been played: a result, whatever the bots did.
// A match that was lost to the machine has none and is played again.
type Report struct {
	Job
	Game       string              `json:"game"`
	Rules      int                 `json:"rules"`
	Result     referee.Result      `json:"result"`
	Turns      int                 `json:"turns"`
	PlayedAt   time.Time           `json:"played_at"`
	Duration   time.Duration       `json:"duration"`
	Waited     time.Duration       `json:"-"`          // for answers, in each turn for the slowest; it is told, not kept
	Times      []Times             `json:"times"`      // by seat
	Attributes []referee.Attribute `json:"attributes"` // what the game says of the match
	Metrics    []Metric            `json:"metrics"`    // the last value of each @metric of each seat
	Record     []byte              `json:"-"`          // the replay, as replay.Writer made it
}

// Times sums up how long a seat thought.
type Times struct {
	Answers int           `json:"answers"`
	Wall    time.Duration `json:"wall"`     // of all answers
	CPU     time.Duration `json:"cpu"`      // of all answers
	MaxWall time.Duration `json:"max_wall"` // of the slowest answer
}

// A Metric is a number that a bot told of a match by a line "@metric NAME NUMBER".
type Metric struct {
	Seat  int     `json:"seat"`
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// Outcome returns the part of the report that schedules and standings count.
func (r Report) Outcome() Outcome {
	o := Outcome{Scores: r.Result.Scores, Ranks: r.Result.Ranks, Faults: make([]referee.Kind, len(r.Result.Scores))}
	for seat := range o.Faults {
		if f := r.Result.FaultOf(seat); f != nil {
			o.Faults[seat] = f.Kind
		}
	}
	return o
}

// An Outcome is the part of a report that schedules and standings count.
type Outcome struct {
	Scores []int64        // by seat
	Ranks  []int          // by seat
	Faults []referee.Kind // by seat; "" for none
}

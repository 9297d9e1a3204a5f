package league

import (
	"time"

	"arbiter/referee"
)

// A Job is a match that a worker is to play.
type Job struct {
	ID         string  `json:"id"` // Pairing.ID
	Tournament string  `json:"tournament"`
	Pairing    Pairing `json:"pairing"`
}

// A Report is a finished match: a result, whatever the bots did. A match that
// failed by an error of the machine has no report and is played again.
type Report struct {
	Job
	Game       string              `json:"game"`
	Rules      int                 `json:"rules"` // the version of the game's rules
	Result     referee.Result      `json:"result"`
	Turns      int                 `json:"turns"`
	Play       Play                `json:"play,omitempty,string"` // digest of what was played; 0 when it is not known
	Limits     referee.TimeLimits  `json:"limits,omitzero"`       // under which it was played; zero when there were none or they are not known
	Unlimited  bool                `json:"unlimited,omitempty"`   // known to be played without limits
	PlayedAt   time.Time           `json:"played_at"`
	Duration   time.Duration       `json:"duration"`
	Waited     time.Duration       `json:"-"`          // sum over the turns of the slowest answer; a metric, not stored
	Times      []Times             `json:"times"`      // by seat
	Attributes []referee.Attribute `json:"attributes"` // the game's attributes of the match
	Metrics    []Metric            `json:"metrics"`    // the last value of each @metric by seat
	Record     []byte              `json:"-"`          // the replay, as replay.Writer wrote it
}

// Play is a digest of everything that was played in a match: two matches with
// the same Play went through the same states, whatever their bots said.
type Play uint64

// Times sums up the thinking time of a seat.
type Times struct {
	Answers int           `json:"answers"`
	Wall    time.Duration `json:"wall"`     // wall time of all answers
	CPU     time.Duration `json:"cpu"`      // processor time of all answers
	MaxWall time.Duration `json:"max_wall"` // wall time of the slowest answer
}

// A Metric is a number that a bot reported with a line "@metric NAME NUMBER".
type Metric struct {
	Seat  int     `json:"seat"`
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

package client

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/rating"
)

// plan is what the API wants to know of a tournament and of a check alike.
type plan struct {
	Name      string     `json:"name"`
	Game      string     `json:"game"`
	Seeds     string     `json:"seeds,omitempty"`
	Positions []position `json:"positions,omitempty"`
	FirstMS   float64    `json:"first_ms"`
	TurnMS    float64    `json:"turn_ms"`
}

// A position is kept to the byte, so that its digest is the same everywhere.
type position struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

func planOf(t league.Tournament, setups map[string][]byte) plan {
	p := plan{Name: t.ID, Game: t.Game, FirstMS: millis(t.Limits.First), TurnMS: millis(t.Limits.Turn)}
	if len(setups) == 0 {
		p.Seeds = league.FormatSeeds(t.Starts)
		return p
	}
	for _, start := range t.Starts {
		p.Positions = append(p.Positions, position{start.Name, string(setups[start.Position])})
	}
	return p
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// Create makes a tournament of known bots, or finds the one of that name that
// is the same or that this one continues. It is not started. setups are the
// texts of its explicit positions by digest.
func (c *Client) Create(ctx context.Context, t league.Tournament, setups map[string][]byte, anchor string) error {
	body := struct {
		plan
		Format      league.Format `json:"format"`
		Bots        []string      `json:"bots"`
		Games       int           `json:"games,omitempty"`
		Rounds      int           `json:"rounds,omitempty"`
		Challengers int           `json:"challengers,omitempty"`
		Anchor      string        `json:"anchor,omitempty"`
		Extend      bool          `json:"extend"`
	}{planOf(t, setups), t.Format, t.Bots, t.Games, t.Rounds, t.Challengers, anchor, true}
	return c.post(ctx, body, &struct{}{}, building, "api", "tournaments")
}

// Check makes and starts a tournament of a candidate and a baseline that ends
// when the test is decided, or goes on with the one of that name.
func (c *Client) Check(ctx context.Context, t league.Tournament, setups map[string][]byte, test rating.SPRT) error {
	body := struct {
		plan
		rating.SPRT
		Candidate string `json:"candidate"`
		Baseline  string `json:"baseline"`
		MaxGames  int    `json:"max_games"`
	}{planOf(t, setups), test, t.Bots[0], t.Bots[1], 2 * t.Games}
	return c.post(ctx, body, &struct{}{}, building, "api", "checks")
}

// Start starts a tournament or goes on with it.
func (c *Client) Start(ctx context.Context, tournament string) error {
	return c.post(ctx, struct{}{}, &struct{}{}, building, "api", "tournaments", tournament, "start")
}

// Pause lets no more matches of a tournament begin.
func (c *Client) Pause(ctx context.Context, tournament string) error {
	return c.post(ctx, struct{}{}, &struct{}{}, quick, "api", "tournaments", tournament, "pause")
}

// States of a tournament; in all others it waits for somebody.
const (
	Running = "running"
	Done    = "done"
	Failed  = "failed"
)

// A Mark is a place among the matches of a server, in the order in which they
// were kept. 0 is before all of them.
type Mark int64

// News are matches of a tournament that came after a mark.
type News struct {
	State   string // of the tournament; when it is Done and there is no More, these were the last matches
	Why     string // of Failed and Cancelled
	Matches []league.Match
	Mark    Mark // after them
	More    bool // there are more already
}

// News returns the matches of a tournament after a mark, without their
// attributes and metrics.
func (c *Client) News(ctx context.Context, tournament string, after Mark) (News, error) {
	var answer struct {
		State    string
		Why      string
		Outcomes []struct {
			Seats      []string
			Start      league.Start
			Repetition int
			Scores     []int64
			Ranks      []int
			Faults     []referee.Kind
			Reason     string
		}
		Mark Mark
		More bool
	}
	query := url.Values{"after": {strconv.FormatInt(int64(after), 10)}}
	err := c.get(ctx, &answer, query, "api", "tournaments", tournament, "outcomes")
	n := News{State: answer.State, Why: answer.Why, Mark: answer.Mark, More: answer.More}
	for _, o := range answer.Outcomes {
		if o.Start.Position == "" {
			o.Start.Name = "" // it says no more than the seed
		}
		n.Matches = append(n.Matches, league.Match{
			Seats: o.Seats, Start: o.Start, Repetition: o.Repetition, Reason: o.Reason,
			Outcome: league.Outcome{Scores: o.Scores, Ranks: o.Ranks, Faults: o.Faults},
		})
	}
	return n, err
}

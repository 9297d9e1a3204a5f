package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// A plan has the fields that creating a tournament and creating a check share.
type plan struct {
	Name      string     `json:"name"`
	Game      string     `json:"game"`
	Seeds     string     `json:"seeds,omitempty"`
	Positions []position `json:"positions,omitempty"`
	FirstMS   float64    `json:"first_ms"`
	TurnMS    float64    `json:"turn_ms"`
	Clock     string     `json:"clock,omitempty"`
}

// A position is an explicit start position as text, which the server stores byte
// for byte, so that its digest is the same on both sides.
type position struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

func planOf(t league.Tournament, setups map[string][]byte) plan {
	p := plan{Name: t.ID, Game: t.Game, FirstMS: millis(t.Limits.First), TurnMS: millis(t.Limits.Turn), Clock: string(t.Limits.Clock)}
	if t.Fresh != (league.Fresh{}) {
		return p // the server deals the same
	}
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

// Create creates a tournament of known bots without starting it. An existing
// tournament of that name is extended if t continues it; otherwise it is a
// conflict. setups are the texts of explicit positions by digest.
func (c *Client) Create(ctx context.Context, t league.Tournament, setups map[string][]byte, anchor string) error {
	body := struct {
		plan
		Format      league.Format `json:"format"`
		Bots        []string      `json:"bots"`
		Games       int           `json:"games,omitempty"`
		Rounds      int           `json:"rounds,omitempty"`
		Challengers int           `json:"challengers,omitempty"`
		Anchor      string        `json:"anchor,omitempty"`
		SlowWorkers bool          `json:"slow_workers,omitempty"`
		Series      league.Series `json:"series,omitzero"`
		Extend      bool          `json:"extend"`
	}{planOf(t, setups), t.Format, t.Bots, t.Games, t.Rounds, t.Challengers, anchor, t.SlowWorkers, t.Series, true}
	return c.post(ctx, body, &struct{}{}, buildTimeout, "api", "tournaments")
}

// Check creates and starts a check: a tournament of a candidate and a baseline,
// in that order, that ends when the test decides. An existing check of that name
// is resumed.
func (c *Client) Check(ctx context.Context, t league.Tournament, setups map[string][]byte, test league.Question) error {
	// The server knows the range of its game, and by elo0 whether a gain is asked for.
	test.Margin, test.Gain, test.Range, test.Relative = test.Points(), 0, 0, false
	body := struct {
		plan
		league.Question
		SamePlay  float64  `json:"same_play"` // 0 is never, and not the server's default
		Candidate string   `json:"candidate"`
		Baseline  string   `json:"baseline"`
		Opponents []string `json:"opponents,omitempty"`
		MaxGames  int      `json:"max_games"`
	}{planOf(t, setups), test, test.SamePlay, t.Bots[0], t.Bots[1], t.Bots[2:], 2 * t.Games}
	return c.post(ctx, body, &struct{}{}, buildTimeout, "api", "checks")
}

// Start starts or resumes a tournament.
func (c *Client) Start(ctx context.Context, tournament string) error {
	return c.post(ctx, struct{}{}, &struct{}{}, buildTimeout, "api", "tournaments", tournament, "start")
}

// Pause pauses a tournament: no more of its matches are started.
func (c *Client) Pause(ctx context.Context, tournament string) error {
	return c.post(ctx, struct{}{}, &struct{}{}, quickTimeout, "api", "tournaments", tournament, "pause")
}

// SaveFindings keeps what a bisect or a history has come to with its tournament. A server
// of before does not know how.
func (c *Client) SaveFindings(ctx context.Context, f league.Findings) error {
	body, err := json.Marshal(map[league.FindingsKind]json.RawMessage{f.Kind: f.Document})
	if err != nil {
		return err
	}
	_, err = c.fetch(ctx, request{
		method: http.MethodPut, path: []string{"api", "tournaments", f.Tournament, "findings"}, body: body, contentType: "application/json", timeout: quickTimeout,
	})
	return err
}

// An OutcomePage has matches of a tournament that follow a mark, in the order in which
// the server stored them.
type OutcomePage struct {
	State   league.TournamentState // when it is league.Done and More is false, these are the last matches
	Why     string                 // reason why the tournament failed or was cancelled
	Matches []league.Match         // without attributes and metrics
	Void    int                    // times that a match was void
	LeftOut []league.Start         // starts on which a pairing was left out for that
	PutOff  []league.Start         // starts on which a match was put off for that, and may have been played since
	Mark    league.Mark            // to pass to the next call
	More    bool                   // more matches are available now
}

// Outcomes returns the matches of a tournament that follow a mark; 0 is the
// beginning.
func (c *Client) Outcomes(ctx context.Context, tournament string, after league.Mark) (OutcomePage, error) {
	var response struct {
		State    league.TournamentState
		Why      string
		Outcomes []struct {
			Seats      []string
			Start      league.Start
			Repetition int
			Scores     []int64
			Ranks      []int
			Faults     []referee.Kind
			Forgiven   []int
			Reason     string
			Match      string      // of another tournament
			Play       league.Play `json:",string"`
		}
		Void    int
		LeftOut []league.Start `json:"left_out"`
		PutOff  []league.Start `json:"put_off"`
		Mark    league.Mark
		More    bool
	}
	query := url.Values{"after": {strconv.FormatInt(int64(after), 10)}}
	err := c.get(ctx, &response, query, "api", "tournaments", tournament, "outcomes")
	all := OutcomePage{State: response.State, Why: response.Why, Mark: response.Mark, More: response.More, Void: response.Void, LeftOut: response.LeftOut, PutOff: response.PutOff}
	for _, starts := range [][]league.Start{all.LeftOut, all.PutOff} {
		for i := range starts {
			if starts[i].Position == "" {
				starts[i].Name = "" // as below
			}
		}
	}
	for _, o := range response.Outcomes {
		if o.Start.Position == "" {
			o.Start.Name = "" // the seed as text, which league derives itself
		}
		all.Matches = append(all.Matches, league.Match{
			Seats: o.Seats, Start: o.Start, Repetition: o.Repetition, Reason: o.Reason, Play: o.Play, Stored: o.Match,
			Outcome: league.Outcome{Scores: o.Scores, Ranks: o.Ranks, Faults: o.Faults, Forgiven: o.Forgiven},
		})
	}
	return all, err
}

package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
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

// CreateTournament implements league.TournamentService. The server starts a check at once.
func (c *Client) CreateTournament(ctx context.Context, o league.Order) (league.Tournament, error) {
	t := o.Tournament
	create := c.create
	if o.Test != nil {
		create = c.createCheck
	}
	if err := create(ctx, o); err != nil {
		return t, err
	}
	now, err := c.Tournament(ctx, t.ID)
	t.Bots, t.CreatedAt = now.Bots, now.CreatedAt
	return t, err
}

func (c *Client) create(ctx context.Context, o league.Order) error {
	t := o.Tournament
	body := struct {
		plan
		Format      league.Format `json:"format"`
		Bots        []string      `json:"bots"`
		Games       int           `json:"games,omitempty"`
		Rounds      int           `json:"rounds,omitempty"`
		Seats       int           `json:"seats,omitempty"`
		Challengers int           `json:"challengers,omitempty"`
		Anchor      string        `json:"anchor,omitempty"`
		SlowWorkers bool          `json:"slow_workers,omitempty"`
		Series      league.Series `json:"series,omitzero"`
		Extend      bool          `json:"extend"`
	}{planOf(t, o.Positions), t.Format, t.Bots, t.Games, t.Rounds, t.Seats, t.Challengers, o.Anchor, t.SlowWorkers, t.Series, true}
	return c.post(ctx, body, &struct{}{}, buildTimeout, "api", "tournaments")
}

// createCheck creates and starts a check: a tournament of a candidate and a baseline, in
// that order, that ends when the test decides.
func (c *Client) createCheck(ctx context.Context, o league.Order) error {
	t, test := o.Tournament, *o.Test
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
		Seats     int      `json:"seats,omitempty"`
	}{planOf(t, o.Positions), test, test.SamePlay, t.Bots[0], t.Bots[1], t.Bots[2:], 2 * t.Games, t.Seats}
	return c.post(ctx, body, &struct{}{}, buildTimeout, "api", "checks")
}

// StartTournament implements league.TournamentService.
func (c *Client) StartTournament(ctx context.Context, tournament string, o league.StartOptions) error {
	query := url.Values{}
	for name, set := range map[string]bool{"left_out": o.LeftOut, "known": o.Known, "timing": o.Timing} {
		if set {
			query.Set(name, "true")
		}
	}
	return c.do(ctx, request{method: http.MethodPost, path: []string{"api", "tournaments", tournament, "start"}, query: query, timeout: buildTimeout}, &struct{}{})
}

// PauseTournament implements league.TournamentService.
func (c *Client) PauseTournament(ctx context.Context, tournament string) error {
	return c.post(ctx, struct{}{}, &struct{}{}, quickTimeout, "api", "tournaments", tournament, "pause")
}

// SaveFindings implements league.TournamentService.
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

// News implements league.TournamentService.
func (c *Client) News(ctx context.Context, tournament string, after league.Mark, wait time.Duration) (league.News, error) {
	var response struct {
		State    league.TournamentState
		Why      string
		Outcomes []struct {
			Seats      []string
			Start      league.Start
			Repetition int
			Scores     []int64
			referee.Scoring
			Ranks    []int
			Faults   []referee.Kind
			Forgiven []int
			Reason   string
			Match    string      // of another tournament
			Play     league.Play `json:",string"`
		}
		Void    int
		LeftOut []league.Start `json:"left_out"`
		PutOff  []league.Start `json:"put_off"`
		Waiting int
		Mark    league.Mark
		More    bool
	}
	query := url.Values{"after": {strconv.FormatInt(int64(after), 10)}}
	if wait > 0 {
		query.Set("wait_ms", strconv.FormatInt(wait.Milliseconds(), 10))
	}
	err := c.get(ctx, &response, query, "api", "tournaments", tournament, "outcomes")
	news := league.News{
		State: response.State, Why: response.Why, Mark: response.Mark, More: response.More, PutOff: response.PutOff,
		Voids: league.Voids{Matches: response.Void, LeftOut: response.LeftOut, PutOff: response.Waiting},
	}
	for _, starts := range [][]league.Start{news.Voids.LeftOut, news.PutOff} {
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
		news.Matches = append(news.Matches, league.Match{
			Seats: o.Seats, Start: o.Start, Repetition: o.Repetition, Reason: o.Reason, Play: o.Play, Stored: o.Match,
			Outcome: league.Outcome{Scores: o.Scores, Scoring: o.Scoring, Ranks: o.Ranks, Faults: o.Faults, Forgiven: o.Forgiven},
		})
	}
	return news, err
}

// Tournaments implements league.TournamentService.
func (c *Client) Tournaments(ctx context.Context) (all []league.TournamentStatus, err error) {
	query := url.Values{"limit": {"200"}}
	for {
		var page struct {
			Tournaments []struct {
				ID, Game, Anchor string
				Kind             league.TournamentKind
				State            league.TournamentState
			}
			Next string
		}
		if err := c.get(ctx, &page, query, "api", "tournaments"); err != nil {
			return nil, err
		}
		for _, t := range page.Tournaments {
			all = append(all, league.TournamentStatus{ID: t.ID, Game: t.Game, Anchor: t.Anchor, Kind: t.Kind, State: t.State})
		}
		if page.Next == "" {
			return all, nil
		}
		query.Set("cursor", page.Next)
	}
}

// Bots implements league.TournamentService.
func (c *Client) Bots(ctx context.Context, tournament string) ([]league.Bot, error) {
	t, _, err := c.tournament(ctx, tournament)
	if err != nil {
		return nil, err
	}
	var list struct{ Bots []league.Bot }
	if err := c.get(ctx, &list, url.Values{"game": {t.Game}}, "api", "bots"); err != nil {
		return nil, err
	}
	var bots []league.Bot
	for _, id := range t.Bots {
		i := slices.IndexFunc(list.Bots, func(b league.Bot) bool { return b.ID == id })
		if i < 0 {
			return nil, league.NotFoundError{Kind: league.ABot, Game: t.Game, Name: id}
		}
		bots = append(bots, list.Bots[i])
	}
	return bots, nil
}

// Tournament implements league.TournamentService.
func (c *Client) Tournament(ctx context.Context, name string) (league.Tournament, error) {
	t, _, err := c.tournament(ctx, name)
	return t, err
}

// tournament returns a tournament and its state.
func (c *Client) tournament(ctx context.Context, name string) (league.Tournament, league.TournamentState, error) {
	var body struct {
		Game        string
		State       league.TournamentState
		Format      league.Format
		Seats       int
		Entries     []string
		Challengers int
		Starts      []league.Start
		Games       int
		Rounds      int
		FirstMS     float64       `json:"first_ms"`
		TurnMS      float64       `json:"turn_ms"`
		Clock       referee.Clock `json:"clock"`
		SlowWorkers bool          `json:"slow_workers"`
		Series      league.Series
		CreatedAt   time.Time `json:"created_at"`
	}
	err := c.get(ctx, &body, url.Values{"all_starts": {"true"}}, "api", "tournaments", name)
	for i := range body.Starts {
		if body.Starts[i].Position == "" {
			body.Starts[i].Name = "" // the seed as text
		}
	}
	return league.Tournament{
		ID: name, Game: body.Game, Format: body.Format, Seats: body.Seats, Bots: body.Entries, Challengers: body.Challengers, Starts: body.Starts, Games: body.Games,
		Rounds: body.Rounds, Limits: referee.TimeLimits{First: duration(body.FirstMS), Turn: duration(body.TurnMS), Clock: body.Clock},
		SlowWorkers: body.SlowWorkers, Series: body.Series, CreatedAt: body.CreatedAt,
	}, body.State, err
}

func duration(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

package history

import (
	"encoding/json"

	"arbiter/server/playing/bisect"
)

// Findings are a Result as JSON: what --json prints, and what is kept with the tournament
// for its page.
type Findings struct {
	Answer      Answer      `json:"answer"`
	Game        string      `json:"game"`
	Path        string      `json:"path"`
	Against     []string    `json:"against,omitempty"`
	Band        float64     `json:"band"`
	Widest      float64     `json:"widest_band"`
	Factor      float64     `json:"factor"`
	EloPerPoint float64     `json:"elo_per_point,omitempty" doc:"In a solo game, whose scores decide: the Elo that a point of score is worth."`
	Elo         *float64    `json:"elo"` // of the newest version above the oldest
	EloError95  *float64    `json:"elo_error95"`
	Games       int         `json:"games"`
	GamesFor20  int         `json:"games_for_20,omitempty"`
	Seconds     float64     `json:"seconds"`
	Sentence    string      `json:"sentence"`
	Why         string      `json:"why,omitempty"`
	Commits     []Commit    `json:"commits"`
	Changes     []Shift     `json:"changes"`
	Suspected   []Suspected `json:"suspected,omitempty"`
	Notes       []string    `json:"notes,omitempty"`
	Tournament  string      `json:"tournament,omitempty"`
	GamesLeft   int         `json:"games_left,omitempty"`   // about; absent where that is not known or it is over
	SecondsLeft float64     `json:"seconds_left,omitempty"` // at the pace so far
}

// A Commit is a version in Findings.
type Commit struct {
	Commit     string       `json:"commit"`
	Subject    string       `json:"subject"`
	Bot        string       `json:"bot,omitempty"` // with which arbiter matches --of lists its matches
	State      bisect.State `json:"state"`
	Games      int          `json:"games"`
	Elo        *float64     `json:"elo"`
	EloError95 *float64     `json:"elo_error95"`
	EloBand    *float64     `json:"elo_band"`
}

// A Shift is a commit that may have changed the strength. Of several that no game can tell
// apart, the last one is its commit.
type Shift struct {
	Before      string   `json:"before"` // commit of the version that has played, as it was before
	Commit      string   `json:"commit"`
	Group       []string `json:"group,omitempty"`
	Marked      bool     `json:"marked"`
	Probability float64  `json:"probability"`
	Elo         float64  `json:"elo"`
	EloError95  float64  `json:"elo_error95"`
}

// Suspected is a Suspicion: behind one commit, up to another one, the strength probably
// changed.
type Suspected struct {
	Before      string  `json:"before"`
	Commit      string  `json:"commit"`
	Probability float64 `json:"probability"`
	Gain        bool    `json:"gain"`
}

// listed is the least probability with which a report lists a commit as a change.
const listed = 0.05

// MarshalJSON implements json.Marshaler.
func (r Result) MarshalJSON() ([]byte, error) { return json.Marshal(r.Findings()) }

// Findings returns the result as JSON has it.
func (r Result) Findings() Findings {
	f := Findings{
		Answer: r.Answer, Game: r.Game, Path: r.Path, Against: r.Against, Band: r.Band, Widest: r.Strengths.Widest, Factor: r.Strengths.Factor, EloPerPoint: r.Strengths.EloPerPoint,
		Games: r.Games, GamesFor20: r.GamesFor20, Seconds: r.Run.Seconds, Sentence: r.Sentence(), Why: r.Why,
		Commits: []Commit{}, Changes: []Shift{}, Notes: r.Strengths.Notes, Tournament: r.Tournament,
	}
	for _, p := range r.Strengths.Points {
		c := Commit{Commit: r.ID(p.Version), Subject: r.Versions[p.Version].Subject, Bot: r.bot(p.Version), State: p.State, Games: r.games(p)}
		if p.Trials > 0 {
			c.Elo, c.EloError95, c.EloBand = &p.Elo, &p.Error95, &p.Band
		}
		f.Commits = append(f.Commits, c)
	}
	for _, c := range r.Strengths.Changes {
		if c.Probability >= listed {
			f.Changes = append(f.Changes, r.shift(c))
		}
	}
	for _, s := range r.Suspicions() {
		f.Suspected = append(f.Suspected, Suspected{Before: r.ID(s.Good), Commit: r.ID(s.Bad), Probability: s.Probability, Gain: s.Gain})
	}
	if above, error95, ok := r.Overall(); ok {
		f.Elo, f.EloError95 = &above, &error95
	}
	if r.Answer == Open {
		f.GamesLeft, f.SecondsLeft = r.GamesLeft, r.SecondsLeft
	}
	return f
}

func (r Result) shift(c Change) Shift {
	s := Shift{Before: r.ID(c.Before), Marked: c.Marked(), Probability: c.Probability, Elo: c.Elo, EloError95: c.Error95}
	for _, v := range c.Commits {
		s.Commit = r.ID(v)
		s.Group = append(s.Group, s.Commit)
	}
	if len(s.Group) == 1 {
		s.Group = nil
	}
	return s
}

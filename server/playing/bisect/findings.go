package bisect

import "encoding/json"

// Findings are a Result as JSON: what --json prints, and what is kept with the tournament
// for its page.
type Findings struct {
	FoundCommit              // the one that was named; null where none was
	Answer      Answer       `json:"answer"`
	Game        string       `json:"game"`
	Path        string       `json:"path"`
	Gain        bool         `json:"gain,omitempty"` // a gain was looked for
	Games       int          `json:"games"`
	Seconds     float64      `json:"seconds"`
	Sentence    string       `json:"sentence"`
	Why         string       `json:"why,omitempty"`
	Second      *FoundCommit `json:"second,omitempty"`
	Good        Commit       `json:"good"` // the version that is known to be good, which is not suspected
	Commits     []Commit     `json:"commits"`
	Tournament  string       `json:"tournament,omitempty"`
	Check       string       `json:"check,omitempty"`        // the tournament of the check of the ends, whose games count
	GamesLeft   int          `json:"games_left,omitempty"`   // about; absent where that is not known or it is over
	SecondsLeft float64      `json:"seconds_left,omitempty"` // at the pace so far
}

// A Commit is one of Findings.
type Commit struct {
	Commit      string  `json:"commit"`
	Subject     string  `json:"subject"`
	Probability float64 `json:"probability"`
	State       State   `json:"state"`
	Bot         string  `json:"bot,omitempty"` // with which arbiter matches --of lists its matches
	Games       int     `json:"games"`         // of its version
}

// A FoundCommit is a commit that was named. Of several that no game can tell apart, the
// last one is its commit: after it the loss is there.
type FoundCommit struct {
	Commit      *string  `json:"commit"`
	Group       []string `json:"group,omitempty"`
	Probability *float64 `json:"probability"`
	Elo         *float64 `json:"elo"`
	EloError95  *float64 `json:"elo_error95"`
	Score       *float64 `json:"score,omitempty" doc:"In a solo game, whose scores decide: what it changed, in points a start."`
	ScoreError  *float64 `json:"score_error95,omitempty" doc:"Half the width of the 95 % interval of score."`
}

// MarshalJSON implements json.Marshaler.
func (r Result) MarshalJSON() ([]byte, error) { return json.Marshal(r.Findings()) }

// Findings returns the result as JSON has it.
func (r Result) Findings() Findings {
	f := Findings{
		Answer: r.Answer, Game: r.Game, Path: r.Path, Gain: r.Gain, Games: r.Games, Seconds: r.Run.Seconds, Sentence: r.Sentence(), Why: r.Why,
		Commits: []Commit{}, Tournament: r.Tournament, Check: r.Check,
	}
	if len(r.Versions) > 0 {
		f.Good = r.commit(Suspicion{State: r.goodState()})
	}
	for _, s := range r.Suspicions {
		f.Commits = append(f.Commits, r.commit(s))
	}
	if len(r.Named) > 0 {
		f.FoundCommit = r.foundCommit(r.Named[0])
	}
	if len(r.Named) > 1 {
		second := r.foundCommit(r.Named[1])
		f.Second = &second
	}
	if r.Answer == Open {
		f.GamesLeft, f.SecondsLeft = r.GamesLeft, r.SecondsLeft
	}
	return f
}

// commit returns a version as JSON has it.
func (r Result) commit(s Suspicion) Commit {
	c := Commit{Commit: r.ID(s.Version), Subject: r.Versions[s.Version].Subject, Probability: s.Probability, State: s.State}
	if s.Version < len(r.Players) {
		c.Bot, c.Games = r.Players[s.Version].Bot, r.Players[s.Version].Games
	}
	return c
}

// goodState is what is known of the good version.
func (r Result) goodState() State {
	if len(r.Players) > 0 && r.Players[0].Games > 0 {
		return Played
	}
	return Waiting
}

func (r Result) foundCommit(n Named) (f FoundCommit) {
	elo, error95 := n.Elo()
	if !r.Gain {
		elo = -elo
	}
	commit := r.ID(n.Commits[len(n.Commits)-1])
	f = FoundCommit{Commit: &commit, Probability: &n.Probability, Elo: &elo, EloError95: &error95}
	if points, error95 := n.Points(); r.ByScore {
		if !r.Gain {
			points = -points
		}
		f.Score, f.ScoreError = &points, &error95
	}
	if len(n.Commits) > 1 {
		for _, v := range n.Commits {
			f.Group = append(f.Group, r.ID(v))
		}
	}
	return f
}

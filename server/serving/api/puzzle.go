package api

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// PuzzleSetBody is a whatif.PuzzleSet in a list.
type PuzzleSetBody struct {
	Name  string             `json:"name" doc:"Of its folder."`
	Game  string             `json:"game"`
	Count int                `json:"count" doc:"Number of positions."`
	Unit  string             `json:"unit" doc:"What costs and gains are counted in, e.g. points of winning chance or HP."`
	Runs  []PuzzleSetRunBody `json:"runs" doc:"What each bot answered when arbiter diff --set asked it last, the latest first."`
	Why   string             `json:"why,omitempty" doc:"Why the set or its answers cannot be read; absent if they can."`
}

// PuzzleSetRunBody sums up what a bot answered to a set.
type PuzzleSetRunBody struct {
	Bot     string    `json:"bot" doc:"ID of the bot."`
	Known   bool      `json:"known" doc:"Whether the server knows the bot."`
	At      time.Time `json:"at"`
	Asked   int       `json:"asked" doc:"Number of positions; those that were added later are not among them."`
	Same    int       `json:"same" doc:"The mistake again."`
	Best    int       `json:"best" doc:"The better answer that is kept."`
	Other   int       `json:"other" doc:"Another answer."`
	Refused int       `json:"refused" doc:"The bot could not be asked."`
	Failed  int       `json:"failed" doc:"The machine failed."`
	Judged  int       `json:"judged" doc:"Answers that were judged."`
	Cost    float64   `json:"cost" doc:"What the judged answers cost together."`
	Error   float64   `json:"cost_error" doc:"Half the width of the 95 % interval."`
}

// PuzzleBody is a position of a set.
type PuzzleBody struct {
	Name     string             `json:"name"`
	Match    string             `json:"match" doc:"ID of the match that it is from, or the name of its file."`
	Stored   bool               `json:"stored" doc:"Whether the server has the match."`
	Turn     int                `json:"turn" doc:"Of the bad answer."`
	Seat     int                `json:"seat" doc:"That gave it."`
	Recorded string             `json:"recorded" doc:"The bad answer; empty for none."`
	Best     string             `json:"best,omitempty" doc:"The better answer that is kept; absent if none is."`
	Gain     *PuzzleGainBody    `json:"gain,omitempty" doc:"What it gains by the judge; absent where the judge was not asked."`
	Answers  []PuzzleAnswerBody `json:"answers" doc:"What each bot answered last, in the order of runs."`
}

// PuzzleGainBody is a whatif.Gain.
type PuzzleGainBody struct {
	Gain  float64 `json:"gain"`
	Error float64 `json:"error" doc:"Half the width of the 95 % interval."`
	Pairs int     `json:"pairs" doc:"Pairs of matches that were played."`
}

// PuzzleAnswerBody is what a bot answered to a position.
type PuzzleAnswerBody struct {
	Bot    string       `json:"bot" doc:"ID of the bot."`
	Answer string       `json:"answer" doc:"Lines joined by line ends; empty where there is none."`
	Is     string       `json:"is" enum:"mistake,best,other,refused,failed"`
	Why    string       `json:"why,omitempty" doc:"Why the bot could not be asked, or what failed."`
	Cost   *whatif.Cost `json:"cost,omitempty" doc:"By the judge; absent where it was not asked."`
}

type puzzleSetsOut struct {
	Body struct {
		PuzzleSets []PuzzleSetBody `json:"puzzle_sets" doc:"By name."`
	}
}

type puzzleSetOut struct {
	Body struct {
		PuzzleSetBody
		Puzzles []PuzzleBody `json:"puzzles" doc:"In the order in which they were added."`
	}
}

func (s *Server) puzzleSets() {
	tag := []string{"puzzle sets"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/puzzle-sets", OperationID: "list-puzzle-sets", Tags: tag,
		Summary: "List the sets of positions that bots got wrong", Description: "Those that arbiter puzzle keeps in the folder puzzles of the server; none without such a folder.",
	}, s.listPuzzleSets)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/puzzle-sets/{name}", OperationID: "get-puzzle-set", Tags: tag,
		Summary: "Get the positions of a set, with the better answers that are kept and what bots answered last",
	}, s.getPuzzleSet)
}

func (s *Server) listPuzzleSets(ctx context.Context, _ *struct{}) (*puzzleSetsOut, error) {
	sets, err := s.PuzzleSets.All()
	if err != nil {
		return nil, err
	}
	out := &puzzleSetsOut{}
	out.Body.PuzzleSets = []PuzzleSetBody{}
	for _, set := range sets {
		body, err := s.puzzleSetOf(ctx, set)
		if err != nil {
			return nil, err
		}
		out.Body.PuzzleSets = append(out.Body.PuzzleSets, body)
	}
	return out, nil
}

func (s *Server) getPuzzleSet(ctx context.Context, in *NamePath) (*puzzleSetOut, error) {
	sets, err := s.PuzzleSets.All()
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(sets, func(set whatif.NamedPuzzleSet) bool { return set.Name == in.Name })
	if i < 0 {
		return nil, league.NotFoundError{Kind: league.APuzzleSet, Name: in.Name}
	}
	out := &puzzleSetOut{}
	if out.Body.PuzzleSetBody, err = s.puzzleSetOf(ctx, sets[i]); err != nil {
		return nil, err
	}
	out.Body.Puzzles = []PuzzleBody{}
	for _, puzzle := range sets[i].Puzzles {
		body, err := s.puzzleOf(ctx, puzzle, sets[i].Runs)
		if err != nil {
			return nil, err
		}
		out.Body.Puzzles = append(out.Body.Puzzles, body)
	}
	return out, nil
}

// puzzleSetOf returns a set without its positions.
func (s *Server) puzzleSetOf(ctx context.Context, set whatif.NamedPuzzleSet) (PuzzleSetBody, error) {
	body := PuzzleSetBody{Name: set.Name, Game: set.Game, Count: len(set.Puzzles), Runs: []PuzzleSetRunBody{}}
	if why := errors.Unwrap(set.Unreadable); why != nil {
		body.Why = why.Error() // without the folder, which is no business of who reads the set
	}
	if g, err := s.Scheduler.Games.Find(set.Game); err == nil {
		body.Unit = analysis.Unit(g.Info())
	} else if body.Why == "" {
		body.Why = err.Error()
	}
	for _, run := range set.Runs {
		_, err := s.Store.KnownBot(ctx, set.Game, run.Bot)
		if ignoreNotFound(err) != nil {
			return body, err
		}
		n := whatif.CountAnswers(run.Answers)
		body.Runs = append(body.Runs, PuzzleSetRunBody{
			Bot: run.Bot, Known: err == nil, At: run.At, Asked: len(run.Answers),
			Same: n.Same, Best: n.Best, Other: n.Other, Refused: n.Refused, Failed: n.Failed, Judged: n.Judged, Cost: n.Cost, Error: n.Error,
		})
	}
	return body, nil
}

// puzzleOf returns a position with what bots answered there. Of a file it tells the name
// alone: where it was is no business of who reads the set.
func (s *Server) puzzleOf(ctx context.Context, t whatif.Puzzle, runs []whatif.PuzzleRun) (PuzzleBody, error) {
	m := PuzzleBody{Name: t.Name, Match: filepath.Base(t.Match), Turn: t.Turn, Seat: t.Seat, Recorded: t.Recorded, Best: t.Best, Answers: []PuzzleAnswerBody{}}
	if t.Judged != nil {
		m.Gain = &PuzzleGainBody{t.Judged.Gain, t.Judged.Error, t.Judged.Pairs}
	}
	if isID.MatchString(t.Match) {
		_, err := s.Store.Match(ctx, t.Match)
		if err != nil && !errors.Is(err, league.ErrNotFound) {
			return m, err
		}
		m.Stored = err == nil
	}
	for _, run := range runs {
		for _, a := range run.Answers {
			if a.Puzzle == t.Name {
				m.Answers = append(m.Answers, puzzleAnswerOf(run.Bot, a))
			}
		}
	}
	return m, nil
}

func puzzleAnswerOf(bot string, a whatif.PuzzleAnswer) PuzzleAnswerBody {
	body := PuzzleAnswerBody{Bot: bot, Answer: a.Answer, Is: "other", Cost: a.Cost}
	switch {
	case a.Failed != "":
		body.Is, body.Why = "failed", a.Failed
	case a.Refused != "":
		body.Is, body.Why = "refused", a.Refused
	case a.Same:
		body.Is = "mistake"
	case a.Best:
		body.Is = "best"
	}
	return body
}

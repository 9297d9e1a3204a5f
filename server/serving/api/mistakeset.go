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

// MistakeSetBody is a whatif.TestSet in a list. Routes say mistake set, because there a
// test set is a league.StartSet.
type MistakeSetBody struct {
	Name  string              `json:"name" doc:"Of its folder."`
	Game  string              `json:"game"`
	Count int                 `json:"count" doc:"Number of positions."`
	Unit  string              `json:"unit" doc:"What costs and gains are counted in, e.g. points of winning chance or HP."`
	Runs  []MistakeSetRunBody `json:"runs" doc:"What each bot answered when arbiter diff --set asked it last, the latest first."`
	Why   string              `json:"why,omitempty" doc:"Why the set or its answers cannot be read; absent if they can."`
}

// MistakeSetRunBody sums up what a bot answered to a set.
type MistakeSetRunBody struct {
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

// MistakeBody is a position of a set.
type MistakeBody struct {
	Name     string              `json:"name"`
	Match    string              `json:"match" doc:"ID of the match that it is from, or the name of its file."`
	Stored   bool                `json:"stored" doc:"Whether the server has the match."`
	Turn     int                 `json:"turn" doc:"Of the bad answer."`
	Seat     int                 `json:"seat" doc:"That gave it."`
	Recorded string              `json:"recorded" doc:"The bad answer; empty for none."`
	Best     string              `json:"best,omitempty" doc:"The better answer that is kept; absent if none is."`
	Gain     *MistakeGainBody    `json:"gain,omitempty" doc:"What it gains by the judge; absent where the judge was not asked."`
	Answers  []MistakeAnswerBody `json:"answers" doc:"What each bot answered last, in the order of runs."`
}

// MistakeGainBody is a whatif.Gain.
type MistakeGainBody struct {
	Gain  float64 `json:"gain"`
	Error float64 `json:"error" doc:"Half the width of the 95 % interval."`
	Pairs int     `json:"pairs" doc:"Pairs of matches that were played."`
}

// MistakeAnswerBody is what a bot answered to a position.
type MistakeAnswerBody struct {
	Bot    string       `json:"bot" doc:"ID of the bot."`
	Answer string       `json:"answer" doc:"Lines joined by line ends; empty where there is none."`
	Is     string       `json:"is" enum:"mistake,best,other,refused,failed"`
	Why    string       `json:"why,omitempty" doc:"Why the bot could not be asked, or what failed."`
	Cost   *whatif.Cost `json:"cost,omitempty" doc:"By the judge; absent where it was not asked."`
}

type mistakeSetsOut struct {
	Body struct {
		MistakeSets []MistakeSetBody `json:"mistake_sets" doc:"By name."`
	}
}

type mistakeSetOut struct {
	Body struct {
		MistakeSetBody
		Mistakes []MistakeBody `json:"mistakes" doc:"In the order in which they were added."`
	}
}

func (s *Server) mistakeSets() {
	tag := []string{"mistake sets"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/mistake-sets", OperationID: "list-mistake-sets", Tags: tag,
		Summary: "List the sets of positions that bots got wrong", Description: "Those that arbiter testset keeps in the folder testsets of the server; none without such a folder.",
	}, s.listMistakeSets)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/mistake-sets/{name}", OperationID: "get-mistake-set", Tags: tag,
		Summary: "Get the positions of a set, with the better answers that are kept and what bots answered last",
	}, s.getMistakeSet)
}

func (s *Server) listMistakeSets(ctx context.Context, _ *struct{}) (*mistakeSetsOut, error) {
	sets, err := s.TestSets.All()
	if err != nil {
		return nil, err
	}
	out := &mistakeSetsOut{}
	out.Body.MistakeSets = []MistakeSetBody{}
	for _, set := range sets {
		body, err := s.mistakeSetOf(ctx, set)
		if err != nil {
			return nil, err
		}
		out.Body.MistakeSets = append(out.Body.MistakeSets, body)
	}
	return out, nil
}

func (s *Server) getMistakeSet(ctx context.Context, in *NamePath) (*mistakeSetOut, error) {
	sets, err := s.TestSets.All()
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(sets, func(set whatif.NamedTestSet) bool { return set.Name == in.Name })
	if i < 0 {
		return nil, league.NotFoundError{Kind: league.AMistakeSet, Name: in.Name}
	}
	out := &mistakeSetOut{}
	if out.Body.MistakeSetBody, err = s.mistakeSetOf(ctx, sets[i]); err != nil {
		return nil, err
	}
	out.Body.Mistakes = []MistakeBody{}
	for _, test := range sets[i].Tests {
		mistake, err := s.mistakeOf(ctx, test, sets[i].Runs)
		if err != nil {
			return nil, err
		}
		out.Body.Mistakes = append(out.Body.Mistakes, mistake)
	}
	return out, nil
}

// mistakeSetOf returns a set without its positions.
func (s *Server) mistakeSetOf(ctx context.Context, set whatif.NamedTestSet) (MistakeSetBody, error) {
	body := MistakeSetBody{Name: set.Name, Game: set.Game, Count: len(set.Tests), Runs: []MistakeSetRunBody{}}
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
		body.Runs = append(body.Runs, MistakeSetRunBody{
			Bot: run.Bot, Known: err == nil, At: run.At, Asked: len(run.Answers),
			Same: n.Same, Best: n.Best, Other: n.Other, Refused: n.Refused, Failed: n.Failed, Judged: n.Judged, Cost: n.Cost, Error: n.Error,
		})
	}
	return body, nil
}

// mistakeOf returns a position with what bots answered there. Of a file it tells the name
// alone: where it was is no business of who reads the set.
func (s *Server) mistakeOf(ctx context.Context, t whatif.Test, runs []whatif.TestRun) (MistakeBody, error) {
	m := MistakeBody{Name: t.Name, Match: filepath.Base(t.Match), Turn: t.Turn, Seat: t.Seat, Recorded: t.Recorded, Best: t.Best, Answers: []MistakeAnswerBody{}}
	if t.Judged != nil {
		m.Gain = &MistakeGainBody{t.Judged.Gain, t.Judged.Error, t.Judged.Pairs}
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
			if a.Test == t.Name {
				m.Answers = append(m.Answers, mistakeAnswerOf(run.Bot, a))
			}
		}
	}
	return m, nil
}

func mistakeAnswerOf(bot string, a whatif.TestAnswer) MistakeAnswerBody {
	body := MistakeAnswerBody{Bot: bot, Answer: a.Answer, Is: "other", Cost: a.Cost}
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

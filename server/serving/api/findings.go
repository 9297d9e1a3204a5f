package api

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/playing/bisect"
	"arbiter/server/playing/history"
	"arbiter/server/serving/api/transport"
)

// FindingsOf has the findings of a bisect or of a history; the other one is nil.
type FindingsOf struct {
	Bisect  *bisect.Findings  `json:"bisect,omitempty" doc:"What arbiter bisect --json prints."`
	History *history.Findings `json:"history,omitempty" doc:"What arbiter history --json prints."`
}

// findingsBody is what the experiment of a tournament has come to.
type findingsBody struct {
	FindingsOf
	Tournament string    `json:"tournament"`
	ChangedAt  time.Time `json:"changed_at" doc:"When it was saved, after the last complete round."`
}

// FindingsStatusBody is a bisect or a history in a list.
type FindingsStatusBody struct {
	Tournament string              `json:"tournament"`
	Kind       league.FindingsKind `json:"kind" enum:"bisect,history"`
	Game       string              `json:"game"`
	Path       string              `json:"path" doc:"Of the bot in its repository."`
	Sentence   string              `json:"sentence" doc:"What it comes to so far."`
	State      stateWord           `json:"state" doc:"Of the tournament, which is done between two rounds."`
	Matches    int                 `json:"matches" doc:"Number of matches played."`
	Owner      string              `json:"owner,omitempty" doc:"Name of the token that created the tournament; absent: nobody's."`
	ChangedAt  time.Time           `json:"changed_at"`
}

type findingsOut struct {
	transport.Tagged
	Body findingsBody
}

type allFindingsOut struct {
	Body struct {
		Findings []FindingsStatusBody `json:"findings" doc:"The latest first."`
	}
}

// maxFindings is the maximum size of findings in bytes: those of some ten thousand
// commits.
const maxFindings = 4 << 20

func (s *Server) findings() {
	tag := []string{"bisects and histories"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/findings", OperationID: "list-findings", Tags: tag,
		Summary: "List the bisects and histories",
	}, s.listFindings)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/findings", OperationID: "get-findings", Tags: tag,
		Summary: "Get what the bisect or the history that plays a tournament has come to", Description: "Not found (404) for any other tournament.",
	}, s.getFindings)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPut, Path: "/api/tournaments/{tournament}/findings", OperationID: "save-findings", Tags: tag,
		MaxBodyBytes: maxFindings, SkipValidateBody: true, // later builds may send more keys, which are left out
		Summary: "Save what the bisect or the history that plays a tournament has come to",
		Description: "The commands do that after each round, for its page: nothing that is played depends on it. Idempotent. Keys that this build does not know are left out. " +
			"A tournament without a series is a conflict (409). Another owner's tournament requires scope admin.",
	}, s.saveFindings)
}

func (s *Server) listFindings(ctx context.Context, in *struct {
	Game string `query:"game"`
}) (*allFindingsOut, error) {
	all, err := s.Store.AllFindings(ctx)
	if err != nil {
		return nil, err
	}
	out := &allFindingsOut{}
	out.Body.Findings = []FindingsStatusBody{}
	if len(all) == 0 {
		return out, nil
	}
	statuses, err := s.Store.TournamentStatuses(ctx, league.TournamentQuery{Game: in.Game})
	if err != nil {
		return nil, err
	}
	of := map[string]league.TournamentStatus{}
	for _, status := range statuses {
		of[status.ID] = status
	}
	for _, f := range all {
		if status, ok := of[f.Tournament]; ok {
			out.Body.Findings = append(out.Body.Findings, FindingsStatusBody{
				f.Tournament, f.Kind, status.Game, f.Path, f.Sentence, stateWord(status.State), status.Matches, status.Owner, f.ChangedAt,
			})
		}
	}
	return out, nil
}

func (s *Server) getFindings(ctx context.Context, in *struct {
	transport.Conditional
	TournamentPath
}) (*findingsOut, error) {
	if _, err := s.Store.Tournament(ctx, in.ID); err != nil {
		return nil, err
	}
	f, err := s.Store.Findings(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	tag, err := s.router.Tag(in.Conditional, f.Kind, f.ChangedAt.UnixMilli(), string(f.Document))
	if err != nil {
		return nil, err
	}
	b, err := findingsOf(f)
	return &findingsOut{tag, b}, err
}

// A builtFrom is the commit that a bot was built from.
type builtFrom struct{ commit, subject string }

// commits returns the commits that bisects and histories built bots from, by the bots' IDs.
// The latest search names a bot that several have built.
func (s *Server) commits(ctx context.Context) (map[string]builtFrom, error) {
	all, err := s.Store.AllFindings(ctx)
	if err != nil {
		return nil, err
	}
	of := map[string]builtFrom{}
	for _, f := range slices.Backward(all) {
		built, err := s.builtBy(ctx, f)
		if err != nil {
			return nil, err
		}
		maps.Copy(of, built)
	}
	return of, nil
}

// builtBy returns the commits of one search. Findings are read and decoded when they have
// changed: pages list the bots often, and most searches are over.
func (s *Server) builtBy(ctx context.Context, f league.Findings) (map[string]builtFrom, error) {
	if built, ok := s.built.get(f.Tournament, f.ChangedAt.String()); ok {
		return built, nil
	}
	stored, err := s.Store.Findings(ctx, f.Tournament)
	if err != nil {
		return nil, err
	}
	b, err := findingsOf(stored)
	if err != nil {
		return nil, err
	}
	built := map[string]builtFrom{}
	add := func(bot, commit, subject string) {
		if _, known := built[bot]; !known && bot != "" {
			built[bot] = builtFrom{commit, subject}
		}
	}
	if b.Bisect != nil {
		add(b.Bisect.Good.Bot, b.Bisect.Good.Commit, b.Bisect.Good.Subject)
		for _, c := range b.Bisect.Commits {
			add(c.Bot, c.Commit, c.Subject)
		}
	}
	if b.History != nil {
		for _, c := range b.History.Commits {
			add(c.Bot, c.Commit, c.Subject)
		}
	}
	s.built.put(f.Tournament, stored.ChangedAt.String(), built)
	return built, nil
}

// findingsOf decodes stored findings.
func findingsOf(f league.Findings) (b findingsBody, err error) {
	b.Tournament, b.ChangedAt = f.Tournament, f.ChangedAt
	if f.Kind == league.OfBisect {
		b.Bisect = &bisect.Findings{}
		err = json.Unmarshal(f.Document, b.Bisect)
		b.Bisect.Commits = nonNil(b.Bisect.Commits)
	} else {
		b.History = &history.Findings{}
		err = json.Unmarshal(f.Document, b.History)
		b.History.Commits, b.History.Changes = nonNil(b.History.Commits), nonNil(b.History.Changes)
	}
	if err != nil {
		return b, fmt.Errorf("findings of %s: %w", f.Tournament, err)
	}
	return b, nil
}

func (s *Server) saveFindings(ctx context.Context, in *struct {
	TournamentPath
	Body FindingsOf
}) (*findingsOut, error) {
	s.saving.Lock()
	defer s.saving.Unlock()
	t, err := s.Store.Tournament(ctx, in.ID)
	if err == nil {
		err = transport.MayChange(ctx, "tournament "+in.ID, t.Owner)
	}
	if err != nil {
		return nil, err
	}
	if t.Series.IsZero() || t.Series.Open() {
		return nil, league.Conflictf("tournament %s is played neither by arbiter bisect nor by arbiter history: it has no series of versions", in.ID)
	}
	f, err := in.Body.findings(t)
	if err == nil {
		err = s.Store.SaveFindings(ctx, f)
	}
	if err != nil {
		return nil, err
	}
	b, err := findingsOf(f)
	return &findingsOut{Body: b}, err
}

// findings returns what a request saves, or an error in one of its fields.
func (b FindingsOf) findings(t league.Tournament) (f league.Findings, err error) {
	f = league.Findings{Tournament: t.ID, ChangedAt: league.Now()}
	switch {
	case (b.Bisect == nil) == (b.History == nil):
		return f, league.Usagef("want either bisect or history")
	case b.Bisect != nil:
		f.Kind, f.Path, f.Sentence = league.OfBisect, b.Bisect.Path, b.Bisect.Sentence
		if err := checkBisect(*b.Bisect, t); err != nil {
			return f, err
		}
		f.Document, err = json.Marshal(b.Bisect)
	default:
		f.Kind, f.Path, f.Sentence = league.OfHistory, b.History.Path, b.History.Sentence
		if err := checkHistory(*b.History, t); err != nil {
			return f, err
		}
		f.Document, err = json.Marshal(b.History)
	}
	return f, err
}

func checkBisect(f bisect.Findings, t league.Tournament) error {
	c := fieldChecks{prefix: "bisect"}
	c.common(t, f.Game, f.Tournament, f.Path, f.Sentence, len(f.Commits), f.Games, f.GamesLeft, f.Seconds, f.SecondsLeft)
	if f.Check != "" {
		c.text("check", f.Check)
	}
	oneOf(&c, "answer", f.Answer, bisect.Found, bisect.NoLoss, bisect.Identical, bisect.Open, bisect.NoEvidence)
	for _, found := range []struct {
		field string
		*bisect.FoundCommit
	}{{"", &f.FoundCommit}, {"second.", f.Second}} {
		if found.FoundCommit == nil {
			continue
		}
		if found.Commit != nil {
			c.commit(found.field+"commit", *found.Commit)
		}
		c.commits(found.field+"group", found.Group)
		c.between(found.field+"probability", found.Probability, 0, 1)
		c.between(found.field+"elo", found.Elo, -mostElo, mostElo)
		c.between(found.field+"elo_error95", found.EloError95, 0, mostElo)
		c.between(found.field+"score", found.Score, -mostScore, mostScore)
		c.between(found.field+"score_error95", found.ScoreError, 0, mostScore)
	}
	for i, v := range append([]bisect.Commit{f.Good}, f.Commits...) {
		at := fmt.Sprintf("commits[%d].", i-1)
		if i == 0 {
			at = "good."
		}
		c.commit(at+"commit", v.Commit)
		c.between(at+"probability", &v.Probability, 0, 1)
		c.atLeast0(at+"games", v.Games)
		c.state(at+"state", v.State)
	}
	return c.err
}

func checkHistory(f history.Findings, t league.Tournament) error {
	c := fieldChecks{prefix: "history"}
	c.common(t, f.Game, f.Tournament, f.Path, f.Sentence, len(f.Commits), f.Games, f.GamesLeft, f.Seconds, f.SecondsLeft)
	oneOf(&c, "answer", f.Answer, history.Known, history.Identical, history.Open, history.NoEvidence)
	c.between("band", &f.Band, 0, mostElo)
	c.between("widest_band", &f.Widest, 0, mostElo)
	c.between("elo_per_point", &f.EloPerPoint, 0, mostElo)
	c.between("elo", f.Elo, -mostElo, mostElo)
	c.between("elo_error95", f.EloError95, 0, mostElo)
	for i, v := range f.Commits {
		at := fmt.Sprintf("commits[%d].", i)
		c.commit(at+"commit", v.Commit)
		c.atLeast0(at+"games", v.Games)
		c.state(at+"state", v.State)
		c.between(at+"elo", v.Elo, -mostElo, mostElo)
		c.between(at+"elo_error95", v.EloError95, 0, mostElo)
		c.between(at+"elo_band", v.EloBand, 0, mostElo)
		if known := v.Elo != nil; (v.EloError95 != nil) != known || (v.EloBand != nil) != known {
			c.fail(at+"elo", "found only some of elo, elo_error95 and elo_band; want all or none")
		}
	}
	for i, v := range f.Changes {
		at := fmt.Sprintf("changes[%d].", i)
		c.commits(at+"commit", append([]string{v.Commit, v.Before}, v.Group...))
		c.between(at+"probability", &v.Probability, 0, 1)
		c.between(at+"elo", &v.Elo, -mostElo, mostElo)
		c.between(at+"elo_error95", &v.EloError95, 0, mostElo)
	}
	for i, v := range f.Suspected {
		at := fmt.Sprintf("suspected[%d].", i)
		c.commits(at+"commit", []string{v.Before, v.Commit})
		c.between(at+"probability", &v.Probability, 0, 1)
	}
	return c.err
}

// mostElo bounds what a page draws. Versions of which little is known have errors of
// thousands.
const mostElo = 1e6

// mostScore bounds scores: a page draws none.
const mostScore = 1e18

// mostSeconds bounds times: some thirty years.
const mostSeconds = 1e9

// maxFindingText is the length of a path or a sentence, in bytes.
const maxFindingText = 20_000

// commitName is what commits are called in findings: pages make commands of them that
// people copy.
var commitName = regexp.MustCompile(`^([0-9a-f]{7,64}|working tree)$`)

// fieldChecks is the first error in the fields of findings.
type fieldChecks struct {
	prefix string
	err    error
}

func (c *fieldChecks) fail(field, format string, args ...any) {
	if c.err == nil {
		c.err = league.Fieldf(c.prefix+"."+field, format, args...)
	}
}

// common checks what both kinds have.
func (c *fieldChecks) common(t league.Tournament, game, tournament, path, sentence string, commits, games, gamesLeft int, seconds, secondsLeft float64) {
	if game != t.Game {
		c.fail("game", "found %.80q; want %s, the game of the tournament", game, t.Game)
	}
	if tournament != "" && tournament != t.ID {
		c.fail("tournament", "found %.80q; want %s", tournament, t.ID)
	}
	c.text("path", path)
	c.text("sentence", sentence)
	if commits == 0 {
		c.fail("commits", "found none; want at least one")
	}
	c.atLeast0("games", games)
	c.atLeast0("games_left", gamesLeft)
	c.between("seconds", &seconds, 0, mostSeconds)
	c.between("seconds_left", &secondsLeft, 0, mostSeconds)
}

func (c *fieldChecks) text(field, text string) {
	if text == "" || len(text) > maxFindingText {
		c.fail(field, "found %d bytes; want 1 to %d", len(text), maxFindingText)
	}
}

func (c *fieldChecks) commit(field, name string) {
	if !commitName.MatchString(name) {
		c.fail(field, "found %.80q; want 7 to 64 hexadecimal digits, or working tree", name)
	}
}

func (c *fieldChecks) commits(field string, names []string) {
	for _, name := range names {
		c.commit(field, name)
	}
}

func (c *fieldChecks) between(field string, n *float64, low, high float64) {
	if n != nil && (*n < low || *n > high) {
		c.fail(field, "found %v; want %v to %v", *n, low, high)
	}
}

func (c *fieldChecks) atLeast0(field string, n int) {
	if n < 0 {
		c.fail(field, "found %d; want at least 0", n)
	}
}

func (c *fieldChecks) state(field string, state bisect.State) {
	oneOf(c, field, state, bisect.Played, bisect.Waiting, bisect.NotBuilt, bisect.SameBot, bisect.Known)
}

func oneOf[T ~string](c *fieldChecks, field string, found T, known ...T) {
	if !slices.Contains(known, found) {
		c.fail(field, "found %.80q; want one of %q", found, known)
	}
}
